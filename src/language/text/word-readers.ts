import { InputError } from '../../model/errors.js';
import type { WordReader } from '../../model/topic.js';
import { languageName } from '../../support/text/language-name.js';
import type { WordNet } from '../wordnet/wordnet.js';
import { openWordReader, createWordReader } from './english.js';
import { stopWordsOf } from './stop-words.js';
import { ENGLISH } from './words-only-annotator.js';

/** The reader of the words that classifiers count. @throws InputError for a language whose stop words are not known */
export function wordReaderFor(language: string, wordNet?: WordNet): WordReader {
  if (language === ENGLISH) return openWordReader({}, wordNet);
  const stopWords = stopWordsOf(language);
  if (stopWords === undefined)
    throw new InputError(`words of texts in ${languageName(language)} cannot be read by this version`);
  return createWordReader((word) => word, { stopWords });
}

/** True if {@link wordReaderFor} has a reader for a language. */
export function canReadWords(language: string): boolean {
  return language === ENGLISH || stopWordsOf(language) !== undefined;
}
