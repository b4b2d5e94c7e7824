import type { TermCounts } from './term-counts.js';

/** Terms of a page by its four sections, each with its counts. */
export interface SectionCounts {
  readonly headline: TermCounts;
  readonly keywords: TermCounts;
  readonly anchors: TermCounts;
  readonly body: TermCounts;
}

/** The weights α, β, λ, ε of headline, keywords, anchor text and body. */
export type SectionWeights = Readonly<Record<keyof SectionCounts, number>>;

/** `tf_td = α·h_td + β·k_td + λ·a_td + ε·b_td` (Lu et al. 2016, section 3.2). */
export function sectionFrequencies(sections: SectionCounts, weights: SectionWeights): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const section of ['headline', 'keywords', 'anchors', 'body'] as const) {
    const weight = weights[section];
    // A term with the frequency 0 would still be a term of the page.
    if (weight === 0) continue;
    for (const [term, count] of sections[section])
      frequencies.set(term, (frequencies.get(term) ?? 0) + weight * count);
  }
  return frequencies;
}
