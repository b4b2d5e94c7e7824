import { json } from './common.js';

/** Settings of `sfwc explain`. */
export const explainFields = { json } as const;
