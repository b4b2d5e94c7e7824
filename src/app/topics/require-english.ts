import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import { InputError } from '../../model/errors.js';
import { languageName } from '../../support/text/language-name.js';

/**
 * Refuses what needs WordNet, which is English, for a topic in another language.
 * @param what the command, as the subject of a sentence
 * @throws InputError
 */
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
