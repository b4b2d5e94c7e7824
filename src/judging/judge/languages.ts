import type { Annotator } from '../../model/noun.js';
import { InputError } from '../../model/errors.js';
import type { WordReader } from '../../model/topic.js';
import { languageName } from '../../support/text/language-name.js';
import { stopWordsOf } from '../../language/text/stop-words.js';
import { createWordReader } from '../../language/text/words.js';
import {
  annotatorName,
  createWordsOnlyAnnotator,
  ENGLISH,
  hasNouns,
  languageOfWords,
  NOUN_LANGUAGES,
} from '../../language/text/words-only-annotator.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import type { AnalyserPlan } from '../linkers/linker.js';
import { PARTS } from '../parts.js';
import { openAnnotator, openWordReader } from '../../language/text/english.js';

export { ENGLISH, hasNouns };

/** The annotators of extensions that were loaded in this thread, by language. */
const loaded = new Map<string, Annotator>();

/**
 * Loads the annotator for a language where an extension brings it, so that {@link annotatorFor} has it.
 * @throws InputError when what it needs is missing or damaged
 */
export async function loadAnnotator(language = ENGLISH): Promise<void> {
  if (!hasNouns(language) || language === ENGLISH || loaded.has(language)) return;
  const openNounAnnotator = await PARTS.openNounAnnotator();
  loaded.set(language, await openNounAnnotator(language, annotatorName(language)));
}

/**
 * The annotator that reads corpora and pages of a topic.
 * @throws RangeError for a language whose annotator is to be loaded first, by {@link loadAnnotator}
 */
export function annotatorFor(
  { language = ENGLISH, wordsOnly = false }: Pick<AnalyserPlan, 'language' | 'wordsOnly'>,
  wordNet?: WordNet,
): Annotator {
  if (language === ENGLISH) return openAnnotator(wordNet);
  if (wordsOnly || !hasNouns(language)) return createWordsOnlyAnnotator(language);
  const annotator = loaded.get(language);
  if (annotator === undefined) throw new RangeError(`the annotator for '${language}' is not loaded`);
  return annotator;
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

/** Whether {@link wordReaderFor} has a reader for a language. */
export function canReadWords(language: string): boolean {
  return language === ENGLISH || stopWordsOf(language) !== undefined;
}

/** Whether a topic is judged by words alone, because no nouns were found in its texts. */
export function isWordsOnly({ annotator }: Pick<TopicFacts, 'annotator'>): boolean {
  return languageOfWords(annotator) !== undefined;
}

/** Whether pages of a topic may be read by a lexicon of its texts. The annotators of other languages need none to be fast. */
export function readsByLexicon({ language }: Pick<TopicFacts, 'language'>): boolean {
  return language === ENGLISH;
}

/** The languages in which nouns are found, for a message. */
export function nounLanguages(): string {
  const names = NOUN_LANGUAGES.map(languageName).sort();
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/**
 * Refuses what needs nouns for a topic that does not have any.
 * @param what the classifier, command or option, as the subject of a sentence
 * @throws InputError
 */
export function requireNouns(
  { name, language, annotator }: Pick<TopicFacts, 'name' | 'language' | 'annotator'>,
  what: string,
): void {
  if (!isWordsOnly({ annotator })) return;
  const problem = hasNouns(language)
    ? `of which topic '${name}' has none: it was built by a version that did not find any in ${languageName(language)}`
    : `which are found in ${nounLanguages()}; topic '${name}' is in ${languageName(language)}`;
  throw new InputError(`${what} needs nouns, ${problem}`, {
    hint: `${hasNouns(language) ? 'build the topic again; or' : 'for such topics,'} use a classifier of words: ensemble, regression, centroid, itfidf-bayes or tfidf-bayes`,
  });
}
