import path from 'node:path';
import type { CrawlSettings } from '../config/settings.js';
import type { Backoff } from '../crawl/politeness/backoff.js';
import type { CrawlParts, CrawlPlan, FoundUrl } from '../crawl/engine/crawl-types.js';
import { openEarlierCrawl } from '../crawl/store/earlier-crawl.js';
import { createPoliteness } from '../crawl/politeness/politeness.js';
import { createRobots, productToken, type Robots } from '../crawl/politeness/robots.js';
import { gatherSitemaps } from '../crawl/sitemaps/sitemaps.js';
import { urlFilter } from '../crawl/urls/url-patterns.js';
import type { UrlRules } from '../crawl/urls/urls.js';
import type { Fetcher } from '../model/crawl.js';
import { UsageError } from '../model/errors.js';
import type { Clock } from '../support/time/clock.js';

/**
 * What settings say on manners and boundaries of a crawl.
 * @throws UsageError for a pattern of addresses that is none
 */
export function rulesOf(
  settings: CrawlSettings,
): Omit<CrawlPlan, 'seeds' | 'maxPages' | 'maxDepth' | 'scope' | 'follow'> {
  const { delay, delayFactor, maxDelay, maxLinks, maxPagesPerHost, include, exclude } = settings;
  return {
    delaySeconds: delay,
    delayFactor,
    maxDelaySeconds: maxDelay,
    backoff: backoffOf(settings),
    urlRules: urlRulesOf(settings),
    admits: urlFilter(include, exclude),
    maxLinks,
    ...(maxPagesPerHost === undefined ? {} : { maxPagesPerHost }),
    nearDuplicates: !settings.keepDuplicates,
    productToken: productToken(settings.userAgent),
  };
}

function urlRulesOf({ keepParameters, sortQueries, maxUrlLength }: CrawlSettings): UrlRules {
  return { keepParameters, sortQueries, maxLength: maxUrlLength };
}

function backoffOf({ maxTries, retryDelay }: CrawlSettings): Backoff {
  return { tries: maxTries, firstSeconds: retryDelay };
}

/** The robots.txt files of a crawl. */
export function openRobots(settings: CrawlSettings, fetcher: Fetcher, clock: Clock): Robots {
  const { userAgent, maxDelay } = settings;
  return createRobots({ fetcher, userAgent, maxCrawlDelay: maxDelay, backoff: backoffOf(settings), clock });
}

/** The pages that sitemaps name, where they are wanted. */
export async function findSitemaps(
  settings: CrawlSettings,
  seeds: readonly string[],
  parts: Pick<CrawlParts, 'fetcher' | 'robots' | 'clock' | 'logger'>,
  signal?: AbortSignal,
): Promise<Pick<CrawlPlan, 'found'>> {
  const { sitemap, sitemaps, maxSitemapUrls, delay, delayFactor, maxDelay } = settings;
  if (!sitemaps && sitemap.length === 0) return {};
  const politeness = createPoliteness(parts.clock, {
    seconds: delay,
    factor: delayFactor,
    maxSeconds: maxDelay,
  });
  const found: readonly FoundUrl[] = await gatherSitemaps(
    { ...parts, politeness, ...(signal === undefined ? {} : { signal }) },
    {
      ofHosts: sitemaps ? seeds : [],
      sitemaps: sitemap,
      maxUrls: maxSitemapUrls,
      urlRules: urlRulesOf(settings),
    },
  );
  parts.logger.info(`sitemaps: ${found.length} addresses`);
  // The crawl knows nothing of the requests made here.
  await parts.clock.sleep(delay * 1000, signal);
  return { found };
}

/** The earlier crawl that is visited again, where there is one. @throws UsageError for the same folder; InputError */
export async function findEarlier(
  { revisit, out }: Pick<CrawlSettings, 'revisit' | 'out'>,
  classifier: string,
): Promise<Pick<CrawlPlan, 'earlier'>> {
  if (revisit === undefined) return {};
  if (path.resolve(revisit) === path.resolve(out)) {
    throw new UsageError('--revisit and --out name the same folder', {
      hint: 'the results of the earlier crawl are read while the new ones are written',
    });
  }
  return { earlier: await openEarlierCrawl(revisit, classifier) };
}
