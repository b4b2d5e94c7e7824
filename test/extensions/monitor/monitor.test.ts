import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { monitorCollection, reportText, type RoundReport } from '../../../src/extensions/monitor/monitor.js';
import { InputError } from '../../../src/model/errors.js';
import { openCollectionStore } from '../../../src/extensions/monitor/state.js';
import { changingWeb, htmlPage, type ChangingWeb } from '../../support/changing-web.js';
import { manualClock, type ManualClock } from '../../support/manual-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';
import { silentLogger } from '../../../src/support/logger.js';

const root = temporaryFolder();
const HOME = 'https://bees.example/';
const at = (name: string): string => `${HOME}${name}`;
const TEXTS = {
  hive: 'A hive is a box in which a colony of bees lives, with frames for its combs and a small entrance.',
  queen: 'The queen is the mother of all bees in a colony, and lays two thousand eggs on a summer day.',
  mite: 'The varroa mite is a parasite that weakens larvae, and beekeepers treat it with acid in autumn.',
};

let web: ChangingWeb;
let clock: ManualClock;
let folder: string;
let warnings: string[];
let made = 0;

beforeEach(() => {
  web = changingWeb({
    [HOME]: htmlPage('Bees', 'All about bees.', ['/hive', '/queen']),
    [at('hive')]: htmlPage('Hive', TEXTS.hive),
    [at('queen')]: htmlPage('Queen', TEXTS.queen),
  });
  clock = manualClock();
  folder = join(root, `collection-${++made}`);
  warnings = [];
});

async function describeCollection(more = ''): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'bees.yaml');
  // Pages that are judged side by side come to their end in any order.
  const crawl = 'crawl: { delay: 0, concurrency: 1, keepDuplicates: true }';
  await writeFile(file, `seeds: ['${HOME}']\nout: bees\nbudget: 20\n${more}\n${crawl}\n`);
  return file;
}

const deps = () => ({
  fetcher: web.fetcher,
  clock,
  logger: { ...silentLogger, warn: (message: string) => void warnings.push(message) },
});

/** Runs a round, a number of days after the one before. */
async function round(file: string, days = 1): Promise<RoundReport> {
  await clock.sleep(days * 86_400_000);
  web.asked.length = 0;
  const report = await monitorCollection(file, deps());
  if (report === undefined) throw new Error('the round was not committed');
  return report;
}

const brief = ({ changes }: RoundReport) => changes.map(({ kind, url, why }) => [kind, url, why]);

describe('rounds of a collection', () => {
  it('report what is new, changed and gone, by the text and not by bytes', async () => {
    const file = await describeCollection();
    expect((await round(file)).counts).toEqual({ new: 3, changed: 0, gone: 0 });

    const dated = `${TEXTS.hive} Visited by 1234 people until 3 May 2026.`;
    web.answers.set(at('hive'), htmlPage('Hive', dated));
    web.answers.set(at('queen'), htmlPage('Queen', `${TEXTS.queen}</p><p>Workers raise her with jelly.`));
    const second = await round(file, 40);
    expect(brief(second)).toEqual([
      ['changed', at('hive'), 'its text has changed'],
      ['changed', at('queen'), 'its text has changed'],
    ]);

    // Another date and another number are no change.
    web.answers.set(at('hive'), htmlPage('Hive', dated.replace('1234', '99').replace('3 May', '17 June')));
    web.answers.set(HOME, htmlPage('Bees', 'All about bees.', ['/hive', '/queen', '/mite']));
    web.answers.set(at('mite'), htmlPage('Mite', TEXTS.mite));
    web.answers.delete(at('queen'));
    const third = await round(file, 40);
    expect(brief(third)).toEqual([
      ['new', at('mite'), 'it was found'],
      ['gone', at('queen'), 'the server answered with an error status: HTTP status 404'],
    ]);
    expect([third.pages, third.unchanged]).toEqual([3, 2]);
  });

  it('ask only for what is due, and with conditions', async () => {
    const file = await describeCollection();
    await round(file);
    expect((await round(file, 0.25)).requested).toBe(1);
    expect(web.asked).toEqual([`(${HOME})`]);
    await round(file, 60);
    expect([...web.asked].sort()).toEqual([`(${HOME})`, `(${at('hive')})`, `(${at('queen')})`]);
  });

  itInFull(
    'give up a page that cannot be reached only after several rounds, and none when nothing can be',
    async () => {
      const file = await describeCollection();
      await round(file);
      web.answers.set(at('hive'), { broken: true });
      for (const missed of [1, 1]) expect((await round(file)).missed).toBe(missed);
      expect(brief(await round(file))).toEqual([
        ['gone', at('hive'), 'the network or the server failed: the connection broke (3 times in a row)'],
      ]);
      for (const name of [HOME, at('queen')]) web.answers.set(name, { broken: true });
      for (let times = 0; times < 4; times += 1) expect((await round(file)).counts.gone).toBe(0);
    },
  );

  it('write reports as JSON and as lines', async () => {
    const report = await round(await describeCollection());
    expect(JSON.parse(readFileSync(join(folder, 'bees/rounds/0001/report.json'), 'utf8'))).toEqual(report);
    expect(reportText(report)).toContain(`\nnew ${at('hive')} Hive (it was found)\n`);
  });
});

