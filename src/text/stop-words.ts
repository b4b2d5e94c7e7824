// Node imports the package's CommonJS file by its name alone, which takes eight times as long.
import { eng } from 'stopword/dist/stopword.esm.mjs';

/** Possessives that are missing in the package `stopword`; compromise tags 'its' as a noun. */
const POSSESSIVES = ['its', 'hers', 'ours', 'theirs', 'whose'];

/** English stop words as the package lists them, in lower case. */
export const LISTED_STOP_WORDS: readonly string[] = eng;

/** English stop words, in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...eng, ...POSSESSIVES]);
