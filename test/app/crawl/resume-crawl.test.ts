import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, rename, rm, writeFile, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { crawlStatus } from '../../../src/app/crawl/crawl-status.js';
import {
  crawlTopic,
  resumeCrawl,
  type CrawlReport,
  type CrawlCallbacks,
} from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { openCrawlStore, readStanding } from '../../../src/crawling/store/crawl-store.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { CrawlEvent, Fetcher } from '../../../src/model/crawl-event.js';
import { InputError, OutputError, UsageError } from '../../../src/model/errors.js';
import { DATABASE } from '../../../src/support/crawl-folder.js';
import { without } from '../../../src/support/without.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { StrategyName } from '../../../src/judging/plugins/built-in-strategies.js';
import type { SampleWeb } from '../../../src/extensions/archives/open-web.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { manualClock } from '../../support/manual-clock.js';
import { SMALL_SEED } from '../../support/small-corpus.js';
import { THOROUGH } from '../../support/thorough.js';
import { placesIn } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';

const STRATEGIES = THOROUGH
  ? (['krs', 'breadth-first', 'shark-search', 'learning', 'three-phase', 'hmm'] as const)
  : (['learning', 'hmm'] as const);

const { root, kb } = beeTopic();
let web: SampleWeb;
const fresh = placesIn(root);

beforeAll(async () => void (web = await openSmallWeb(root)));

/** The pages that were asked for, in their order. */
function counting(): { readonly fetcher: Fetcher; readonly asked: string[] } {
  const asked: string[] = [];
  const inner = createWebFetcher(web);
  const fetch: Fetcher['fetch'] = (url, options) => {
    if (!url.endsWith('/robots.txt')) asked.push(url);
    return inner.fetch(url, options);
  };
  return { fetcher: { fetch }, asked };
}

function crawl(changes: Partial<CrawlOptions> = {}, deps: CrawlCallbacks = {}): Promise<CrawlReport> {
  const small = { kb, topic: 'bees', seeds: [SMALL_SEED], out: fresh(), concurrency: 1, delay: 0 };
  const options = { ...small, ...changes };
  return crawlTopic(options, { fetcher: createWebFetcher(web), clock: manualClock(), ...deps });
}

async function eventsOf(out: string): Promise<Omit<CrawlEvent, 'time'>[]> {
  return (await collected(readEvents(out))).map((event) => without(event, 'time'));
}

const deps = (fetcher = createWebFetcher(web)) => ({ fetcher, clock: manualClock() });

/** What has to be the same in the end; times are others, since robots.txt files are asked for anew. */
const outcome = (summary: CrawlReport['summary']): object =>
  without(summary, 'startedAt', 'endedAt', 'seconds');

/** Crawls without an end in between, which are only read. */
const wholes = new Map<string, Promise<CrawlReport>>();
function whole(strategy: StrategyName = 'learning'): Promise<CrawlReport> {
  const made = wholes.get(strategy) ?? crawl({ strategy, follow: 'all' });
  wholes.set(strategy, made);
  return made;
}

