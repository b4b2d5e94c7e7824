/** How many documents hold a noun. */
export interface NounCounts {
  readonly lemma: string;
  /** Documents of the topic. */
  readonly documents: number;
  /** Documents of the background; 0 without one. */
  readonly background: number;
}

/** What the counts were taken from. */
export interface CountedTexts {
  readonly documents: number;
  readonly backgroundDocuments: number;
  /** How common a noun is in general, from 0 (never met) to 1; asked where there is no background. */
  readonly commonness: (lemma: string) => number;
}

/** A noun that stands for the topic. */
export interface CharacteristicNoun {
  readonly lemma: string;
  /** Larger is more characteristic; above 0. */
  readonly weight: number;
}

/** A noun of one document is an accident, unless there are hardly more. */
const LEAST_DOCUMENTS = 2;

/**
 * The nouns that are characteristic of a topic, the most characteristic first.
 *
 *     weight = p · log2(p / q),   p = (n + ½) / (N + 1) in the topic, q likewise in the background
 *
 * the noun's part of the divergence of the two (Kullback and Leibler 1951): frequent in the topic and rare elsewhere. Without a
 * background, `p · (1 − commonness)`. Nouns that are no more frequent in the topic than elsewhere are left out.
 */
export function characteristicNouns(
  nouns: Iterable<NounCounts>,
  { documents, backgroundDocuments, commonness }: CountedTexts,
  most: number,
): CharacteristicNoun[] {
  const least = Math.min(LEAST_DOCUMENTS, documents);
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
