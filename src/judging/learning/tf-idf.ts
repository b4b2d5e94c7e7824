import { normalised, sparseVector, type SparseVector } from '../../support/numeric/sparse-vector.js';
import type { DocumentFrequencies, TermCounts, Vocabulary } from './term-counts.js';

/** A space of terms with their inverse document frequencies, by place. */
export interface TermSpace {
  readonly vocabulary: Vocabulary;
  readonly idf: ArrayLike<number>;
}

/** `ln((N + 1) / (n + 1)) + 1`, by place: smoothed, so that a term of every document still counts a little. */
export function termSpace(vocabulary: Vocabulary, { documents, byTerm }: DocumentFrequencies): TermSpace {
  return {
    vocabulary,
    idf: vocabulary.terms.map((term) => Math.log((documents + 1) / ((byTerm.get(term) ?? 0) + 1)) + 1),
  };
}

/** A document as `(1 + ln f) · idf`, at length 1 (Salton and Buckley 1988, "ltc"). Terms outside the vocabulary are ignored. */
export function tfIdfVector(counts: TermCounts, { vocabulary, idf }: TermSpace): SparseVector {
  const weights: (readonly [place: number, weight: number])[] = [];
  for (const [term, count] of counts) {
    const place = vocabulary.placeOf.get(term);
    if (place === undefined || count <= 0) continue;
    weights.push([place, (1 + Math.log(Math.max(count, 1))) * (idf[place] ?? 0)]);
  }
  return normalised(sparseVector(weights));
}

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