describe('resumeCrawl', () => {
  it.each(STRATEGIES)('comes to the same end as if nothing had been between: %s', async (strategy) => {
    const expected = await whole(strategy);
    const { fetcher, asked } = counting();
    let report = await crawl({ strategy, follow: 'all', maxPages: 2 }, { fetcher });
    expect(report.summary.ended).toBe('max-pages');
    for (const maxPages of THOROUGH ? [5, 6, 100] : [5, 100])
      report = await resumeCrawl({ out: report.out, maxPages }, deps(fetcher));
    expect(await eventsOf(report.out)).toEqual(await eventsOf(expected.out));
    expect(outcome(report.summary)).toEqual(outcome(expected.summary));
    expect(expected.summary.acceptedHosts).toBe(2);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('writes events that the kill kept from the file, and never runs backwards', async () => {
    const expected = await whole();
    const { out } = await crawl({ maxPages: 4 }, { clock: manualClock(Date.UTC(2030, 0, 1)) });
    const file = join(out, 'events.jsonl');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    await writeFile(file, `${lines.slice(0, 2).join('\n')}\n${lines[2]!.slice(0, 50)}`);
    await resumeCrawl({ out, maxPages: 1000 }, deps());
    expect(await eventsOf(out)).toEqual(await eventsOf(expected.out));
    const times = (await collected(readEvents(out))).map(({ time }) => time);
    expect(times).toEqual([...times].sort());
    expect(times.at(-1)! > '2030').toBe(true);
  });

  it('stops when the results cannot be written, and can be resumed', async () => {
    const expected = await whole();
    const out = fresh();
    let requests = 0;
    const inner = createWebFetcher(web);
    const fetch: Fetcher['fetch'] = async (url, options) => {
      // Something else is where the pages are to be.
      if (++requests === 1) await mkdir(join(out, 'pages.warc'));
      return inner.fetch(url, options);
    };
    const failing = crawl({ out }, { fetcher: { fetch } });
    await expect(failing).rejects.toBeInstanceOf(OutputError);
    expect((await crawlStatus(out)).state).toBe('stopped');
    await rmdir(join(out, 'pages.warc'));
    const report = await resumeCrawl({ out }, deps());
    expect(await eventsOf(out)).toEqual(await eventsOf(expected.out));
    expect(report.summary.accepted).toBe(expected.summary.accepted);
  });

  it.each([
    ['rendering', { render: 'always', web: 'web' }, /--web/],
    ['settings of another version', { labels: [] }, /labels/],
  ] as const)('refuses what a new crawl refuses, before it touches the folder: %s', async (_, unfit, why) => {
    await expect(crawl(unfit as object)).rejects.toThrow(why);
    const { out } = await crawl({ maxPages: 2, strategy: 'breadth-first' });
    const before = await readFile(join(out, 'crawl.json'), 'utf8');
    const plan = readStanding(out).plan as { readonly settings: object };
    const store = openCrawlStore(out);
    store.keepPlan({ ...plan, settings: { ...plan.settings, ...unfit } });
    store.close();
    await expect(resumeCrawl({ out, maxPages: 5 }, deps())).rejects.toThrow(why);
    expect(await readFile(join(out, 'crawl.json'), 'utf8')).toBe(before);
  });

  it('refuses a damaged state of a feature, and names the file', async () => {
    const { out } = await crawl({ maxPages: 2, strategy: 'breadth-first' });
    const database = new Database(join(out, DATABASE));
    const changed = `json_set(value, '$.survey', json('{"drawn":"many"}'))`;
    database.exec(`UPDATE facts SET value = ${changed} WHERE name = 'crawl'`);
    database.close();
    await expect(resumeCrawl({ out, maxPages: 5 }, deps())).rejects.toThrow(
      new RegExp(`${DATABASE}.*the state of the survey`),
    );
  });

  it('refuses what is no crawl, a crawl that runs, and settings that cannot change', async () => {
    await expect(resumeCrawl({ out: fresh() })).rejects.toBeInstanceOf(InputError);
    await expect(resumeCrawl({ out: root })).rejects.toBeInstanceOf(InputError);
    await expect(crawlStatus(root)).rejects.toBeInstanceOf(InputError);
    const { out } = await crawl({ maxPages: 2, strategy: 'breadth-first' });
    await expect(resumeCrawl({ out, topic: 'wasps' } as never)).rejects.toBeInstanceOf(UsageError);
    const running = openCrawlStore(out);
    // The folder is checked before the knowledge base is opened, which may take long.
    await rename(kb, `${kb}-away`);
    await expect(resumeCrawl({ out }, deps())).rejects.toThrow(/another process is crawling/);
    await expect(crawl({ out, force: true })).rejects.toThrow(/another process is crawling/);
    await rename(`${kb}-away`, kb);
    expect((await crawlStatus(out)).state).toBe('running');
    running.close();
    await rm(join(out, 'events.jsonl'));
    await expect(resumeCrawl({ out }, deps())).resolves.toBeDefined();
  });
});
