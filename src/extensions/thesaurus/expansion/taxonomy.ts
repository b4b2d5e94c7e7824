import type { Taxonomy } from './expansion.js';
import { onceFor } from '../../../support/once.js';
import { remember } from '../../../support/remember.js';
import type { WordNet } from '../../../language/wordnet/wordnet.js';

const REMEMBERED = 20_000;
/** More than there are synsets: the closure of the root asks for all of them. */
const REMEMBERED_HYPONYMS = 100_000;

/** The hierarchy of WordNet's nouns, read on demand and cached. There is one per WordNet. */
export const openTaxonomy = onceFor((wordNet: WordNet): Taxonomy => {
  const hypernymsOf = remember((offset: number): readonly number[] => {
    const { hypernyms = [], instanceHypernyms = [] } = wordNet.synset(offset) ?? {};
    return [...hypernyms, ...instanceHypernyms];
  }, REMEMBERED);
  const hyponymsOf = remember((offset: number) => wordNet.hyponymsOf(offset), REMEMBERED_HYPONYMS);
  return {
    hypernymsOf,
    hyponymsOf,
    hypernymClosure: remember((offset: number) => closure(offset, hypernymsOf), REMEMBERED),
    hyponymClosure: (offset) => closure(offset, hyponymsOf),
  };
});

/** Breadth first, so that the first path to a synset is the shortest. */
function closure(start: number, next: (offset: number) => readonly number[]): ReadonlyMap<number, number> {
  const steps = new Map([[start, 0]]);
  // Entries that are added to a map during iteration are visited last.
  for (const [offset, count] of steps) {
    for (const other of next(offset)) if (!steps.has(other)) steps.set(other, count + 1);
  }
  return steps;
}
