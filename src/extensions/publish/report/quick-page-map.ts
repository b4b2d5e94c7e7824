import { countTerms } from '../../../judging/learning/term-counts.js';
import { stopWordsOf } from '../../../language/text/stop-words.js';
import { createWordReader } from '../../../language/text/words.js';
import { NOUN_LANGUAGES } from '../../../language/text/words-only-annotator.js';
import { once } from '../../../support/once.js';
import { READ_CHARACTERS } from './page-map.js';

export { mapPages } from './page-map.js';

/** Regular plurals of English. */
const PLURALS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/([^aeiou])ies$/, '$1y'],
  [/([^isu])s$/, '$1'],
];

/** The reader of words where their language is not sought. */
const plainReader = once(() => {
  const stopWords = NOUN_LANGUAGES.flatMap((language) => [...(stopWordsOf(language) ?? [])]);
  const singularOf = (word: string): string =>
    PLURALS.reduce((form, [ending, singular]) => form.replace(ending, singular), word);
  return createWordReader(singularOf, { stopWords: new Set(stopWords) });
});

/**
 * Counts the words of a text for the map of the control room. It reads without WordNet, compromise and the detection of languages:
 * those take two seconds of processor and 100 MB in the process of a crawl that somebody watches. The report, which is made
 * once, reads in full.
 */
export function wordsOf(text: string): ReadonlyMap<string, number> {
  return countTerms(plainReader()(text.slice(0, READ_CHARACTERS)));
}
