import type { Noun, NounTag, Token } from '../../../model/noun.js';
import type { Span } from '../../../support/text/cut-text.js';

/**
 * The text between two adjacent tokens: only spaces and hyphens (`joined`), a possessive ending and spaces
 * (`possessive`, as in Alzheimer's disease), or anything else (`apart`). The full stop of an abbreviation is allowed
 * (`George W. Bush`): there are no others within a sentence.
 */
export type Gap = 'joined' | 'possessive' | 'apart';

const JOINED = /^\.?[\s\u2010\u2011-]*$/u;
const POSSESSIVE = /^['’]s?\s+$/u;

export function gapBetween(text: string, left: Token, right: Token): Gap {
  // A single space is by far the most frequent.
  if (right.begin === left.end + 1 && text.charCodeAt(left.end) === 0x20) return 'joined';
  const between = text.slice(left.end, right.begin);
  if (JOINED.test(between)) return 'joined';
  return POSSESSIVE.test(between) ? 'possessive' : 'apart';
}

/** True if every token is a date, a number or a single character: such runs never link. */
export function isBareNumberOrLetter(run: readonly Token[]): boolean {
  return run.every(({ numeric, surface }) => numeric || /^.?$/su.test(surface));
}

/** True if the run may be a name: it has a noun, and not only stop words, numbers and single characters. */
export function mayName(run: readonly Token[]): boolean {
  return (
    run.some(({ tag }) => tag !== undefined) &&
    !run.every(({ stopWord }) => stopWord) &&
    !isBareNumberOrLetter(run)
  );
}

export function isProperNoun({ tag }: { readonly tag?: NounTag }): boolean {
  return tag === 'NNP' || tag === 'NNPS';
}

export function namesOfPersons(nouns: readonly Noun[]): readonly Noun[] {
  return nouns.filter(({ kind, entityClass }) => kind === 'phrase' && entityClass === 'person');
}

export function isPartOfName(token: Token | undefined, names: readonly Span[]): boolean {
  if (token === undefined || !isProperNoun(token)) return false;
  return names.some(({ begin, end }) => begin <= token.begin && token.end <= end);
}
