import { markTags, wordsOfSentence, type PlacedWord } from './corpus-text.js';
import type { ReadParagraph } from './english-words.js';

/**
 * Opens a reader for a language without a tagger: sentences and words by the rules of Unicode for the language (UAX 29). Words
 * have no lemma, and the tag X.
 */
export function openOther(language: string): ReadParagraph {
  const sentences = segmenter(language, 'sentence');
  const words = segmenter(language, 'word');
  return (paragraph) =>
    [...sentences.segment(paragraph)]
      .map(({ segment }) => wordsOfSentence(segment, [...words.segment(segment)].flatMap(placedWord)))
      .filter((sentence) => sentence.length > 0);
}

function placedWord({ segment, index, isWordLike }: Intl.SegmentData): readonly PlacedWord[] {
  if (isWordLike !== true || /\s/.test(segment)) return [];
  const { universal } = markTags(segment);
  return [{ begin: index, end: index + segment.length, universal: universal === 'NUM' ? 'NUM' : 'X' }];
}

function segmenter(language: string, granularity: 'sentence' | 'word'): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity });
  } catch {
    // What a page declares as its language may be anything.
    return new Intl.Segmenter('en', { granularity });
  }
}
