import type { Annotator } from '../../model/noun.js';
import { ANNOTATOR_NAME } from './compromise-annotator.js';

/** The language in which nouns are found, and the default of topics. */
export const ENGLISH = 'en';

/** Name of the annotator that reads texts in a language, by its ISO 639-1 code. */
export function annotatorName(language: string): string {
  return language === ENGLISH ? ANNOTATOR_NAME : `words-${language}`;
}

/** The annotator for a language without a tagger: it finds neither sentences nor nouns. Classifiers of words do not need them. */
export function createWordsOnlyAnnotator(language: string): Annotator {
  return {
    name: annotatorName(language),
    annotate: (text) => ({ text, sentences: [], nouns: [] }),
  };
}
