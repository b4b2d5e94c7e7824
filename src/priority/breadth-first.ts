import type { LinkPriority } from '../model/crawl.js';

/**
 * Nearest to the seeds first, equal depths in the order of discovery: the baseline that focused strategies are measured
 * against. The value of a link is minus the depth of its target.
 */
export function breadthFirst(): LinkPriority {
  return {
    name: 'breadth-first',
    prioritise: ({ depth }) => ({ value: -depth, reason: `breadth-first, depth ${depth}` }),
  };
}
