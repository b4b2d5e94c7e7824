import type { LinkPriority } from '../../model/crawl-event.js';

/**
 * Closest to the seeds first, equal depths in the order of discovery: the baseline for focused strategies. The value of a
 * link is minus the depth of its target.
 */
export function breadthFirst(): LinkPriority {
  return {
    name: 'breadth-first',
    prioritise: ({ depth }) => ({ value: -depth, reason: `breadth-first, depth ${depth}` }),
  };
}
