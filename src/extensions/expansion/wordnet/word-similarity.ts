import type { Similarity } from './similarity.js';
import type { PartOfSpeech, WordNet } from '../../../language/wordnet/wordnet.js';
import { checkArguments } from '../../../support/check-arguments.js';

/** The similarity of two words and the senses it is based on. */
export interface WordSimilarity {
  readonly similarity: number;
  /** Offsets of the most similar senses. */
  readonly senses: readonly [number, number];
}

/**
 * The similarity of two words: that of their most similar senses, as usual without context (Resnik 1995). Inflected
 * words are found by their base forms.
 * @returns undefined when one of them is not in WordNet
 */
export function wordSimilarity(
  wordNet: WordNet,
  measure: Similarity,
  words: readonly [string, string],
  partOfSpeech: PartOfSpeech = 'noun',
): WordSimilarity | undefined {
  checkArguments('wordSimilarity', {
    wordNet: [wordNet, 'object'],
    measure: [measure, 'function'],
    words: [words, 'strings'],
  });
  const [first, second] = words;
  const sensesOf = (word: string): readonly number[] =>
    wordNet
      .baseForms(word.toLowerCase(), partOfSpeech)
      .flatMap((form) => wordNet.sensesOf(form, partOfSpeech).map(({ offset }) => offset));
  let best: WordSimilarity | undefined;
  for (const a of sensesOf(first)) {
    for (const b of sensesOf(second)) {
      const similarity = measure(a, b);
      if (similarity !== undefined && similarity > (best?.similarity ?? -Infinity))
        best = { similarity, senses: [a, b] };
    }
  }
  return best;
}
