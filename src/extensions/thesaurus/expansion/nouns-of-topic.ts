import { PREFIXES } from '../../../model/vocabulary.js';
import { commonness } from '../../../language/wordnet/commonness.js';
import type { WordNet } from '../../../language/wordnet/wordnet.js';
import type { OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import type { CharacteristicNoun } from './expansion.js';

/** The nouns that are characteristic of a topic, by its counts in the knowledge base. */
export async function topicNouns(
  { kb, facts }: OpenTopic,
  wordNet: WordNet,
  most: number,
): Promise<CharacteristicNoun[]> {
  const { backgroundGraph, documents, iri } = facts;
  const { rows } = await kb.select(NOUN_COUNTS, {
    defaultGraphs: [iri],
  });
  const background =
    backgroundGraph === undefined
      ? { rows: [] }
      : await kb.select(BACKGROUND_COUNTS, { defaultGraphs: [backgroundGraph] });
  const elsewhere = new Map(
    background.rows.map((row) => [row['noun']?.value ?? '', Number(row['documents']?.value)]),
  );
  const counts = rows.map((row): NounCounts => {
    const lemma = row['noun']?.value ?? '';
    return { lemma, documents: Number(row['documents']?.value), background: elsewhere.get(lemma) ?? 0 };
  });
  const texts = {
    documents,
    backgroundDocuments: Number(background.rows[0]?.['total']?.value ?? 0),
    commonness: (lemma: string) => commonness(wordNet, lemma),
  };
  return characteristicNouns(counts, texts, most);
}

const HEAD = `PREFIX sfwc: <${PREFIXES.sfwc}>\nPREFIX nif: <${PREFIXES.nif}>\n`;

const NOUN_COUNTS = `${HEAD}SELECT ?noun (COUNT(DISTINCT ?document) AS ?documents) WHERE {
  ?s a sfwc:Entity ; nif:anchorOf ?noun ; nif:posTag ?tag ; sfwc:inDocument ?document .
  FILTER(?tag IN ("NN", "NNS"))
} GROUP BY ?noun ORDER BY ?noun`;

const BACKGROUND_COUNTS = `${HEAD}SELECT ?noun ?documents ?total WHERE {
  ?s a sfwc:BackgroundNoun ; nif:anchorOf ?noun ; sfwc:backgroundDocumentCount ?documents .
  ?background a sfwc:Background ; sfwc:documentCount ?total .
}`;

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
