import type { Annotator } from '../../model/noun.js';
import { ANNOTATOR_NAME } from './compromise-annotator.js';

/** The language that the core finds nouns in, and the default of topics. */
export const ENGLISH = 'en';

/** The languages in which nouns are found, by their ISO 639-1 codes. */
export const NOUN_LANGUAGES = [ENGLISH, 'de', 'es', 'fr', 'it', 'nl', 'pt'] as const;

type NounLanguage = (typeof NOUN_LANGUAGES)[number];

const WORDS_ONLY = 'words-';

/** True if nouns are found in a language, by its ISO 639-1 code. */
export function hasNouns(language: string): language is NounLanguage {
  return NOUN_LANGUAGES.some((one) => one === language);
}

/** Name of the annotator that reads texts in a language, by its ISO 639-1 code. */
export function annotatorName(language: string): string {
  if (language === ENGLISH) return ANNOTATOR_NAME;
  return hasNouns(language) ? `nouns-${language}/1` : wordsOnlyName(language);
}

/** Name of the annotator that finds no nouns in texts in a language. */
export function wordsOnlyName(language: string): string {
  return `${WORDS_ONLY}${language}`;
}

/** Name of the annotator of the background that comes with sfwc in a language: it has nouns in English only. */
export function backgroundAnnotatorName(language: string): string {
  return language === ENGLISH ? ANNOTATOR_NAME : wordsOnlyName(language);
}

/** The language of an annotator that finds no nouns, by its name; undefined for others. */
export function languageOfWords(annotator = ''): string | undefined {
  return annotator.startsWith(WORDS_ONLY) ? annotator.slice(WORDS_ONLY.length) : undefined;
}

/** The annotator for a language without a tagger: it finds neither sentences nor nouns. Classifiers of words do not need them. */
export function createWordsOnlyAnnotator(language: string): Annotator {
  return {
    name: wordsOnlyName(language),
    annotate: (text) => ({ text, sentences: [], nouns: [] }),
  };
}
