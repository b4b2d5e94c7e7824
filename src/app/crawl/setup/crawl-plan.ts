import { defaultsOf } from '../../settings/resolve.js';
import type { Defaults } from '../../../support/settings/field.js';
import { crawlFields, PATIENCE } from '../../settings/crawl-settings.js';
import type { CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import { productToken } from '../../../crawling/politeness/robots.js';
import { urlFilter } from '../../../crawling/urls/url-patterns.js';
import { readStopCondition } from '../../../crawling/engine/stop-condition.js';
import type { Follow, LinkPriority } from '../../../model/crawl-event.js';
import { DEFAULT_STRATEGY, strategyOf } from '../../../judging/plugins/built-in-strategies.js';

/** Links of a page that are considered, the first ones. */
const MAX_LINKS = 2000;
/** The pause after a response: at least so many times the time of the response, at most so many seconds. */
export const PAUSE = { factor: 2, maxSeconds: 30 } as const;

/** Seconds in which pages in flight are received, judged and kept after Ctrl-C. */
const STOP_WITHIN = 10;

/** The settings that say how a crawl behaves: all of them have defaults. */
export type PlanSettings = Defaults<typeof crawlFields>;

/**
 * Plans a crawl by its settings. Links are followed as the user says, else as the strategy's paper does.
 * @throws UsageError for a pattern of addresses that is not valid
 */
export function planCrawl(settings: PlanSettings, seeds: readonly string[]): CrawlPlan {
  const { maxDepth, scope, concurrency } = settings;
  return {
    seeds,
    maxPages: settings.maxPages,
    maxSeconds: settings.maxSeconds ?? Infinity,
    stopWithin: STOP_WITHIN,
    maxIdle: settings.maxIdle,
    until: settings.until.map(readStopCondition),
    patience: settings.patience ?? (settings.topic === undefined ? 0 : PATIENCE),
    maxDepth,
    scope,
    follow: settings.follow ?? strategyOf(settings.strategy ?? DEFAULT_STRATEGY).follow ?? 'all',
    concurrency,
    // Of an archive, the pauses are those of its own queue.
    pause:
      settings.captures === undefined
        ? { seconds: settings.delay, ...PAUSE }
        : { seconds: 0, factor: 0, maxSeconds: 0 },
    backoff: { tries: 1 + settings.retries, firstSeconds: settings.retryDelay },
    keepParameters: false,
    admits: urlFilter(settings.include, settings.exclude),
    maxLinks: MAX_LINKS,
    maxPagesPerHost: settings.maxPagesPerHost ?? Infinity,
    nearDuplicates: !settings.keepDuplicates,
    productToken: productToken(settings.userAgent),
  };
}

/** Values of an {@link unlimitedPlan}. */
type GivenPlan = Pick<CrawlPlan, 'seeds' | 'maxPages' | 'maxDepth' | 'follow'> &
  Partial<Omit<CrawlPlan, 'pause'>> & { readonly delaySeconds?: number };

/** The plan of a crawl that takes one page after the other, without pauses and limits except those given. */
export function unlimitedPlan({ delaySeconds = 0, ...given }: GivenPlan): CrawlPlan {
  const settings = { ...defaultsOf(crawlFields), keepDuplicates: true, delay: delaySeconds };
  const { maxPages } = given;
  const bounds = { maxPages, concurrency: 1, maxIdle: Infinity };
  return { ...planCrawl({ ...settings, ...bounds }, []), maxLinks: Infinity, ...given };
}

/**
 * Whose links a crawl follows unless the user says otherwise: as the strategy's paper does, but where that is those of
 * accepted pages, the crawl continues with those of others when none are left.
 */
export function followedInCrawl(priority: LinkPriority): Follow {
  return followedBy(priority) === 'accepted' ? 'accepted-first' : 'all';
}

/** Whose links are followed as the strategy's paper does. */
export function followedBy({ name, follow }: LinkPriority): 'accepted' | 'all' {
  return follow ?? strategyOf(name).follow ?? 'all';
}
