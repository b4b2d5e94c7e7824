import type { Taxonomy } from './taxonomy.js';
import { checkArguments } from '../../../support/check-arguments.js';

/** Similarity of two synsets of one part of speech by offset; undefined for unknown offsets. */
export type Similarity = (a: number, b: number) => number | undefined;

/**
 * How depths are counted.
 *
 * - `nltk`: the root, entity, has depth 0; formulas that count synsets add 1.
 * - `ws4j`: as in WS4J and WordNet::Similarity, with an artificial root above entity, counting synsets.
 *
 * Both are used in publications, so figures are comparable only if the convention is named.
 */
export type DepthConvention = 'nltk' | 'ws4j';

/** `1 / (1 + length of the shortest path)`: 1 for the same synset. Equal in both conventions (Rada et al. 1989). */
export function pathSimilarity(taxonomy: Taxonomy): Similarity {
  checkArguments('pathSimilarity', { taxonomy: [taxonomy, 'object'] });
  return (a, b) => {
    const steps = taxonomy.distance(a, b);
    return steps === undefined ? undefined : 1 / (1 + steps);
  };
}

/**
 * Wu and Palmer 1994: `2 d / (s(a) + s(b) + 2 d)`, s the steps up to the lowest common subsumer and d its depth in
 * synsets; above 0, and 1 for the same synset. dog and cat: 0.857 by NLTK (d = 12), 0.867 by WS4J (d = 13).
 *
 * d is the subsumer's longest path to the root, as in NLTK, and the lowest subsumer has the greatest d. NLTK takes
 * the one with the greatest shortest path, so that there a synset with a shortcut is not its own subsumer and its
 * similarity to itself is below 1; the two differ for few pairs.
 */
export function wuPalmerSimilarity(taxonomy: Taxonomy, convention: DepthConvention = 'nltk'): Similarity {
  checkArguments('wuPalmerSimilarity', { taxonomy: [taxonomy, 'object'] });
  const above = convention === 'nltk' ? 1 : 2;
  return (a, b) => {
    const lowest = taxonomy.lowestCommonSubsumers(a, b);
    const subsumer = lowest.find((offset) => offset === a || offset === b) ?? lowest[0];
    if (subsumer === undefined) return undefined;
    const depth = taxonomy.depthOf(subsumer).max + above;
    const steps = stepsTo(taxonomy, a, subsumer) + stepsTo(taxonomy, b, subsumer);
    return (2 * depth) / (steps + 2 * depth);
  };
}

function stepsTo(taxonomy: Taxonomy, offset: number, subsumer: number): number {
  return taxonomy.hypernymClosure(offset).get(subsumer) ?? 0;
}

/**
 * Leacock and Chodorow 1998: `−ln((1 + length of the shortest path) / 2 D)`, D the greatest depth of the taxonomy: 0
 * to ln 2D. NLTK counts D in steps, WS4J in synsets, so one more: dog and cat, D = 19 or 20, are 2.028 by NLTK and
 * 2.079 by WS4J.
 */
export function leacockChodorowSimilarity(
  taxonomy: Taxonomy,
  convention: DepthConvention = 'nltk',
): Similarity {
  checkArguments('leacockChodorowSimilarity', { taxonomy: [taxonomy, 'object'] });
  return (a, b) => {
    const steps = taxonomy.distance(a, b);
    if (steps === undefined) return undefined;
    const greatest = taxonomy.greatestDepth() + (convention === 'nltk' ? 0 : 1);
    return -Math.log((1 + steps) / (2 * greatest));
  };
}
