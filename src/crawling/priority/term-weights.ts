import {
  compareTerms,
  countTerms,
  documentFrequencies,
  vocabularyOf,
  type TermCounts,
} from '../../judging/learning/term-counts.js';
import type { WordReader } from '../../model/topic.js';
import type { SparseVector } from '../../support/numeric/sparse-vector.js';
import { parseUrl } from '../../support/parse-url.js';
import { unescapePercent } from '../../support/text/escapes.js';

/** A text with its title, of the topic's corpus or of its background. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** The texts that strategies learn the topic from. */
export interface TopicTexts {
  /** The line about the topic, where it has one. */
  readonly line?: string;
  /** ISO 639-1. Default: English. */
  readonly language?: string;
  readonly corpus: readonly TitledText[];
  /** Texts on any subjects, needed to distinguish words of the topic from everyday prose. */
  readonly background: readonly TitledText[];
}

export interface TopicTerm {
  readonly term: string;
  readonly weight: number;
}

/** The weights of words, from document frequencies that are counted once before the crawl. */
export type TermWeights = ReturnType<typeof createTermWeights>;

/** Makes the table of document frequencies over corpus and background. */
export function createTermWeights({ corpus, background }: TopicTexts, words: WordReader) {
  const documentCounts = [...corpus, ...background].map(({ title, text }) =>
    countTerms(words(`${title}\n\n${text}`)),
  );
  const { documents, byTerm } = documentFrequencies(documentCounts);
  const { terms, placeOf } = vocabularyOf([...byTerm.keys()].sort(compareTerms));
  const idfOf = (occurrences: number): number => Math.log(documents / occurrences);
  const idfs = Float64Array.from(terms, (term) => idfOf(byTerm.get(term) ?? 1));
  const unknown = idfOf(1);

  /** @param frequency what an occurrence of a word counts, by how often a text has it */
  function vectorBy(frequency: (count: number) => number, text: readonly string[]): SparseVector {
    let square = 0;
    const met: (readonly [place: number, value: number])[] = [];
    for (const [term, count] of countTerms(text)) {
      const place = placeOf.get(term);
      const value = frequency(count) * (place === undefined ? unknown : (idfs[place] ?? 0));
      if (place === undefined) square += value * value;
      else if (value !== 0) met.push([place, value]);
    }
    met.sort(([one], [other]) => one - other);
    for (const [, value] of met) square += value * value;
    const length = Math.sqrt(square);
    return { places: met.map(([place]) => place), values: met.map(([, value]) => value / length) };
  }
  return {
    /** The dimension of vectors. */
    size: terms.length,
    /** `ln(N / n)`; an unknown word counts as occurring in a single document. */
    idf: (term: string): number => idfs[placeOf.get(term) ?? -1] ?? unknown,
    /**
     * A text as TFC weights (Salton and Buckley 1988; Lu et al. 2016, section 4.2):
     *
     *     w_i = f_i log(N / n_i) / √( Σ_j (f_j log(N / n_j))² )
     *
     * Unknown words count in the length alone. The `f / max f` of Batsakis et al. 2009 (equation 2) gives the same vector.
     */
    vectorOf: (text: readonly string[]): SparseVector => vectorBy((count) => count, text),
    /** The same with `1 + ln f` for `f`, so that a word that a page repeats does not decide alone. */
    dampedVectorOf: (text: readonly string[]): SparseVector => vectorBy((count) => 1 + Math.log(count), text),
  };
}

/** The heaviest words of a corpus: the mean of `(f / max f) · ln(N / n)` (Batsakis et al. 2009, equation 2). */
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

/** The words of a URL in base form: decoded, and split at all characters that are not letters. @param host includes its name */
export function urlWords(url: string, words: WordReader, host: boolean): readonly string[] {
  const parsed = parseUrl(url);
  if (parsed === undefined) return [];
  const path = unescapePercent(`${parsed.pathname} ${parsed.search}`);
  const named = host ? `${parsed.hostname} ${path}` : path;
  // Underscores separate words, and capitals within a word begin another.
  return words(named.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[^\p{L}\p{M}]+/gu, ' '));
}
