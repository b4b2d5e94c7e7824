import type { SenseChoice } from '../../../model/topic.js';
import type { OnWait } from '../../../model/wait.js';

/** Plan of an expansion. */
export interface ExpansionPlan {
  /** The most nouns that are expanded. */
  readonly terms: number;
  readonly senses: SenseChoice;
  /** The least relatedness of a sense to the topic, 0 to 1. */
  readonly least: number;
}

/** Follows an expansion while it is made. */
export interface ExpandObserver {
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
