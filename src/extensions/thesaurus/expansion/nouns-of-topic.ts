import { PREFIXES } from '../../../model/vocabulary.js';
import { commonness } from '../../../language/wordnet/sense-choice.js';
import type { WordNet } from '../../../language/wordnet/wordnet.js';
import type { OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import type { OnWait } from '../../../model/wait.js';

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
interface CountedTexts {
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

/** Follows an expansion while it is made. */
export interface ExpandCallbacks {
  readonly onWait?: OnWait;
}

/** A noun that characterises the topic. */
export interface CharacteristicNoun {
  readonly lemma: string;
  /** Larger is more characteristic; above 0. */
  readonly weight: number;
}

/**
 * The hierarchy of nouns by synset offset. Hypernyms include instance hypernyms, hyponyms include instances: Paris is below
 * capital.
 */
export interface Taxonomy {
  /** Offsets of the direct hypernyms; empty for a root and for unknown offsets. */
  hypernymsOf(offset: number): readonly number[];
  hyponymsOf(offset: number): readonly number[];
  /** The synset and everything above it, with the length of the shortest path; nearest first. */
  hypernymClosure(offset: number): ReadonlyMap<number, number>;
  /** The synset and everything below it, likewise. For entity these are all 82,000. */
  hyponymClosure(offset: number): ReadonlyMap<number, number>;
}

/** Nouns of a topic, for choosing senses. */
export interface TopicNouns {
  /** The characteristic nouns, the most characteristic first. */
  readonly characteristic: readonly CharacteristicNoun[];
  /** The nouns of its documents or a sample; without any, only the characteristic nouns count. */
  readonly documents: readonly Iterable<string>[];
}

/** A sense of a noun in a topic. */
export interface TopicSense {
  /** Offset of the synset. */
  readonly offset: number;
  /** Probability among the senses of the noun: 1 for a single sense. */
  readonly probability: number;
}

/** The senses of nouns in a topic. */
export interface TopicSenses {
  /**
   * Relatedness of a synset to the characteristic nouns of the topic, without the noun that it is a sense of:
   *
   *     r(s) = ½ · cos(words around s in WordNet, the topic's nouns) + ½ · Σ_k w_k max_s' sim(s, s') / Σ_k w_k
   *
   * The first part is based on glosses, the second on the hierarchy: path similarity to
   * the first senses of the most characteristic nouns k. Both parts are small for all senses, so r is an order rather
   * than a probability.
   */
  readonly relatedness: (offset: number, noun: string) => number;
  /** The most likely sense of a noun; undefined where WordNet has only single persons, places and so on. */
  readonly senseOf: (noun: string) => TopicSense | undefined;
}
