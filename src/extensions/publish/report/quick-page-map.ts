import { countTerms } from '../../../judging/learning/term-counts.js';
import { ANNOTATORS } from '../../../language/text/annotator-list.js';
import { stopWordsOf } from '../../../language/text/stop-words.js';
import { createWordReader } from '../../../language/text/words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import type { PageMapPort } from '../../../model/page-map.js';
import { once } from '../../../support/once.js';
import { mapPages, READ_CHARACTERS } from './page-map.js';

/** Regular plurals of English. */
const PLURALS: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/([^aeiou])ies$/, '$1y'],
  [/([^isu])s$/, '$1'],
];

/** The reader of words where their language is not sought. */
const plainReader = once(() => {
  const stopWords = [ENGLISH, ...Object.keys(ANNOTATORS)].flatMap((language) => [
    ...(stopWordsOf(language) ?? []),
  ]);
  const singularOf = (word: string): string =>
    PLURALS.reduce((form, [ending, singular]) => form.replace(ending, singular), word);
  return createWordReader(singularOf, { stopWords: new Set(stopWords) });
});

/**
 * Maps of pages for the control room. It reads words without WordNet, compromise and the detection of languages: those take two seconds
 * of processor and 100 MB in the process of a crawl that somebody watches. The report, which is made once, reads them in full.
 */
export const pageMap: PageMapPort = {
  wordsOf: (text) => countTerms(plainReader()(text.slice(0, READ_CHARACTERS))),
  map: mapPages,
};
