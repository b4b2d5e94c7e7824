// Node imports the package's CommonJS file by its name alone, which takes eight times as long.
import * as lists from 'stopword/dist/stopword.esm.mjs';
import { normalForm } from '../../support/text/normal-form.js';

/** Possessives that are missing in the package `stopword`; compromise tags 'its' as a noun. */
const POSSESSIVES = ['its', 'hers', 'ours', 'theirs', 'whose'];

/** English stop words as the package lists them, in lower case. */
export const LISTED_STOP_WORDS: readonly string[] = lists.eng;

/** English stop words, in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...lists.eng, ...POSSESSIVES]);

/**
 * The other languages that are detected, have a list of stop words, and put spaces between words: ISO 639-1 code, name of the list.
 * Left out are Chinese, Japanese, Korean, Thai and Vietnamese, where a run of letters is not a word.
 */
const CODES =
  'ar ara, bg bul, bn ben, ca cat, cs ces, da dan, de deu, el ell, es spa, et est, eu eus, fa fas, ' +
  'fi fin, fr fra, gu guj, he heb, hi hin, hr hrv, hu hun, hy hye, it ita, lt lit, lv lav, mr mar, ' +
  'ms msa, nl nld, no nob, pl pol, pt por, ro ron, ru rus, sk slk, sl slv, sv swe, tl tgl, tr tur, ' +
  'uk ukr, ur urd';

const OTHER_LISTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  CODES.split(', ').map((pair) => {
    const [code = '', name = ''] = pair.split(' ');
    const words = (lists as Readonly<Record<string, readonly string[]>>)[name] ?? [];
    return [code, code === 'pt' ? [...words, ...lists.porBr] : words];
  }),
);

/** The stop words of a language by its ISO 639-1 code, lower case; undefined for languages whose words are not read. */
export function stopWordsOf(language: string): ReadonlySet<string> | undefined {
  if (language === 'en') return STOP_WORDS;
  const listed = Object.hasOwn(OTHER_LISTS, language) ? OTHER_LISTS[language] : undefined;
  return listed && new Set(listed.map((word) => normalForm(word).toLowerCase()));
}

/** The languages besides English whose words are read, as ISO 639-1 codes. */
export const WORD_LANGUAGES: readonly string[] = Object.keys(OTHER_LISTS);
