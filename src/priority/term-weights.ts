import { normalised, sparseVector, type SparseVector } from '../learning/sparse-vector.js';
import {
  compareTerms,
  countTerms,
  documentFrequencies,
  vocabularyOf,
  type TermCounts,
} from '../learning/terms.js';
import type { WordReader } from '../model/topic.js';

/** A text with its title, of the topic's corpus or of its background. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** The texts that strategies learn the topic from. */
export interface TopicTexts {
  readonly corpus: readonly TitledText[];
  /** Texts on any subjects, needed to distinguish words of the topic from everyday prose. */
  readonly background: readonly TitledText[];
}

/** A word that represents the topic. */
export interface TopicTerm {
  readonly term: string;
  readonly weight: number;
}

/** The weights of words, from document frequencies that are counted once before the crawl. */
export interface TermWeights {
  /** The dimension of vectors. */
  readonly size: number;
  /** `ln(N / n)`; an unknown word counts as occurring in a single document. */
  readonly idf: (term: string) => number;
  /**
   * A text as TFC weights (Salton and Buckley 1988; Lu et al. 2016, section 4.2):
   *
   *     w_i = f_i log(N / n_i) / √( Σ_j (f_j log(N / n_j))² )
   *
   * Unknown words do not have a component, but count in the length, so that a few known words do not dominate a text of
   * unknown ones. The `f / max f` of Batsakis et al. 2009 (equation 2) gives the same vector, since normalisation removes a
   * constant factor.
   */
  readonly vectorOf: (words: readonly string[]) => SparseVector;
  /** The same with `1 + ln f` for `f`, so that a word that a page repeats does not decide alone. */
  readonly dampedVectorOf: (words: readonly string[]) => SparseVector;
}

/** Makes the table of document frequencies over corpus and background. */
export function createTermWeights({ corpus, background }: TopicTexts, words: WordReader): TermWeights {
  const counts = [...corpus, ...background].map(({ title, text }) =>
    countTerms(words(`${title}\n\n${text}`)),
  );
  const { documents, byTerm } = documentFrequencies(counts);
  const vocabulary = vocabularyOf([...byTerm.keys()].sort(compareTerms));
  const idf = (term: string): number => Math.log(documents / (byTerm.get(term) ?? 1));
  const vectorBy =
    (frequency: (count: number) => number) =>
    (text: readonly string[]): SparseVector => {
      const components: (readonly [number, number])[] = [];
      let strange = 0;
      for (const [term, count] of countTerms(text)) {
        const place = vocabulary.placeOf.get(term);
        const weight = frequency(count) * idf(term);
        if (place === undefined) strange += weight * weight;
        else components.push([place, weight]);
      }
      const known = sparseVector(components);
      if (strange === 0) return normalised(known);
      const length = Math.sqrt(known.values.reduce((sum, value) => sum + value * value, strange));
      return { places: known.places, values: known.values.map((value) => value / length) };
    };
  return {
    size: vocabulary.terms.length,
    idf,
    vectorOf: vectorBy((count) => count),
    dampedVectorOf: vectorBy((count) => 1 + Math.log(count)),
  };
}

/**
 * The heaviest words of a corpus: the mean over its texts of `(f / max f) · ln(N / n)` (Batsakis et al. 2009, equation 2).
 * @param most number of words
 */
export function heaviestTerms(
  corpus: readonly TermCounts[],
  { idf }: TermWeights,
  most: number,
): readonly TopicTerm[] {
  const sums = new Map<string, number>();
  for (const counts of corpus) {
    let highest = 1;
    for (const count of counts.values()) highest = Math.max(highest, count);
    for (const [term, count] of counts)
      sums.set(term, (sums.get(term) ?? 0) + ((count / highest) * idf(term)) / corpus.length);
  }
  return [...sums]
    .filter(([, weight]) => weight > 0)
    .sort(([a, high], [b, low]) => low - high || compareTerms(a, b))
    .slice(0, most)
    .map(([term, weight]) => ({ term, weight }));
}
