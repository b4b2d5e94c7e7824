import type { Annotator } from '../../model/noun.js';
import { InputError } from '../../model/errors.js';
import type { WordReader } from '../../model/topic.js';
import { languageName } from '../../support/text/language-name.js';
import { stopWordsOf } from '../../language/text/stop-words.js';
import { createWordReader } from '../../language/text/words.js';
import { createWordsOnlyAnnotator, ENGLISH } from '../../language/text/words-only-annotator.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import { generalSpace, type GeneralSpace } from '../topic/word-space.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import { openAnnotator, openWordReader } from './english.js';

export { ENGLISH };

/** The annotator that reads corpora and pages in a language, by its ISO 639-1 code. Nouns are found in English only. */
export function annotatorFor(language: string, wordNet?: WordNet): Annotator {
  return language === ENGLISH ? openAnnotator(wordNet) : createWordsOnlyAnnotator(language);
}

/**
 * The reader of the words that classifiers count, for a language. Words in languages other than English are not lemmatized.
 * @throws InputError for a language whose stop words are not known
 */
export function wordReaderFor(language: string, wordNet?: WordNet): WordReader {
  if (language === ENGLISH) return openWordReader({}, wordNet);
  const stopWords = stopWordsOf(language);
  if (stopWords === undefined)
    throw new InputError(`words of texts in ${languageName(language)} cannot be read by this version`);
  return createWordReader((word) => word, { stopWords });
}

/**
 * The word space of general English for topics in English without another one.
 * @param open opens it
 * @throws InputError when it cannot be read
 */
export function generalSpaceFor(
  { language, space }: { readonly language: string; readonly space?: object | undefined },
  open: () => GeneralSpace = generalSpace,
): GeneralSpace | undefined {
  return language === ENGLISH && space === undefined ? open() : undefined;
}

/** Whether {@link wordReaderFor} has a reader for a language. */
export function canReadWords(language: string): boolean {
  return language === ENGLISH || stopWordsOf(language) !== undefined;
}

/** Whether a topic is judged by words alone, because nouns are not found in its language. */
export function isWordsOnly({ language }: Pick<TopicFacts, 'language'>): boolean {
  return language !== ENGLISH;
}

/**
 * Refuses what needs nouns for a topic that does not have any.
 * @param what the classifier, command or option, as the subject of a sentence
 * @throws InputError
 */
export function requireNouns({ name, language }: Pick<TopicFacts, 'name' | 'language'>, what: string): void {
  if (language === ENGLISH) return;
  throw new InputError(
    `${what} needs nouns, which are found in English texts only; topic '${name}' is in ${languageName(language)}`,
    {
      hint: 'for such topics, use a classifier of words: ensemble, regression, centroid, itfidf-bayes or tfidf-bayes',
    },
  );
}
