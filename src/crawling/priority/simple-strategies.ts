import type { Contribution, LinkCandidate, LinkPriority, Priority } from '../../model/crawl-event.js';
import type { StrategyMaker } from './strategy-parts.js';
import type { TopicSight } from './topic-sight.js';

/** Closest to the seeds first, equal depths in the order of discovery: the baseline. The value is minus the depth. */
export function breadthFirst(): LinkPriority {
  return {
    name: 'breadth-first',
    prioritise: ({ depth }) => ({ value: -depth, reason: `breadth-first, depth ${depth}` }),
  };
}

/**
 * The crawler of Hernandez, Marin-Castro and Morales-Sandoval 2020 (section 3.3): it follows the links of accepted pages,
 * first come, first served. The classifier and the plan (`follow: accepted`) determine the acceptance; the order is
 * breadth-first.
 */
export function krs(): LinkPriority {
  return { ...breadthFirst(), name: 'krs' };
}

/** The same, but links of the pages with the best score first: not from a paper; the value is the score itself. */
export function krsBestFirst(): LinkPriority {
  return {
    name: 'krs-best-first',
    prioritise: ({ judgement }) => ({
      value: judgement.score,
      reason: `${judgement.classifier} ${judgement.score.toFixed(3)}`,
    }),
  };
}

/** Evidence that a best-first crawler compares with the topic: the linking page, the anchor text, or both (the mean). */
type BestFirstEvidence = 'page' | 'anchor' | 'page-anchor';

/**
 * Best-first (Batsakis, Petrakis and Milios 2009, section 3.1): the links with the most similar page, anchor, or both, first.
 *
 *     priority(l on p) = sim(p) | sim(anchor) | ½ (sim(p) + sim(anchor))    equations 1 and 3
 *
 * Deviations: the topic is the centroid of the corpus instead of a query; frequencies count as `1 + ln f`. Cosines are added as
 * they are. On the scale of `likeness`, which saturates, pages hardly differ and the anchor decides: that was measured and
 * is worse (`best-first-page-anchor` on Wikispeedia: 0.67 instead of 0.70 on three topics, 0.58 instead of 0.65 on six others).
 */
export function bestFirst(name: string, sight: TopicSight, evidence: BestFirstEvidence): LinkPriority {
  const prioritise = ({ link, source }: LinkCandidate): Priority => {
    const page = sight.pageSimilarity(source);
    const anchor = sight.anchorSimilarity(link);
    if (evidence === 'page') return { value: page, reason: `page ${page.toFixed(3)}` };
    if (evidence === 'anchor') return { value: anchor, reason: `anchor ${anchor.toFixed(3)}` };
    return {
      value: (page + anchor) / 2,
      reason: `page ${page.toFixed(3)}, anchor ${anchor.toFixed(3)}`,
      contributions: contributions({ page: page / 2, anchor: anchor / 2 }),
    };
  };
  return { name, prioritise };
}

/** The best-first strategies by name. */
export const BEST_FIRST = {
  'best-first-page': ({ sight }) => bestFirst('best-first-page', sight(), 'page'),
  'best-first-anchor': ({ sight }) => bestFirst('best-first-anchor', sight(), 'anchor'),
  'best-first-page-anchor': ({ sight }) => bestFirst('best-first-page-anchor', sight(), 'page-anchor'),
} as const satisfies Readonly<Record<string, StrategyMaker>>;

/** Amounts that features added to a value, the largest first. */
export function contributions(parts: Readonly<Record<string, number>>): readonly Contribution[] {
  return Object.entries(parts)
    .map(([feature, value]) => ({ feature, value }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}
