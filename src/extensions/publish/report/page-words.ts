import { wordReaderFor } from '../../../judging/judge/languages.js';
import { countTerms, type TermCounts } from '../../../judging/learning/term-counts.js';
import { detectLanguage } from '../../../language/text/language.js';
import { WORD_LANGUAGES } from '../../../language/text/stop-words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import type { PageMapPort } from '../../../model/page-map.js';
import { remember } from '../../../support/remember.js';
import { mapPages } from './page-map.js';

/** Characters of a page that its place on the map depends on. */
const READ = 30_000;

const readerFor = remember((language: string) => wordReaderFor(language), 100);

/** How often each word is in a text. */
export async function wordsOf(whole: string): Promise<TermCounts> {
  const text = whole.slice(0, READ);
  const language = (await detectLanguage(text)) ?? ENGLISH;
  const known = language === ENGLISH || WORD_LANGUAGES.includes(language) ? language : ENGLISH;
  return countTerms(readerFor(known)(text));
}

/** Maps of pages, which the control room shows as well. */
export const pageMap: PageMapPort = { wordsOf, map: mapPages };
