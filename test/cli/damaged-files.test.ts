import { beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { seededRandom } from '../../src/support/random.js';
import { beeTopic } from '../support/bee-topic.js';
import { DAMAGES, damaged } from '../support/damaged-files.js';
import { damageRow, JSON_COLUMNS } from '../support/damaged-rows.js';
import { SMALL_SEED as SEED, writeSmallWeb } from '../support/small-corpus.js';
import { itInFull, rounds } from '../support/thorough.js';
import { sfwc } from './run.js';

const { root, kb } = beeTopic();
const out = path.join(root, 'whole');
const copy = path.join(root, 'damaged');
const page = path.join(root, 'web/bees.example/hive.html');
const text = path.join(root, 'swarms.txt');

beforeAll(async () => {
  writeFileSync(text, 'Swarms\n\nA swarm of bees leaves the hive with the queen.');
  const place = ['--kb', kb, '--topic', 'bees', '--seeds', SEED, '--out', out];
  const web = await writeSmallWeb(path.join(root, 'web'));
  expect(await sfwc(['crawl', ...place, '--web', web, '--max-pages', '6'])).toMatchObject({ code: 0 });
  expect(await sfwc(['steer', out, 'rate', SEED, 'yes', '--by', 'ada'])).toMatchObject({ code: 0 });
});

/** A command on the crawl and the knowledge base in these folders. */
type Command = (crawl: string, topics: string) => readonly string[];

const REPORT: Command = (crawl) => ['report', crawl];
const EXPLAIN: Command = (crawl) => ['explain', crawl, SEED];
const PAGES: Command = (crawl) => ['pages', crawl];
const SEARCH: Command = (crawl) => ['search', crawl, 'bees'];
const STATUS: Command = (crawl) => ['explain', crawl];
const RATE: Command = (crawl) => ['rate', crawl, '--report'];
const QUERY: Command = (crawl, topics) => ['query', topics, '--crawl', crawl, 'ASK { ?s ?p ?o }'];
const RESUME: Command = (crawl) => ['crawl', '--resume', '--out', crawl, '--max-pages', '7'];
const CLASSIFY: Command = (_, topics) => ['classify', page, '--kb', topics, '--topic', 'bees'];
const ADD: Command = (_, topics) => ['build', text, '--topic', 'bees', '--kb', topics, '--add'];

/** Those that read the events. */
const READERS = [REPORT, EXPLAIN, PAGES, SEARCH];

/** Those that read the database of the crawl. */
const DATABASE_READERS = [STATUS, RESUME];

/** Files of the crawl and the knowledge base, and the commands that read them. */
const READ: readonly (readonly [files: RegExp, commands: readonly Command[]])[] = [
  [/^out\/events\.jsonl$/, [...READERS, RESUME]],
  [/^out\/crawl\.json$/, [...READERS, STATUS, RATE, RESUME]],
  [/^out\/frontier\.db$/, DATABASE_READERS],
  [/^out\/crawl\.nq\.gz$/, [QUERY]],
  [/^out\/ratings\//, [RATE]],
  [/^out\/control\//, [RESUME]],
  [/^kb\/bees\.nq\.gz$/, [QUERY, CLASSIFY]],
  [/^kb\/bees\+ensemble/, [CLASSIFY]],
  [/^kb\/bees\+lexicon/, [CLASSIFY]],
  [/^kb\/bees\+corpus/, [ADD]],
];

/** Makes fresh copies of the crawl and the knowledge base. */
function copyAll(): void {
  rmSync(copy, { recursive: true, force: true });
  cpSync(out, path.join(copy, 'out'), { recursive: true });
  cpSync(kb, path.join(copy, 'kb'), { recursive: true });
}

/** Makes fresh copies and changes one file in them. */
function damage(file: string, change: (bytes: Buffer) => Buffer | string): void {
  copyAll();
  const place = path.join(copy, file);
  writeFileSync(place, change(readFileSync(place)));
}

/** Commands must succeed, or end with a clear error that names the damaged file. Returns what is wrong otherwise. */
function faultIn(
  { code, stderr }: { readonly code: number; readonly stderr: string },
  file: string,
): string | undefined {
  if (/bug in sfwc|^\s+at .*:\d+:\d+/m.test(stderr)) return `not for users: ${stderr}`;
  if (code === 0) return undefined;
  if (code > 3 || !/^error: /m.test(stderr)) return `code ${code} without a clear error: ${stderr}`;
  // Ratings that lost their only answer are valid.
  if (file.startsWith('out/ratings/') && / nobody has rated /.test(stderr)) return undefined;
  // A knowledge base may be no file.
  if (file === 'kb/bees.nq.gz' && stderr.includes("the topic 'bees' is damaged")) return undefined;
  return stderr.includes(path.basename(file)) ? undefined : `does not name ${file}: ${stderr}`;
}

/** Runs a command on the damaged copies. */
const onCopy = (command: Command): ReturnType<typeof sfwc> =>
  sfwc(command(path.join(copy, 'out'), path.join(copy, 'kb')));

/** Makes fresh copies and changes the database of the crawl. */
function changeDatabase(sql: string, ...values: readonly (string | Buffer)[]): void {
  copyAll();
  const database = new Database(path.join(copy, 'out/frontier.db'));
  expect(database.prepare(sql).run([...values]).changes).toBeGreaterThan(0);
  database.close();
}

/** Damages values in the database of the crawl. Returns the errors that are unclear or do not name the database. */
async function rowFaults(seeds: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const [place, column] of JSON_COLUMNS.entries())
      for (const command of DATABASE_READERS) {
        copyAll();
        const row = damageRow(path.join(copy, 'out/frontier.db'), column, seededRandom(100 * seed + place));
        if (row === undefined) continue;
        const fault = faultIn(await onCopy(command), 'out/frontier.db');
        if (fault !== undefined) found.push(`${row.table}, seed ${seed}, ${row.text}: ${fault}`);
      }
  return found;
}

/** Damages every file in each way, and collects what the commands that read it say that is no clear error. */
async function faults(seeds: number): Promise<readonly string[]> {
  const found: string[] = [];
  const files = [
    ...readdirSync(out, { recursive: true }).map((name) => `out/${String(name)}`),
    ...readdirSync(kb).map((name) => `kb/${name}`),
  ];
  const read = READ.map(([pattern, commands]) => ({
    file: files.find((name) => pattern.test(name))!,
    commands,
  }));
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const { file, commands } of read)
      for (const kind of DAMAGES) {
        const random = seededRandom(seed);
        for (const command of commands) {
          damage(file, (bytes) => damaged(file, bytes, kind, random));
          const fault = faultIn(await onCopy(command), file);
          if (fault !== undefined)
            found.push(`${command('', '')[0]}, ${file}, ${kind}, seed ${seed}: ${fault}`);
        }
      }
  return found;
}

describe('damaged files', () => {
  it.each<[string, (lines: readonly string[]) => string, RegExp]>([
    ['cut within a line', (lines) => lines.join('').slice(0, -10), /is cut: of the 6 events .* lacks 1/],
    [
      'without lines in the middle',
      (lines) => lines.toSpliced(1, 3).join(''),
      /event 5 stands where event 2 should be/,
    ],
    ['with rubbish for a line', (lines) => lines.with(3, 'rubbish\n').join(''), /not an event of a crawl/],
  ])('give no part of a collection: events.jsonl is %s', async (_, change, message) => {
    damage('out/events.jsonl', (bytes) => change(bytes.toString().split(/(?<=\n)/)));
    const [crawl, topics] = [path.join(copy, 'out'), path.join(copy, 'kb')];
    const lacking: unknown[] = [];
    for (const command of READERS) {
      const { code, stderr } = await sfwc(command(crawl, topics));
      if (code !== 1 || !message.test(stderr) || !/^ {7}/m.test(stderr))
        lacking.push([command('', ''), code, stderr]);
    }
    expect(lacking).toEqual([]);
  });

  it('are written again by --resume, from the database', async () => {
    damage('out/events.jsonl', () => '');
    const { stderr } = await sfwc(['pages', path.join(copy, 'out')]);
    expect(stderr).toContain(`sfwc crawl --resume --out ${path.join(copy, 'out')}`);
    expect(await sfwc(['crawl', '--resume', '--out', path.join(copy, 'out')])).toMatchObject({ code: 0 });
    const [before, after] = [out, path.join(copy, 'out')].map((folder) =>
      readFileSync(path.join(folder, 'events.jsonl'), 'utf8'),
    );
    expect(after).toBe(before);
  });

  it('end a crawl that would judge its pages again for ever', async () => {
    changeDatabase(
      "UPDATE facts SET value = json_set(value, '$.rejudging.next', CAST(? AS INTEGER)) WHERE name = 'crawl'",
      '0',
    );
    const { code, stderr } = await onCopy(RESUME);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/frontier\.db is damaged: crawl: rejudging\.next: /),
    ]);
  });

  it('name the database where one of its values is damaged', async () => {
    expect(await rowFaults(rounds(6, 1))).toEqual([]);
  }, 120_000);

  it.each([
    ['a queued URL', 'UPDATE urls SET entry = CAST(? AS TEXT)'],
    ['the state of the crawl', "UPDATE facts SET value = CAST(? AS TEXT) WHERE name = 'crawl'"],
  ])('name the database where %s is a text that is not UTF-8', async (_, sql) => {
    for (const command of DATABASE_READERS) {
      changeDatabase(sql, Buffer.from('{"url":"\xff"}', 'latin1'));
      expect(faultIn(await onCopy(command), 'out/frontier.db')).toBeUndefined();
    }
    const { code, stderr } = await onCopy(RESUME);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/frontier\.db is damaged: .* not UTF-8/)]);
  });

  itInFull(
    'never become a stack trace',
    async () => {
      expect(await faults(rounds(4, 1))).toEqual([]);
    },
    600_000,
  );
});
