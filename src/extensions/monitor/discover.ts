import { join } from 'node:path';
import type { CollectionSettings } from './collection-settings.js';
import { openNetwork } from '../../app/crawl/setup/network.js';
import type { CrawlSurroundings } from '../../app/crawl/setup/crawl-surroundings.js';
import { createPoliteness } from '../../crawling/politeness/politeness.js';
import { createRobots } from '../../crawling/politeness/robots.js';
import { gatherSitemaps } from '../../crawling/sitemaps/sitemaps.js';
import { readFrontier } from '../../crawling/store/frontier-view.js';
import type { Fetcher } from '../../model/crawl-event.js';
import type { CollectionStore } from './collection-store.js';
import type { Discovered } from './plan-round.js';
import { fileExists } from '../../support/files/file-exists.js';
import { silentLogger } from '../../support/logger.js';
import type { Clock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import { DATABASE } from '../../support/crawl-folder.js';

/** Feeds that a round reads, those first that were read longest ago, and addresses in them that are looked at. */
const MOST_FEEDS = 100;
const MOST_IN_FEEDS = 10_000;

/** Reads the feeds and sitemaps of a collection, under its robots.txt and pauses, and the queue of the round before. */
export async function discover(
  settings: CollectionSettings,
  store: CollectionStore,
  seeds: readonly string[],
  before: string | undefined,
  surroundings: CrawlSurroundings,
): Promise<Discovered> {
  const { crawl, feeds: readsFeeds, sitemaps, budget } = settings;
  const { logger = silentLogger, signal } = surroundings;
  const queued =
    before !== undefined && (await fileExists(join(before, DATABASE)))
      ? readFrontier(before, budget).head
      : [];
  const feeds = readsFeeds ? store.feeds(MOST_FEEDS) : [];
  if (feeds.length === 0 && !sitemaps && crawl.sitemap.length === 0)
    return { inFeeds: [], inSitemaps: [], queued };
  return withResources(async (own) => {
    const named = [...seeds, ...crawl.sitemap];
    const { fetcher, clock } = own(await openNetwork(crawl, surroundings, named));
    const parts = { fetcher, clock, logger, ...courtesyOf(crawl, fetcher, clock), signal };
    const { keepParameters, sortQueries, maxUrlLength: maxLength } = crawl;
    const plan = { urlRules: { keepParameters, sortQueries, maxLength }, ofHosts: [], sitemaps: [] };
    const inFeeds = await gatherSitemaps(parts, { ...plan, feeds, maxUrls: MOST_IN_FEEDS });
    store.askedFeeds(
      feeds.map(({ url }) => url),
      clock.now(),
    );
    const inSitemaps = await gatherSitemaps(parts, {
      ...plan,
      ofHosts: sitemaps ? seeds : [],
      sitemaps: crawl.sitemap,
      maxUrls: crawl.maxSitemapUrls,
    });
    logger.info(`feeds: ${inFeeds.length} addresses; sitemaps: ${inSitemaps.length}`);
    // The crawl does not know of the requests made here.
    await clock.sleep(crawl.delay * 1000, signal);
    return { inFeeds, inSitemaps, queued };
  });
}

/** The rules and pauses of a crawl, for the requests that are made before it. */
function courtesyOf(crawl: CollectionSettings['crawl'], fetcher: Fetcher, clock: Clock) {
  const { userAgent, maxDelay } = crawl;
  const backoff = { tries: 1 + crawl.retries, firstSeconds: crawl.retryDelay };
  const pause = { seconds: crawl.delay, factor: crawl.delayFactor, maxSeconds: maxDelay };
  return {
    robots: createRobots({ fetcher, userAgent, maxCrawlDelay: maxDelay, backoff, clock }),
    politeness: createPoliteness(clock, pause),
  };
}
