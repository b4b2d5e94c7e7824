import { ENGLISH, languageOfWords, NOUN_LANGUAGES } from '../../language/text/words-only-annotator.js';
import { InputError } from '../../model/errors.js';
import { languageName } from '../../support/text/language-name.js';
import type { TopicFacts } from './topic-facts.js';

/** True if a topic is judged by words alone, because no nouns were found in its texts. */
export function isWordsOnly({ annotator }: Pick<TopicFacts, 'annotator'>): boolean {
  return languageOfWords(annotator) !== undefined;
}

/** True if pages of a topic may be read by a lexicon of its texts. The annotators of other languages need none to be fast. */
export function readsByLexicon({ language }: Pick<TopicFacts, 'language'>): boolean {
  return language === ENGLISH;
}

export function nounLanguages(): string {
  const names = NOUN_LANGUAGES.map(languageName).sort();
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/** Refuses what needs nouns for a topic that does not have any. @throws InputError */
export function requireNouns(
  { name, language, annotator }: Pick<TopicFacts, 'name' | 'language' | 'annotator'>,
  what: string,
): void {
  if (!isWordsOnly({ annotator })) return;
  const found = `nouns, which are found in ${nounLanguages()}`;
  throw new InputError(`${what} needs ${found}; topic '${name}' is in ${languageName(language)}`, {
    hint: 'use a classifier of words: ensemble, regression, centroid, itfidf-bayes or tfidf-bayes; or build the topic again',
  });
}

/** Refuses what needs WordNet, which is English, for a topic in another language. @throws InputError */
export function requireEnglish(
  { name, language }: Pick<TopicFacts, 'name' | 'language'>,
  what: string,
): void {
  if (language === ENGLISH) return;
  throw new InputError(
    `${what} needs WordNet, which is English; topic '${name}' is in ${languageName(language)}`,
    { hint: 'use a classifier of words or of nouns: ensemble or krs-paper' },
  );
}
