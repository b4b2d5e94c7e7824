import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { diabetesTopic } from '../support/bee-topic.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { sfwc } from '../cli/run.js';
import { checkArchive } from '../support/check-warc.js';
import {
  countersOf,
  crawlAndKill,
  eventsWithoutTimes,
  startWatchedWeb,
  type WatchedWeb,
} from '../support/killed-crawl.js';
import { PAGES_FILE } from '../../src/crawling/store/page-store.js';
import { storedPages } from '../support/stored-pages.js';
import { without } from '../../src/support/without.js';
import { rounds } from '../support/thorough.js';
import { describeUnless } from './data.js';

/** A classifier whose verdicts stand. Those that change are given again in slices of time, so that the machine decides what comes next. */
const FIXED = ['--set', 'classifier=krs-paper'];
const PAGES = 60;

const kills = rounds(6, 1);
/** Requests between two kills at most: so far that the kills are spread over the whole crawl. */
const apart = Math.max(3, Math.ceil((2 * PAGES) / kills));

describeUnless(undefined, 'a crawl that is killed', () => {
  const { root: folder, kb } = diabetesTopic();
  let web: WatchedWeb;
  beforeAll(async () => {
    web = await startWatchedWeb('diabetes');
  });
  afterAll(() => web.close());

  const place = (): string[] => ['--kb', kb, '--topic', 'diabetes', '--set', `connectTo=${web.connect}`];
  // One host at a time and no pauses: then the order does not depend on how long something takes.
  const PACE = ['--delay', '0', '--concurrency', '1', '--max-pages', String(PAGES)];
  const beginWith = (...options: string[]): string[] => [
    ...place(),
    ...PACE,
    ...['--seeds', web.seed, '--warc', 'all'],
    ...options,
  ];

  it.each(['krs', 'learning'])(
    `${kills} times at random comes to the same end as one that is not: %s`,
    async (strategy) => {
      const whole = path.join(folder, `whole-${strategy}`);
      const out = path.join(folder, `killed-${strategy}`);
      const begin = beginWith('--strategy', strategy, ...FIXED);
      const undisturbed = await sfwc(['crawl', ...begin, '--out', whole]);
      const requests = web.asked.length;
      web.asked.length = 0;
      const { code, killed } = await crawlAndKill(web, begin, out, kills, 7, apart);
      expect(killed).toBeGreaterThan(0);
      expect(code).toBe(undisturbed.code);

      const events = await eventsWithoutTimes(out);
      expect(events).toEqual(await eventsWithoutTimes(whole));
      expect(await countersOf(out)).toEqual(await countersOf(whole));
      const pages = async (place: string) =>
        [...(await storedPages(place))].map(([url, page]) => [url, without(page, 'event')]);
      expect(await pages(out)).toEqual(await pages(whole));
      expect((await stat(path.join(out, PAGES_FILE))).size).toBe(
        (await stat(path.join(whole, PAGES_FILE))).size,
      );
      // The RDF has the same triples but for the crawl's own address and times.
      const triples = async (place: string): Promise<number> =>
        gunzipSync(await readFile(path.join(place, 'crawl.nq.gz')))
          .toString()
          .split('\n').length;
      expect(await triples(out)).toBe(await triples(whole));
      // Each page once in the archive, which can be read to its end.
      expect(await archivedIn(out)).toEqual(await archivedIn(whole));
      expect(await archivedIn(out)).toEqual(addressesOf(events));
      // No page twice, except the one that was under way at each kill, and those of a batch that was not committed.
      expect(web.asked.length - requests).toBeLessThanOrEqual(killed * 16);
      web.asked.length = 0;
    },
    20_000 + kills * 20_000,
  );

  it(
    `${kills} times at random keeps each page once under the verdict that it has in the end`,
    async () => {
      const out = path.join(folder, 'killed-settling');
      web.asked.length = 0;
      const { code, killed } = await crawlAndKill(web, beginWith(), out, kills, 7, apart);
      expect([code, killed > 0]).toEqual([0, true]);
      const events = await eventsWithoutTimes(out);
      const { accepted } = await countersOf(out);
      const last = [...new Map(events.map((event) => [event.url, event])).values()];
      const kept = last.filter(({ judgement }) => judgement?.accepted === true);
      expect(kept).toHaveLength(Number(accepted));
      const stored = [...(await storedPages(out)).values()];
      expect(stored.filter(({ text }) => text !== undefined)).toHaveLength(kept.length);
      // Events of pages that were judged again say that nothing was fetched for them.
      expect(await archivedIn(out)).toEqual(addressesOf(events));
      expect(web.asked.length).toBeLessThanOrEqual(PAGES + killed * 16);
      web.asked.length = 0;
    },
    20_000 + kills * 20_000,
  );
});

/** The addresses whose answers an archive holds, robots.txt files left out: those may be asked for after each kill. */
async function archivedIn(out: string): Promise<readonly string[]> {
  const { records } = await checkArchive(out);
  const pages = records.filter(({ type, url }) => type === 'response' && !url.endsWith('/robots.txt'));
  return pages.map(({ url }) => url).sort();
}

function addressesOf(events: readonly Omit<CrawlEvent, 'time'>[]): readonly string[] {
  const fetched = events.filter((event) => event.fetched);
  return fetched.flatMap(({ url, finalUrl }) => (finalUrl === undefined ? [url] : [url, finalUrl])).sort();
}
