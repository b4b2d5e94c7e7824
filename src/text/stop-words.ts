import { eng } from 'stopword';

/** Possessives that are missing in the package `stopword`; compromise tags 'its' as a noun. */
const POSSESSIVES = ['its', 'hers', 'ours', 'theirs', 'whose'];

/** English stop words, in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...eng, ...POSSESSIVES]);
