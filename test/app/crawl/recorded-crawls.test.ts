import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'libsql';
import { makeCrawl } from '../../../scripts/make-fixtures.js';
import { crawlTopic, resumeCrawl, type CrawlCallbacks } from '../../../src/app/crawl/crawl-topic.js';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readStanding } from '../../../src/crawling/store/crawl-store.js';
import { COMMANDS_FOLDER } from '../../../src/crawling/store/crawl-memory.js';
import { sendCommand } from '../../../src/crawling/steering/command-folder.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import type { Action } from '../../../src/model/steering.js';
import { packagedPath } from '../../../src/support/files/packaged-path.js';
import { without } from '../../../src/support/without.js';
import { unpackedDebianDocs } from '../../../bench/support/bench-webs.js';
import { DATA } from '../../full/data.js';
import { diabetesTopic } from '../../support/bee-topic.js';
import { copyCrawl } from '../../support/crawl-folder.js';
import { severalLooks } from '../../support/crawl-looks.js';
import { storedPages } from '../../support/stored-pages.js';
import { placesIn } from '../../support/temporary-folder.js';
import { itInFull, itUnless, THOROUGH } from '../../support/thorough.js';

/**
 * Checksums of what crawls of a stored web write, in simulated time. They change with every change of what a crawl does:
 * `SFWC_TEST_RECORD=1 npx jest test/app/crawl/recorded-crawls` records them again.
 */
const RECORDINGS = path.join(import.meta.dirname, 'recorded-crawls.json');
const RECORDS = process.env['SFWC_TEST_RECORD'] !== undefined;
const SEEDS = ['http://glucosecare.example/', 'http://schoolportal.example/biology/when-cells-burn-fat.html'];

const { root, kb } = diabetesTopic();
const fresh = placesIn(root);

type Options = Omit<CrawlOptions, 'out'>;
const web = packagedPath('corpora/sample-web');
const sample: Options = { kb, topic: 'diabetes', seeds: SEEDS, web, workers: 1 };

async function crawl(changes: Partial<Options>, deps: CrawlCallbacks = {}): Promise<string> {
  const out = fresh();
  await crawlTopic({ ...sample, ...changes, out }, deps);
  return out;
}

