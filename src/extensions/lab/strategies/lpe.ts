import type { LinkPriority } from '../../../model/crawl-event.js';
import { belowThreshold } from './below.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';

/**
 * Joint feature evaluation (Lu et al. 2016, section 4.1): `JFE(l) = λ sim(anchor) + (1 − λ) sim(context)`.
 */
export function jointFeatures(anchor: number, context: number, anchorWeight: number): number {
  return anchorWeight * anchor + (1 - anchorWeight) * context;
}

/**
 * Link priority evaluation (Lu, Zhan, Zhou and He 2016, algorithm 1): the links of a content block with
 * `sim(block) ≥ θ` have the block's similarity as priority; other links have the value of {@link jointFeatures}, if it is at
 * least θ. With several blocks, the best counts. TFC weights; λ = 0.5, θ = 0.5.
 *
 * Deviations: similarities are on the scale of `likeness`, where 0.5 is the mean of the topic's own texts of the kind, since
 * an anchor of two words never reaches a cosine of 0.5 with the centroid of a corpus; links below θ come last unless `below`
 * is `drop`.
 */
export function linkPriorityEvaluation(
  sight: TopicSight,
  { anchorWeight, threshold, below }: StrategySettings['lpe'],
): LinkPriority {
  return {
    name: 'lpe',
    prioritise: ({ link, source }) => {
      const block = sight.blockLikeness(source, link);
      if (block >= threshold) return { value: block, reason: `block ${block.toFixed(3)}` };
      const value = jointFeatures(sight.anchorLikeness(link), sight.contextLikeness(link), anchorWeight);
      const reason = `anchor and context ${value.toFixed(3)}`;
      return value >= threshold ? { value, reason } : belowThreshold(value, reason, below);
    },
  };
}
