import type { Similarity } from './similarity.js';
import { ARTIFICIAL_ROOT, type Taxonomy } from './taxonomy.js';
import type { WordNet } from '../../../language/wordnet/wordnet.js';
import { checkArguments } from '../../../support/check-arguments.js';

/** Words of a corpus in their base form with their counts. */
export type WordCounts = Iterable<readonly [word: string, count: number]>;

/** Options for counting. */
export interface CountingOptions {
  /** Added to the count of every synset. Default 1, as in NLTK; 0 for none. */
  readonly smoothing?: number;
  /**
   * How an occurrence of a word counts for its senses: `all` counts it for each (NLTK's default, and Resnik 1995 for
   * untagged text), `shared` divides it among them. Default: all.
   */
  readonly senses?: 'all' | 'shared';
}

/**
 * Information content of synsets in nats, `−ln(count / count of the root)`: 0 for the root, Infinity for a count of
 * 0.
 */
export type InformationContent = (offset: number) => number;

/**
 * Computes the information content of synsets from a corpus (Resnik 1995): an occurrence of a word counts once for
 * its senses and everything above them.
 *
 * As NLTK's `wordnet.ic`, except that the count of the root includes the smoothing, so that its information content
 * is 0 and never negative.
 */
export function informationContent(
  wordNet: WordNet,
  taxonomy: Taxonomy,
  words: WordCounts,
  options: CountingOptions = {},
): InformationContent {
  checkArguments('informationContent', {
    wordNet: [wordNet, 'object'],
    taxonomy: [taxonomy, 'object'],
    words: [words, 'iterable'],
    options: [options, 'object'],
  });
  const { smoothing = 1, senses = 'all' } = options;
  const counts = new Map<number, number>();
  let total = smoothing;
  for (const [word, count] of words) {
    const found = wordNet.baseForms(word, taxonomy.partOfSpeech).slice(0, 1);
    const offsets = found.flatMap((form) => wordNet.sensesOf(form, taxonomy.partOfSpeech));
    const weight = senses === 'all' ? count : count / Math.max(1, offsets.length);
    for (const { offset } of offsets) {
      total += weight;
      for (const above of taxonomy.hypernymClosure(offset).keys())
        counts.set(above, (counts.get(above) ?? smoothing) + weight);
    }
  }
  return (offset) => {
    const count = offset === ARTIFICIAL_ROOT ? total : (counts.get(offset) ?? smoothing);
    return count <= 0 ? Infinity : Math.max(0, -Math.log(count / total));
  };
}

/**
 * The information content of the most specific common subsumer (Resnik 1995): 0 where that is the root; unbounded.
 */
export function resnikSimilarity(taxonomy: Taxonomy, content: InformationContent): Similarity {
  checkArguments('resnikSimilarity', { taxonomy: [taxonomy, 'object'], content: [content, 'function'] });
  return (a, b) => {
    const shared = taxonomy.commonSubsumers(a, b).map(content);
    return shared.length === 0 ? undefined : Math.max(...shared);
  };
}

/**
 * Jiang and Conrath 1997 as a similarity: `1 / (IC(a) + IC(b) − 2 IC(subsumer))`, at least 0. Infinity for a distance
 * of 0, as for the same synset; NLTK returns 1e300 there, and WS4J the value for the smallest possible distance.
 */
export function jiangConrathSimilarity(taxonomy: Taxonomy, content: InformationContent): Similarity {
  checkArguments('jiangConrathSimilarity', {
    taxonomy: [taxonomy, 'object'],
    content: [content, 'function'],
  });
  const resnik = resnikSimilarity(taxonomy, content);
  return (a, b) => {
    const shared = resnik(a, b);
    if (shared === undefined) return undefined;
    if (a === b) return Infinity;
    const distance = content(a) + content(b) - 2 * shared;
    return Number.isNaN(distance) ? 0 : 1 / Math.max(0, distance);
  };
}

/** Lin 1998: `2 IC(subsumer) / (IC(a) + IC(b))`, between 0 and 1; 1 for the same synset. */
export function linSimilarity(taxonomy: Taxonomy, content: InformationContent): Similarity {
  checkArguments('linSimilarity', { taxonomy: [taxonomy, 'object'], content: [content, 'function'] });
  const resnik = resnikSimilarity(taxonomy, content);
  return (a, b) => {
    const shared = resnik(a, b);
    if (shared === undefined) return undefined;
    if (a === b) return 1;
    const sum = content(a) + content(b);
    // Without information, or without counts, different synsets share nothing.
    return sum === 0 || sum === Infinity ? 0 : Math.min(1, (2 * shared) / sum);
  };
}
