import type { Token } from '../../model/noun.js';
import type { LabelTokens } from '../label-index/label-tokens.js';
import { acronymKey, isAcronym, type LabelForm } from './label-trie.js';
import { detachNounEndings } from '../../wordnet/morphology.js';
import { gapBetween, isBareNumberOrLetter } from '../nouns/token-runs.js';

/** A way through the trie that leads to a label. */
export interface LabelPath {
  readonly path: readonly string[];
  readonly form: LabelForm;
}

/** Stands in a path where the text has a possessive ending. */
export const POSSESSIVE_KEY = "'s";

/**
 * The ways through the trie that lead to a label: as it is written and by its lemmas; as an acronym only, if it is one;
 * none when it can never link.
 *
 * A label is a name, but an annotator may read it as a sentence ('Insulin pumps' as what insulin does) and then takes
 * its last word for no noun. What such a word could be a plural of counts as its lemma, too.
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