describe('notifications of a collection', () => {
  const hook = 'https://hooks.example/sfwc';

  it('go to a URL after rounds with changes', async () => {
    const file = await describeCollection(`notify: ${hook}`);
    web.answers.set(hook, { status: 204 });
    const first = await round(file);
    expect(web.posted).toEqual([expect.objectContaining({ url: hook, body: JSON.stringify(first) })]);
    web.posted.length = 0;
    await round(file);
    expect(web.posted).toEqual([]);
  });

  it('go to a command on its standard input, and what fails is warned of', async () => {
    const sent = join(root, `sent-${made}.json`);
    const report = await round(await describeCollection(`notify: cat > '${sent}'`));
    expect(JSON.parse(readFileSync(sent, 'utf8'))).toEqual(report);
    folder = join(root, `collection-${++made}`);
    await round(await describeCollection('notify: exit 3'));
    expect(warnings.at(-1)).toBe('notification: the command ended with code 3');
  });
});

describe('a monitor', () => {
  itInFull(
    'goes on with a round that was ended anywhere, and gives what it gives without an end',
    async () => {
      const whole = await describeCollection();
      const expected = await round(whole);
      const names = [HOME, at('hive'), at('queen')];
      for (const stopAt of names) {
        folder = join(root, `collection-${++made}`);
        const file = await describeCollection();
        const stop = new AbortController();
        web.onAsk = (url) => {
          if (url === stopAt) stop.abort();
        };
        expect(await monitorCollection(file, { ...deps(), signal: stop.signal })).toBeUndefined();
        web.onAsk = () => undefined;
        const report = await round(file);
        expect(report.round).toBe(1);
        expect(brief(report).sort()).toEqual(brief(expected).sort());
      }
    },
  );

  it('stays the same where a round is taken but not committed', async () => {
    const file = await describeCollection();
    await round(file);
    const out = join(folder, 'bees');
    web.answers.set(at('mite'), htmlPage('Mite', TEXTS.mite));
    web.answers.set(HOME, htmlPage('Bees', 'All about bees.', ['/hive', '/queen', '/mite']));
    // The report cannot be written: a folder is in its place, as after a kill between crawl and commit.
    await mkdir(join(out, 'rounds', '0002', 'report.json'), { recursive: true });
    await expect(round(file)).rejects.toThrow('report.json');
    const store = await openCollectionStore(out);
    const { pages, last, begun } = store.state;
    expect([pages.size, last?.number, begun?.number]).toEqual([3, 1, 2]);
    store.close();
    const { rmdir } = await import('node:fs/promises');
    await rmdir(join(out, 'rounds', '0002', 'report.json'));
    const again = await round(file);
    expect([again.round, brief(again)]).toEqual([2, [['new', at('mite'), 'it was found']]]);
    // The pages were not requested a second time.
    expect(web.asked).toEqual([]);
  });

  it('is alone in its folder', async () => {
    const file = await describeCollection();
    await round(file);
    const store = await openCollectionStore(join(folder, 'bees'));
    await expect(round(file)).rejects.toThrow(InputError);
    store.close();
  });
});
