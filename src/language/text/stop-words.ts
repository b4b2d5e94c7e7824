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
 * Stop words of the other languages that are detected, have a list, and put spaces between words, by ISO 639-1 code.
 * Left out are Chinese, Japanese, Korean, Thai and Vietnamese, where a run of letters is not a word.
 */
const OTHER_LISTS: Readonly<Record<string, readonly string[]>> = {
  ar: lists.ara,
  bg: lists.bul,
  bn: lists.ben,
  ca: lists.cat,
  cs: lists.ces,
  da: lists.dan,
  de: lists.deu,
  el: lists.ell,
  es: lists.spa,
  et: lists.est,
  eu: lists.eus,
  fa: lists.fas,
  fi: lists.fin,
  fr: lists.fra,
  gu: lists.guj,
  he: lists.heb,
  hi: lists.hin,
  hr: lists.hrv,
  hu: lists.hun,
  hy: lists.hye,
  it: lists.ita,
  lt: lists.lit,
  lv: lists.lav,
  mr: lists.mar,
  ms: lists.msa,
  nl: lists.nld,
  no: lists.nob,
  pl: lists.pol,
  pt: [...lists.por, ...lists.porBr],
  ro: lists.ron,
  ru: lists.rus,
  sk: lists.slk,
  sl: lists.slv,
  sv: lists.swe,
  tl: lists.tgl,
  tr: lists.tur,
  uk: lists.ukr,
  ur: lists.urd,
};

/** The stop words of a language by its ISO 639-1 code, lower case; undefined for languages whose words are not read. */
export function stopWordsOf(language: string): ReadonlySet<string> | undefined {
  if (language === 'en') return STOP_WORDS;
  const listed = Object.hasOwn(OTHER_LISTS, language) ? OTHER_LISTS[language] : undefined;
  return listed && new Set(listed.map((word) => normalForm(word).toLowerCase()));
}

/** The languages besides English whose words are read, as ISO 639-1 codes. */
export const WORD_LANGUAGES: readonly string[] = Object.keys(OTHER_LISTS);
