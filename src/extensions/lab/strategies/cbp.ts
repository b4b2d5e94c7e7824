import type { LinkPriority } from '../../../model/crawl-event.js';
import { belowThreshold } from './below.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';

/**
 * Content block partition only, a baseline of Lu, Zhan, Zhou and He 2016 (section 4): every link has the similarity of the
 * content block that contains it as its priority, if that is at least θ; links in other blocks are dropped. With several
 * blocks, the best counts. The page reader cuts the blocks (α = 0.5); TFC weights.
 *
 * Deviations: θ is on the scale of `likeness`, and links below it come last unless `below` is `drop`.
 */
export function contentBlocks(
  sight: TopicSight,
  { threshold, below }: StrategySettings['lpe'],
): LinkPriority {
  return {
    name: 'cbp',
    prioritise: ({ link, source }) => {
      const value = sight.blockLikeness(source, link);
      const reason = `block ${value.toFixed(3)}`;
      return value >= threshold ? { value, reason } : belowThreshold(value, reason, below);
    },
  };
}
