import { createBatchFrontier } from '../../../crawling/frontier/batch-frontier.js';
import { createFrontier } from '../../../crawling/frontier/frontier.js';
import type { Follow, LinkPriority } from '../../../model/crawl-event.js';
import type { Frontier } from '../../../model/frontier.js';
import { strategyOf } from '../../../judging/plugins/built-in-strategies.js';

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

/** The frontier that a strategy wants, over the one given: one that hands out a batch at a time where it has one. */
export function frontierFor({ batch = 1 }: LinkPriority, frontier: Frontier = createFrontier()): Frontier {
  return batch > 1 ? createBatchFrontier(frontier, batch) : frontier;
}
