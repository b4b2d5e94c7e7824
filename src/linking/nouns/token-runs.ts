import type { Token } from '../../model/noun.js';

/**
 * What stands in the text between two neighbouring tokens: nothing but blanks and hyphens (`joined`), a possessive
 * ending and blanks (`possessive`, as in Alzheimer's disease), or anything else (`apart`). The full stop of an
 * abbreviation counts as part of it (`George W. Bush`): within a sentence there is no other.
 */
export type Gap = 'joined' | 'possessive' | 'apart';

const JOINED = /^\.?[\s\u2010\u2011-]*$/u;
const POSSESSIVE = /^['’]s?\s+$/u;

/** Classifies what stands between two neighbouring tokens of a text. */
export function gapBetween(text: string, left: Token, right: Token): Gap {
  // One blank is by far the most frequent.
  if (right.begin === left.end + 1 && text.charCodeAt(left.end) === 0x20) return 'joined';
  const between = text.slice(left.end, right.begin);
  if (JOINED.test(between)) return 'joined';
  return POSSESSIVE.test(between) ? 'possessive' : 'apart';
}

/** True when every token is a date, a number or a single character: such runs never link. */
export function isBareNumberOrLetter(run: readonly Token[]): boolean {
  return run.every(({ numeric, surface }) => numeric || /^.?$/su.test(surface));
}

/** True when the run may name something: it holds a noun, and not only stop words, numbers and single characters. */
export function mayName(run: readonly Token[]): boolean {
  return (
    run.some(({ tag }) => tag !== undefined) &&
    !run.every(({ stopWord }) => stopWord) &&
    !isBareNumberOrLetter(run)
  );
}
