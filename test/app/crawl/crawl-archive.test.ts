import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archivedPage } from '../../../src/extensions/server/workbench/archived-page.js';
import { crawlTopic, resumeCrawl, type CrawlDeps } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { silentLogger } from '../../../src/support/logger.js';
import { openSampleWeb } from '../../../src/extensions/archives/open-web.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { without } from '../../../src/support/without.js';
import { beeTopic } from '../../support/bee-topic.js';
import { checkArchive } from '../../support/check-warc.js';
import { manualClock } from '../../support/manual-clock.js';
import { startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';
import { itInFull, THOROUGH } from '../../support/thorough.js';
import { placesIn } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';

const A = 'http://a.example';
const { root, kb } = beeTopic();
let bad: MisbehavingWeb;
let good: WebServer;
let asked: string[];
let onRequest: () => Promise<void>;
const fresh = placesIn(root);

beforeAll(async () => {
  bad = await startMisbehavingWeb();
  const web = await openSampleWeb(await writeSmallWeb(join(root, 'web')));
  asked = [];
  onRequest = () => Promise.resolve();
  good = await serveWeb({
    ...web,
    answer: async (url) => {
      asked.push(url);
      await onRequest();
      return web.answer(url);
    },
  });
});
afterAll(async () => {
  await bad.close();
  await good.close();
});

function optionsFor(changes: Partial<CrawlOptions>) {
  return {
    kb,
    topic: 'bees',
    seeds: [SMALL_SEED],
    out: fresh(),
    concurrency: 1,
    workers: 1,
    delay: 0,
    ...(changes.web === undefined ? { connectTo: [`*=127.0.0.1:${good.port}`] } : {}),
    ...changes,
  };
}

async function crawl(changes: Partial<CrawlOptions> = {}, deps: CrawlDeps = {}) {
  const clock = changes.web === undefined ? { clock: manualClock(Date.UTC(2026, 0, 1)) } : {};
  return crawlTopic(optionsFor(changes), { ...clock, ...deps });
}

function eventsOf(out: string): Promise<CrawlEvent[]> {
  return collected(readEvents(out));
}

const verdicts = (events: readonly CrawlEvent[]) =>
  events.map(({ url, state, code, status, checksum, judgement, finalUrl }) => {
    return { url, state, code, status, checksum, judgement, finalUrl };
  });

const responses = async (out: string): Promise<string[]> =>
  (await checkArchive(out)).records
    .filter(({ type, url }) => type === 'response' && !url.endsWith('/robots.txt'))
    .map(({ url }) => url);

describe('--warc', () => {
  it.each(THOROUGH ? (['krs', 'breadth-first'] as const) : (['krs'] as const))(
    'makes an archive that gives the same crawl without the network: %s',
    async (strategy) => {
      const live = await crawl({ strategy, follow: 'all', warc: 'all', warcSize: 10_000 });
      const events = await eventsOf(live.out);
      expect(live.summary.accepted).toBeGreaterThan(1);
      const { files } = await checkArchive(live.out);
      expect(files.length).toBeGreaterThan(1);
      expect((await responses(live.out)).sort()).toEqual(
        events
          .filter(({ fetched }) => fetched)
          .flatMap(({ url, finalUrl }) => (finalUrl === undefined ? [url] : [url, finalUrl]))
          .sort(),
      );
      const before = asked.length;
      const warc = join(live.out, 'warc');
      const again = await crawl({ strategy, follow: 'all', web: [warc] });
      expect(verdicts(await eventsOf(again.out))).toEqual(verdicts(events));
      // Without the indexes, too.
      const bare = fresh();
      await cp(warc, bare, { recursive: true, filter: (name) => !name.endsWith('.cdxj') });
      const third = await crawl({ strategy, follow: 'all', web: [bare] });
      expect(verdicts(await eventsOf(third.out))).toEqual(verdicts(events));
      expect(asked.length).toBe(before);
    },
  );

  it('archives accepted pages alone, where that is wanted', async () => {
    const { out } = await crawl({ warc: 'accepted' });
    const accepted = (await eventsOf(out)).filter(({ judgement }) => judgement?.accepted === true);
    expect((await responses(out)).sort()).toEqual(
      accepted.flatMap(({ url, finalUrl }) => (finalUrl === undefined ? [url] : [url, finalUrl])).sort(),
    );
    const { records } = await checkArchive(out);
    expect(records.some(({ url }) => url.endsWith('/robots.txt'))).toBe(false);
    for (const { url, finalUrl, capturedAt = '' } of accepted) {
      const found = await archivedPage(out, { url, finalUrl, capturedAt });
      expect(found).toMatchObject({
        from: 'warc',
        capturedAt: expect.stringContaining(capturedAt.slice(0, 19)),
      });
    }
  });

  it('refers to what an earlier crawl has of a page that has not changed', async () => {
    const settings = {
      seeds: [`${A}/bees-validated`],
      maxPages: 1,
      connectTo: [`*=127.0.0.1:${bad.port}`],
      warc: 'all' as const,
    };
    const first = await crawl(settings);
    const second = await crawl({ ...settings, revisit: first.out });
    const { records } = await checkArchive(second.out);
    expect(records.map(({ type }) => type).slice(-3)).toEqual(['request', 'revisit', 'metadata']);
    const original = (await checkArchive(first.out)).records.at(-2);
    const third = await crawl({ ...settings, revisit: second.out });
    for (const { out } of [second, third]) {
      const revisit = (await checkArchive(out)).records.at(-2);
      expect(revisit?.field('WARC-Refers-To-Target-URI')).toBe(settings.seeds[0]);
      expect(revisit?.field('WARC-Refers-To-Date')).toBe(original?.field('WARC-Date'));
    }
    const place = (out: string): string => join(out, 'warc');
    const both = { seeds: settings.seeds, maxPages: 1, web: [place(first.out), place(second.out)] };
    const [event] = await eventsOf((await crawl(both)).out);
    expect(event?.judgement?.accepted).toBe(true);
    const alone = await crawl({ ...both, web: [place(second.out)] });
    expect((await eventsOf(alone.out))[0]).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('refers to an earlier capture, and does not have it'),
    });
  });

  itInFull('goes on from any moment with one record of each page', async () => {
    const whole = await crawl({ warc: 'all', warcSize: 10_000 });
    const wanted = (await responses(whole.out)).sort();
    const out = fresh();
    const copies: string[] = [];
    // As a kill at each request would leave it.
    onRequest = async () => {
      const place = fresh();
      await cp(out, place, { recursive: true });
      copies.push(place);
    };
    await crawl({ warc: 'all', warcSize: 10_000, out });
    onRequest = () => Promise.resolve();
    expect(copies.length).toBeGreaterThan(8);
    for (const place of copies) {
      const names = (await readdir(join(place, 'warc'))).filter((name) => name.endsWith('.gz')).sort();
      const last = names.at(-1);
      if (last !== undefined) {
        const file = join(place, 'warc', last);
        await writeFile(file, Buffer.concat([await readFile(file), Buffer.from('torn')]));
      }
      await resumeCrawl({ out: place }, { clock: manualClock(Date.UTC(2026, 0, 2)) });
      expect((await responses(place)).sort()).toEqual(wanted);
      const index = (await readdir(join(place, 'warc'))).filter((name) => name.endsWith('.cdxj'));
      expect(index).toHaveLength((await checkArchive(place)).files.length);
    }
  });

  it('archives a crawl without a topic', async () => {
    const plain = without(optionsFor({ warc: 'all' }), 'kb', 'topic');
    const { out } = await crawlTopic(plain, { clock: manualClock(Date.UTC(2026, 0, 1)) });
    expect((await readdir(join(out, 'warc')))[0]).toMatch(/^sfwc-pages-/);
    const fetched = (await eventsOf(out)).flatMap(({ url, fetched }) => (fetched ? [url] : []));
    expect(fetched.length).toBeGreaterThan(5);
    expect(await responses(out)).toEqual(expect.arrayContaining(fetched));
  });

  it('is replaced by --force, with nothing else in its folder', async () => {
    const { out } = await crawl({ warc: 'all' });
    await writeFile(join(out, 'warc', 'mine.warc.gz'), '');
    await rm(join(out, 'events.jsonl'));
    await rm(join(out, 'crawl.json'));
    await expect(crawl({ out })).rejects.toThrow(/already holds the archive/);
    // Before a knowledge base is opened.
    await expect(crawl({ out, kb: fresh() })).rejects.toThrow(/already holds the archive/);
    await crawl({ out, force: true });
    expect(await readdir(join(out, 'warc'))).toEqual(['mine.warc.gz']);
  });

  it('needs a network, and archives need no other web', async () => {
    await expect(crawl({ warc: 'all', web: 'web' })).rejects.toThrow(
      /--warc cannot be given together with --web/,
    );
    await expect(crawl({ web: [root, root] })).rejects.toThrow(/does not contain WARC files/);
  });
});

