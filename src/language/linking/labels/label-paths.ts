import type { Token } from '../../../model/noun.js';
import type { LabelTokens } from './label-tokens.js';
import { acronymKey, isAcronym, type LabelForm } from './label-trie.js';
import { detachNounEndings } from '../../wordnet/morphology.js';
import { gapBetween, isBareNumberOrLetter } from '../nouns/token-runs.js';

/** A path through the trie to a label. */
export interface LabelPath {
  readonly path: readonly string[];
  readonly form: LabelForm;
}

/** The key of a possessive ending in a path. */
export const POSSESSIVE_KEY = "'s";

/**
 * The paths of a label through the trie: as written and by its lemmas; only as an acronym if it is one; none if it
 * can never link.
 *
 * An annotator may parse a label as a sentence ('Insulin pumps' as what insulin does) and then does not tag its last
 * word as a noun. So the possible singulars of such a word count as lemmas as well.
 */
export function labelPaths({ text, tokens }: LabelTokens): LabelPath[] {
  const last = tokens.at(-1);
  if (last === undefined || isBareNumberOrLetter(tokens)) return [];
  if (isAcronym(text)) return [{ path: [acronymKey(text)], form: 'written' }];
  const written = withPossessives(text, tokens, ({ surface }) => surface.toLowerCase());
  const lemmas = withPossessives(text, tokens, ({ lemma }) => lemma);
  const singulars = last.tag === undefined ? detachNounEndings(last.lemma) : [];
  const others = [lemmas, ...singulars.map((singular) => [...lemmas.slice(0, -1), singular])];
  return [
    { path: written, form: 'written' },
    ...others
      .filter((path) => path.join(' ') !== written.join(' '))
      .map((path) => ({ path, form: 'lemma' }) as const),
  ];
}

function withPossessives(text: string, tokens: readonly Token[], keyOf: (token: Token) => string): string[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    const possessive = next !== undefined && gapBetween(text, token, next) === 'possessive';
    return possessive ? [keyOf(token), POSSESSIVE_KEY] : [keyOf(token)];
  });
}
