import type { AnnotatedText, LinkedNoun } from '../../model/noun.js';
import { groupNouns, type CountedNoun } from './krs.js';

/** Where a noun stands: offsets in UTF-16 code units into the analysed text, and its place in {@link DocumentAnalysis.nouns}. */
export type Mention = readonly [begin: number, end: number, noun: number];

/** What was found in one text: enough to build the schema and the NIF layer without reading it again. */
export interface DocumentAnalysis {
  /** The distinct nouns, in the order of their first mention. */
  readonly nouns: readonly CountedNoun[];
  /** Every mention, ordered by begin, then by end. */
  readonly mentions: readonly Mention[];
  /**
   * The distinct lemmas of tokens that are not spelled out in the text, sorted. Together with the text they say which
   * labels a gazetteer could find in it.
   */
  readonly hiddenLemmas: readonly string[];
}

/** Takes together what annotator and linkers found in a text. */
export function analysisOf(
  { text, sentences }: Pick<AnnotatedText, 'text' | 'sentences'>,
  linked: readonly LinkedNoun[],
): DocumentAnalysis {
  const { nouns, places } = groupNouns(linked);
  return {
    nouns,
    mentions: linked.map(({ begin, end }, mention) => [begin, end, places[mention] ?? 0]),
    hiddenLemmas: hiddenLemmas(text, sentences),
  };
}

/** Nearly every lemma stands where its token does: the whole text is searched for the others alone. */
function hiddenLemmas(text: string, sentences: AnnotatedText['sentences']): readonly string[] {
  const written = text.toLowerCase();
  const isAtToken = new Map<string, boolean>();
  for (const { tokens } of sentences) {
    for (const { lemma, begin } of tokens) {
      if (isAtToken.get(lemma) !== true) isAtToken.set(lemma, written.startsWith(lemma, begin));
    }
  }
  return [...isAtToken].flatMap(([lemma, is]) => (is || written.includes(lemma) ? [] : [lemma])).sort();
}
