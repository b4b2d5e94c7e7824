import type { CharacteristicNoun } from './expansion.js';

/** Document frequencies of a noun. */
export interface NounCounts {
  readonly lemma: string;
  /** Documents of the topic with the noun. */
  readonly documents: number;
  /** Documents of the background with the noun; 0 without one. */
  readonly background: number;
}

/** The texts that were counted. */
export interface CountedTexts {
  readonly documents: number;
  readonly backgroundDocuments: number;
  /** Frequency of a noun in general, from 0 (unknown) to 1; used without a background. */
  readonly commonness: (lemma: string) => number;
}

/** Nouns of a single document are accidental, unless there are hardly more documents. */
const MIN_DOCUMENTS = 2;

/**
 * The characteristic nouns of a topic, the most characteristic first.
 *
 *     weight = p · log2(p / q),   p = (n + ½) / (N + 1) in the topic, q likewise in the background
 *
 * This is the noun's part of the divergence of the two (Kullback and Leibler 1951): frequent in the topic and rare
 * elsewhere. Without a background, `p · (1 − commonness)`. Nouns that are not more frequent in the topic are left
 * out.
 */
export function characteristicNouns(
  nouns: Iterable<NounCounts>,
  { documents, backgroundDocuments, commonness }: CountedTexts,
  most: number,
): CharacteristicNoun[] {
  const least = Math.min(MIN_DOCUMENTS, documents);
  const found: CharacteristicNoun[] = [];
  for (const { lemma, documents: count, background } of nouns) {
    if (count < least) continue;
    const share = (count + 0.5) / (documents + 1);
    const elsewhere = (background + 0.5) / (backgroundDocuments + 1);
    const weight =
      backgroundDocuments === 0 ? share * (1 - commonness(lemma)) : share * Math.log2(share / elsewhere);
    if (weight > 0) found.push({ lemma, weight });
  }
  return found.sort((a, b) => b.weight - a.weight || (a.lemma < b.lemma ? -1 : 1)).slice(0, most);
}
