import type { LinkPriority, Priority } from '../../../model/crawl-event.js';
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

/**
 * Link context only, a baseline of Lu, Zhan, Zhou and He 2016 (section 5.4): the links whose surrounding text is most
 * similar to the topic first, by the cosine of TFC weights. The context is the anchor with up to twenty words on each side
 * within its sentence (`LinkPlace.context`), which the paper leaves open. With several places, the best counts.
 */
export function linkContext(sight: TopicSight): LinkPriority {
  return {
    name: 'link-context',
    prioritise: ({ link }) => {
      const value = sight.contextLikeness(link);
      return { value, reason: `context ${value.toFixed(3)}` };
    },
  };
}

/**
 * Drops a link whose value (0 to 1) is below a threshold, or queues it behind all others by subtracting 1.
 */
export function belowThreshold(value: number, reason: string, below: 'drop' | 'last'): Priority | undefined {
  return below === 'drop' ? undefined : { value: value - 1, reason: `${reason}, below the threshold` };
}
