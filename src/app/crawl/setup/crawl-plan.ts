import { given } from '../../../support/given.js';
import { defaultsOf } from '../../settings/resolve.js';
import type { Defaults } from '../../../support/settings/field.js';
import { crawlFields } from '../../settings/crawl-settings.js';
import type { CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import { urlFilter } from '../../../crawling/urls/url-patterns.js';
import { readStopCondition } from '../../../crawling/engine/stop-condition.js';
import type { Follow, LinkPriority } from '../../../model/crawl-event.js';
import { strategyOf } from '../../../judging/plugins/built-in-strategies.js';
import { productToken } from '../../../crawling/politeness/robots-txt.js';

/** The pause after a response: at least so many times the time of the response, at most so many seconds. */
const PAUSE = { factor: 2, maxSeconds: 30 } as const;
/** Seconds that a crawl for a topic waits for hosts of better pages. */
export const PATIENCE = 10;

/** Bounds that no setting changes. */
const BOUNDS = {
  /** Links of a page that are considered, the first ones. */
  maxLinks: 2000,
  /** Seconds in which pages in flight are received, judged and kept after Ctrl-C. */
  stopWithin: 10,
  /** A crawl ends when all hosts refuse requests for longer than these seconds. */
  maxIdle: 300,
  /** Tries of a page that answers 429 or 503, and of robots.txt; the pause doubles each time. */
  backoff: { tries: 3, firstSeconds: 30 },
  keepParameters: false,
} as const;

/** Settings of a crawl with the addresses that it starts from, and whose links it follows. */
type PlanSettings = Partial<Defaults<typeof crawlFields>> & Pick<CrawlPlan, 'seeds' | 'follow'>;

/**
 * Plans a crawl by its settings, of which those that are absent have their defaults.
 * @throws UsageError for a pattern of addresses that is not valid
 */
export function planCrawl({ seeds, follow, ...asked }: PlanSettings): CrawlPlan {
  const settings = { ...defaultsOf(crawlFields), ...given(asked) };
  const { maxPages, maxDepth, scope, concurrency, topic, delay: seconds } = settings;
  const until = settings.until.map(readStopCondition);
  return {
    ...{ seeds, follow, until, maxPages, maxDepth, scope, concurrency, ...BOUNDS },
    maxSeconds: settings.maxSeconds ?? Infinity,
    patience: topic === undefined ? 0 : PATIENCE,
    // Of an archive, the pauses are those of its own queue.
    pause: settings.captures === undefined ? { seconds, ...PAUSE } : { seconds: 0, factor: 0, maxSeconds: 0 },
    admits: urlFilter(settings.include, settings.exclude),
    maxPagesPerHost: settings.maxPagesPerHost ?? Infinity,
    nearDuplicates: !settings.keepDuplicates,
    productToken: productToken(settings.userAgent),
  };
}

/** Whose links a crawl follows by default: as the strategy's paper does, but with those of other pages when none are left. */
export function followedInCrawl(priority: LinkPriority): Follow {
  return followedBy(priority) === 'accepted' ? 'accepted-first' : 'all';
}

/** Whose links are followed as the strategy's paper does. */
export function followedBy({ name, follow }: LinkPriority): 'accepted' | 'all' {
  return follow ?? strategyOf(name).follow ?? 'all';
}