describe('a crawl of archives', () => {
  it('goes on where it stood, from several archives', async () => {
    const live = await crawl({ warc: 'all', warcSize: 10_000 });
    const warc = join(live.out, 'warc');
    const files = (await readdir(warc)).filter((name) => name.endsWith('.gz'));
    const web = files.map((name) => join(warc, name));
    const { out } = await crawl({ web, maxPages: 3 });
    const before = asked.length;
    const { summary } = await resumeCrawl({ out, maxPages: 1000 });
    expect(verdicts(await eventsOf(out))).toEqual(verdicts(await eventsOf(live.out)));
    expect([summary.ended, asked.length]).toEqual(['nothing-left', before]);
  });

  it('does not trust an index that is older than its archive, and tells of problems', async () => {
    const { out, summary } = await crawl({ warc: 'all' });
    const warc = join(out, 'warc');
    const [index = '', file = ''] = (await readdir(warc)).sort();
    await writeFile(join(warc, index), 'x\n');
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
    await expect(crawl({ web: [join(warc, file)] }, { logger })).rejects.toThrow(
      /entry 1 does not match the archive/,
    );
    await utimes(join(warc, index), new Date(0), new Date(0));
    const again = await crawl({ web: [join(warc, file)] }, { logger });
    expect(again.summary.accepted).toBe(summary.accepted);
    expect(warnings).toEqual([]);
  });
});
