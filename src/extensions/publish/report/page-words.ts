import { wordReaderFor } from '../../../judging/judge/languages.js';
import { countTerms, type TermCounts } from '../../../judging/learning/term-counts.js';
import { detectLanguage } from '../../../language/text/language.js';
import { WORD_LANGUAGES } from '../../../language/text/stop-words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { remember } from '../../../support/remember.js';
import { READ_CHARACTERS } from './page-map.js';

const readerFor = remember((language: string) => wordReaderFor(language), 100);

/** How often each word is in a text, in its language. */
export async function wordsOf(whole: string): Promise<TermCounts> {
  const text = whole.slice(0, READ_CHARACTERS);
  const language = (await detectLanguage(text)) ?? ENGLISH;
  const known = language === ENGLISH || WORD_LANGUAGES.includes(language) ? language : ENGLISH;
  return countTerms(readerFor(known)(text));
}