function checksum(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** Of what is stored of the accepted pages, or of those that may be accepted later. */
async function checksumOfPages(out: string, accepted: boolean): Promise<string> {
  const pages = await storedPages(out, accepted);
  if (pages.size === 0) return 'none';
  const hash = createHash('sha256');
  for (const [url, { body, text, source }] of pages)
    for (const part of [url, body, text, source]) if (part !== undefined) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

/** What a crawl says of itself, without its settings and the number of its events. */
async function description(out: string): Promise<string> {
  const all = JSON.parse(await readFile(path.join(out, 'crawl.json'), 'utf8')) as Record<string, unknown>;
  return JSON.stringify(without(all, 'settings', 'version', 'events'));
}

/** What a crawl wrote. */
async function written(out: string) {
  const rdf = gunzipSync(await readFile(path.join(out, 'crawl.nq.gz'))).toString();
  const events = await readFile(path.join(out, 'events.jsonl'), 'utf8');
  return {
    events: `${events.trim().split('\n').length}, ${checksum(events)}`,
    pages: await checksumOfPages(out, true),
    aside: await checksumOfPages(out, false),
    rdf: checksum(rdf),
    description: checksum(await description(out)),
    state: checksum(JSON.stringify(readStanding(out).state)),
  };
}

type Written = Awaited<ReturnType<typeof written>>;

function compare(name: string, crawled: Written): void {
  const before = existsSync(RECORDINGS)
    ? (JSON.parse(readFileSync(RECORDINGS, 'utf8')) as Record<string, Written>)
    : {};
  if (RECORDS) writeFileSync(RECORDINGS, `${JSON.stringify({ ...before, [name]: crawled }, undefined, 2)}\n`);
  else expect(crawled).toEqual(before[name]);
}

/** Asks for these actions at an event, and waits until the crawl has seen them. */
async function steered(changes: Partial<Options>, at: number, actions: readonly Action[]): Promise<string> {
  const [out, box] = [fresh(), fresh()];
  for (const action of actions) await sendCommand(box, action, 'ada');
  const write = async ({ sequence }: { readonly sequence: number }): Promise<void> => {
    if (sequence !== at) return;
    await rename(path.join(box, COMMANDS_FOLDER), path.join(out, COMMANDS_FOLDER));
    await severalLooks(out);
  };
  await crawlTopic({ ...sample, ...changes, out, sinks: [{ write }] });
  return out;
}

/** Everything in the folder of a crawl: its files, and the tables of its database. */
function contentOf(out: string) {
  const database = new Database(path.join(out, 'frontier.db'));
  // What it was occupied with at the last look depends on the machine.
  const isSame = ([name]: string[]): boolean => name !== 'activity';
  const rows = (sql: string) => (database.prepare(sql).raw().all() as string[][]).filter(isSame);
  const tables = rows('SELECT sql, name FROM sqlite_master WHERE sql IS NOT NULL').map(
    ([sql = '', name = '']) =>
      sql.startsWith('CREATE TABLE') ? [sql, ...rows(`SELECT * FROM ${name}`)] : [sql],
  );
  database.close();
  const read = (file: string): string => readFileSync(path.join(out, file), 'latin1');
  const events = read('events.jsonl').trim().split('\n');
  const rdf = gunzipSync(readFileSync(path.join(out, 'crawl.nq.gz'))).toString();
  return {
    files: readdirSync(out),
    pages: read('pages.warc'),
    description: read('crawl.json'),
    events,
    rdf,
    tables,
  };
}

/** The first events with the pages before the last of them, and what tables and files there are. */
function beginningOf({ files, pages, events, tables }: ReturnType<typeof contentOf>) {
  const first = events.slice(0, 4);
  const { stored } = JSON.parse(first[3] ?? '') as CrawlEvent;
  return { files, first, pages: pages.slice(0, stored?.offset), tables: tables.map(([sql]) => sql) };
}

/** The names of fields, columns and properties in all that a crawl wrote. */
function namesIn({ rdf, description, events, tables }: ReturnType<typeof contentOf>): string[] {
  const json = [description, ...events, ...tables.flat(2)].join('\n').match(/"\w+"(?=:)/g);
  // Pages have their numbers.
  const terms = rdf.replaceAll(/\d+/g, '0').match(/(?<=> )<[^>]+>/g);
  return [...new Set([...(json ?? []), ...(terms ?? [])])];
}

describe('the crawl that tests read (`node scripts/make-fixtures.js crawl` makes it again)', () => {
  it('begins as a crawl does now, and has all that one writes', async () => {
    const [now, read] = [fresh(), copyCrawl(fresh())];
    await makeCrawl(now, 14, 16);
    expect(beginningOf(contentOf(now))).toEqual(beginningOf(contentOf(read)));
    expect(namesIn(contentOf(read))).toEqual(expect.arrayContaining(namesIn(contentOf(now))));
  });

  itInFull('is what a crawl writes now', async () => {
    const [now, read] = [fresh(), copyCrawl(fresh())];
    await makeCrawl(now);
    expect(contentOf(now)).toEqual(contentOf(read));
  });
});

describe('a crawl of the sample web writes what it wrote before', () => {
  itInFull('with the defaults', async () => {
    compare('defaults', await written(await crawl({ maxPages: 130 })));
  });

  itInFull('when it is resumed', async () => {
    const out = await crawl({ maxPages: 25, respectTdm: true, strategy: 'krs', follow: 'accepted' });
    await resumeCrawl({ out, maxPages: 40 });
    compare('resumed', await written(out));
  });

  itInFull('to its end, one page after the other, resumed several times', async () => {
    const out = await crawl({ maxPages: 90, concurrency: 1, until: ['recall=0.99'] });
    for (const maxPages of [120, 121, 200, 1000]) await resumeCrawl({ out, maxPages });
    compare('several runs', await written(out));
  });

  itInFull('when people steer it', async () => {
    const seed = 'http://glucosecare.example/';
    const out = await steered({ maxPages: 80, concurrency: 1, strategy: 'breadth-first' }, 32, [
      { kind: 'boost', what: 'schoolportal.example', by: 2 },
      { kind: 'block', what: 'hobbyroom.example' },
      { kind: 'rate', url: seed, answer: 'no' },
      { kind: 'threshold', score: 0.6 },
    ]);
    compare('steered', await written(out));
  });

  itInFull('by every strategy', async () => {
    for (const strategy of ['shark-search', 'three-phase', 'hmm', 'breadth-first'] as const) {
      compare(strategy, await written(await crawl({ maxPages: 60, strategy, follow: 'all' })));
    }
  });
});

const DEBIAN = path.join(DATA, 'debian-docs', 'web.tar.xz');
const missing = existsSync(DEBIAN) || !THOROUGH ? undefined : `${DEBIAN} is not there`;

itUnless(missing, itInFull)(
  'a crawl of debian-docs writes what it wrote before',
  async () => {
    const web = unpackedDebianDocs();
    const place = fresh();
    const texts = (name: string): string => path.join(DATA, 'debian-docs', 'corpora', name);
    await buildTopic([texts('databases.jsonl')], {
      ...{ topic: 'databases', kb: place, background: [texts('background.jsonl.gz')] },
    });
    const seeds = ['http://dwww.debian.example/', 'http://www.psycopg.org/psycopg3/basic/adapt.html'];
    const out = await crawl({ kb: place, topic: 'databases', seeds, web, maxPages: 600 });
    compare('debian-docs', await written(out));
  },
  600_000,
);
