import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { defaultsOf } from '../../app/settings/resolve.js';
import type { CollectionSettings } from './collection-settings.js';
import type { MonitorSettings } from './monitor-settings.js';
import { planCrawl } from '../../app/crawl/setup/crawl-plan.js';
import { readSeeds } from '../../app/crawl/setup/read-seeds.js';
import type { CollectionMemory, EarlierCrawl } from '../../crawling/engine/crawl-types.js';
import { openEarlierCrawl } from '../../crawling/store/earlier-crawl.js';
import { readStanding } from '../../crawling/store/crawl-store.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';
import type { BegunRound, CollectionStore } from './collection-store.js';
import { isSettled } from './page-outcome.js';
import { planRound } from './plan-round.js';
import type { RoundReport } from './round-report.js';
import type { Sink } from '../../judging/plugins/plugin.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import { systemClock } from '../../support/time/clock.js';
import {
  crawlTopic,
  resumeCrawl,
  type CrawlReport,
  type CrawlSurroundings,
} from '../../app/crawl/crawl-topic.js';
import { discover } from './discover.js';
import { roundFolder } from './round-folder.js';
import { takeRound } from './take-round.js';
import { writeReports } from './write-reports.js';
import { DATABASE } from '../../support/crawl-folder.js';

/** The credentials of a knowledge base in an endpoint. */
export type Credentials = Pick<MonitorSettings, 'kbUser' | 'kbPassword' | 'kbToken'>;

/** A collection whose state is open. */
export interface OpenCollection {
  readonly settings: CollectionSettings;
  readonly credentials: Credentials;
  readonly store: CollectionStore;
}

/**
 * Runs a round, or continues with the one that was begun: discovers, crawls, and commits what it brought in one step. What a
 * process that is killed leaves is either the state before the round, with a crawl that continues, or that after it.
 * @returns undefined when it was interrupted
 * @throws as `crawlTopic`
 */
export async function runRound(
  collection: OpenCollection,
  surroundings: CrawlSurroundings,
): Promise<RoundReport | undefined> {
  const { settings, store } = collection;
  const seeds = await readSeeds(settings.seeds);
  const round = store.begun() ?? (await beginRound(collection, seeds, surroundings));
  if (round === undefined) return undefined;
  const folder = roundFolder(settings.out, round.number);
  const crawled = await crawlRound(collection, seeds, round, folder, surroundings);
  if (crawled.summary.ended === 'interrupted') return undefined;
  const taken = await takeRound(settings, store, round, folder, crawled);
  await writeReports(folder, taken.report, settings.reports);
  store.commit(taken.report, taken.records);
  return taken.report;
}

/** Chooses what a round starts from. Undefined when it was interrupted meanwhile. */
async function beginRound(
  { settings, store }: OpenCollection,
  seeds: readonly string[],
  surroundings: CrawlSurroundings,
): Promise<BegunRound | undefined> {
  const { clock = systemClock, signal } = surroundings;
  const { budget, revisits, every, shortest, longest, goneAfter, out } = settings;
  const now = clock.now();
  const last = store.lastRound();
  const before = last && roundFolder(out, last.round);
  const discovered = await discover(settings, store, seeds, before, surroundings);
  if (signal?.aborted === true) return undefined;
  const isKnown = (url: string): boolean => {
    const record = store.page(url);
    return record !== undefined && isSettled(record, { now, goneAfter, longest });
  };
  const own = new Set(seeds);
  const pages = [...store.pages()].filter(({ url }) => !own.has(url));
  const since = last === undefined ? -Infinity : Date.parse(last.startedAt);
  const rest = Math.max(0, budget - seeds.length);
  const when = { now, budget: rest, revisits, every, shortest, longest };
  const round = {
    number: (last?.round ?? 0) + 1,
    startedAt: now,
    found: planRound(pages, discovered, isKnown, since, when),
  };
  store.begin(round);
  return round;
}

/** Crawls for a round, or continues with its crawl. */
async function crawlRound(
  collection: OpenCollection,
  seeds: readonly string[],
  round: BegunRound,
  folder: string,
  surroundings: CrawlSurroundings,
): Promise<CrawlReport> {
  const { settings, credentials, store } = collection;
  const { kb, topic, budget, crawl } = settings;
  const memory = memoryOf(collection, seeds, round);
  const around = { ...surroundings, collection: memory };
  const sinks = settings.feeds ? [feedSink(store, new Set(seeds))] : [];
  const isBegun = existsSync(join(folder, DATABASE)) && readStanding(folder).plan !== undefined;
  if (isBegun) return resumeCrawl({ resume: true, out: folder, ...given(credentials), sinks }, around);
  const own = { ...given(crawl), ...given(credentials), ...given({ kb, topic }) };
  return crawlTopic(
    { ...without(own, 'sitemap'), seeds, out: folder, maxPages: budget, force: true, sinks },
    around,
  );
}

/** What the crawl of a round knows of the rounds before. */
function memoryOf(
  { settings, store }: OpenCollection,
  seeds: readonly string[],
  { found, startedAt: now }: BegunRound,
): CollectionMemory {
  const { goneAfter, longest, out, crawl } = settings;
  const { urlRules } = planCrawl({ ...defaultsOf(crawlFields), ...crawl }, seeds);
  const normalised = [...seeds, ...found.map(({ url }) => url)].map((url) => normaliseUrl(url, urlRules));
  const wanted = new Set(normalised);
  return {
    found,
    isKnown: (url) => {
      const record = wanted.has(url) ? undefined : store.page(url);
      return record !== undefined && isSettled(record, { now, goneAfter, longest });
    },
    earlier: async (judges) => {
      const rounds = new Map<number, EarlierCrawl>();
      const roundOf = (url: string): number | undefined => store.page(url)?.round;
      for (const url of wanted) {
        const number = url === undefined ? undefined : roundOf(url);
        if (number !== undefined && !rounds.has(number))
          rounds.set(number, await openEarlierCrawl(roundFolder(out, number), judges));
      }
      const earlier = (url: string): EarlierCrawl | undefined => rounds.get(roundOf(url) ?? 0);
      return {
        validators: (url, needsLinks) => earlier(url)?.validators(url, needsLinks),
        read: async (url) => earlier(url)?.read(url),
      };
    },
  };
}

/** Notes the feeds that accepted pages and seeds name. */
function feedSink(store: CollectionStore, seeds: ReadonlySet<string>): Sink {
  return {
    name: 'feeds of the collection',
    write: ({ url, judgement }, page) => {
      if (judgement?.accepted !== true && !seeds.has(url)) return;
      for (const feed of page?.feeds ?? []) store.addFeed(feed, url);
    },
  };
}
