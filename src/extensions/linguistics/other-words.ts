import { splitLongSentence } from '../../language/text/long-sentences.js';
import { markTags, wordsOfSentence, type CorpusSentence, type PlacedWord } from './corpus-text.js';
import type { ReadParagraph } from './english-words.js';

/**
 * Opens a reader for a language without a tagger: sentences and words by the rules of Unicode for the language (UAX 29). Words
 * have no lemma, and the tag X. Long texts are cut first: the longer a text, the more time a segmenter takes for each segment.
 */
export function openOther(language: string): ReadParagraph {
  const sentences = segmenter(language, 'sentence');
  const words = segmenter(language, 'word');
  function* read(piece: string): Generator<CorpusSentence> {
    for (const { segment } of sentences.segment(piece)) {
      // Each of a thousand empty lines is a sentence.
      if (segment.trim() === '') continue;
      const sentence = wordsOfSentence(segment, [...words.segment(segment)].flatMap(placedWord));
      if (sentence.length > 0) yield sentence;
    }
  }
  return (paragraph) => splitLongSentence(paragraph).flatMap((piece) => [...read(piece)]);
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
