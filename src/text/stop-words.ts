import { eng } from 'stopword';

/** Possessives that the package `stopword` leaves out; compromise tags 'its' as a noun. */
const POSSESSIVES = ['its', 'hers', 'ours', 'theirs', 'whose'];

/** English words that say nothing about a subject, in lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...eng, ...POSSESSIVES]);
