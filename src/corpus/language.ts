import type { DetectLanguage } from './options.js';

/** Shorter texts are guessed wrongly too often. */
const MINIMUM_CHARACTERS = 100;
/** Characters of each of the two passages that are looked at; longer ones do not make the answer better. */
const SAMPLE_CHARACTERS = 2_000;

/**
 * Detects one of 60 languages by n-grams with `eld` (its smallest data, loaded on first use).
 * Undefined for texts under 100 characters, and where eld does not call its answer reliable or finds another language
 * at the beginning than in the middle: a text may begin with a table of foreign names.
 *
 * Of the 4,598 English articles of Wikispeedia 141 are left open so and none is taken for another language; by the
 * beginning alone 90 and 18. Chosen over tinyld: on 9,196 passages of the same articles eld was unsure of 285 and
 * wrong on 64, tinyld (unsure = accuracy of 0.5 or less) unsure of 2,979 and wrong on 337, in nine times the time.
 */
export const detectLanguage: DetectLanguage = async (text) => {
  if (text.length < MINIMUM_CHARACTERS) return undefined;
  const { eld } = await import('eld/extrasmall');
  const middle = Math.max(0, Math.floor((text.length - SAMPLE_CHARACTERS) / 2));
  const [language, ...others] = [0, middle].map((start) => {
    const result = eld.detect(text.slice(start, start + SAMPLE_CHARACTERS));
    return result.isReliable() ? result.language : '';
  });
  return language !== '' && others.every((other) => other === language) ? language : undefined;
};
