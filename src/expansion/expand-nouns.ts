import type { NounExpansion, SenseChoice } from '../model/topic.js';
import { openSenseChooser, MAX_SENSES, type Context, type SenseChooser } from '../wordnet/sense-choice.js';
import { pathSimilarity, type Similarity } from '../wordnet/similarity.js';
import { createTaxonomy, type Taxonomy } from '../wordnet/taxonomy.js';
import type { WordNet } from '../wordnet/wordnet.js';
import type { CharacteristicNoun } from './characteristic-nouns.js';

/** A synset with how much it is related to a topic. */
export interface RelatedSynset {
  /** Of the synset, a noun's. */
  readonly offset: number;
  /** As WordNet spells them; at least one. */
  readonly words: readonly string[];
  /** 0 to 1: see {@link createRelatedness}. */
  readonly relatedness: number;
}

/** A sense of a noun of the topic, with what is around it in WordNet. */
export interface ExpandedNoun extends RelatedSynset {
  readonly lemma: string;
  readonly weight: number;
  readonly gloss: string;
  readonly hypernyms: readonly RelatedSynset[];
  readonly hyponyms: readonly RelatedSynset[];
}

/** How nouns are expanded. */
export interface ExpansionOptions {
  readonly senses: SenseChoice;
  /** `related`: senses and what is around them are left out below this. */
  readonly least: number;
}

/** Nouns that others are compared with; the less characteristic ones hardly change a mean. */
const COMPARED_NOUNS = 40;
/** Senses of the other nouns that may be the one meant. */
const COMPARED_SENSES = 3;

/**
 * Expands the nouns of a topic by WordNet: the synonyms of their senses, and the synsets right above and below these. The
 * most characteristic noun comes first; nouns that WordNet does not hold are left out.
 */
export function expandNouns(
  wordNet: WordNet,
  nouns: readonly CharacteristicNoun[],
  { senses, least }: ExpansionOptions,
): ExpandedNoun[] {
  const taxonomy = createTaxonomy(wordNet);
  const relatedness = createRelatedness(wordNet, taxonomy, nouns);
  const read = (offset: number, lemma: string): RelatedSynset[] => {
    const synset = wordNet.synset(offset);
    if (synset === undefined) return [];
    return [{ offset, words: synset.words, relatedness: relatedness(offset, lemma) }];
  };
  const keep = ({ relatedness: found }: RelatedSynset): boolean => senses !== 'related' || found >= least;
  return nouns.flatMap(({ lemma, weight }) =>
    chooseSenses(wordNet, lemma, senses, (offset) => relatedness(offset, lemma)).flatMap((offset) => {
      const [sense] = read(offset, lemma).filter(keep);
      if (sense === undefined) return [];
      const around = (offsets: readonly number[]): RelatedSynset[] =>
        offsets.flatMap((other) => read(other, lemma)).filter(keep);
      const gloss = wordNet.synset(offset)?.gloss ?? '';
      const [hypernyms, hyponyms] = [
        around(taxonomy.hypernymsOf(offset)),
        around(taxonomy.hyponymsOf(offset)),
      ];
      return [{ lemma, weight, gloss, ...sense, hypernyms, hyponyms }];
    }),
  );
}

function chooseSenses(
  wordNet: WordNet,
  lemma: string,
  choice: SenseChoice,
  relatedness: (offset: number) => number,
): readonly number[] {
  const senses = wordNet.sensesOf(lemma);
  if (choice === 'all') return senses.map(({ offset }) => offset);
  if (choice === 'first') return senses.slice(0, 1).map(({ offset }) => offset);
  const related = chooseRelated(wordNet, lemma, relatedness);
  return related === undefined ? [] : [related];
}

/** The sense of a common noun that is most related to a topic; of equals the more frequent one. Single persons and places are none. */
export function chooseRelated(
  wordNet: WordNet,
  lemma: string,
  relatedness: (offset: number) => number,
): number | undefined {
  const common = wordNet
    .sensesOf(lemma)
    .slice(0, MAX_SENSES)
    .filter(({ offset }) => wordNet.synset(offset)?.instanceHypernyms.length === 0);
  const rated = common.map(({ offset }) => ({ offset, value: relatedness(offset) }));
  return rated.sort((a, b) => b.value - a.value)[0]?.offset;
}

/**
 * How much a synset is related to the nouns of a topic, the noun that it is a sense of left out:
 *
 *     r(s) = ½ · cos(words around s in WordNet, the topic's nouns) + ½ · Σ_k w_k max_s' sim(s, s') / Σ_k w_k
 *
 * the first by glosses (Lesk 1986, as {@link openSenseChooser}), the second by the hierarchy: sim by path, over the first
 * senses of the most characteristic nouns k. Both halves are small for all senses, so that r is read as an order, not a probability.
 */
export function createRelatedness(
  wordNet: WordNet,
  taxonomy: Taxonomy,
  nouns: readonly CharacteristicNoun[],
): (offset: number, lemma: string) => number {
  const chooser: SenseChooser = openSenseChooser(wordNet);
  const context: Context = chooser.contextOfWords(nouns.map(({ lemma, weight }) => [lemma, weight]));
  const compared = nouns
    .map((noun) => ({
      ...noun,
      senses: wordNet.sensesOf(noun.lemma).slice(0, COMPARED_SENSES),
    }))
    .filter(({ senses }) => senses.length > 0)
    .slice(0, COMPARED_NOUNS);
  const similarity: Similarity = pathSimilarity(taxonomy);
  return (offset, lemma) => {
    let sum = 0;
    let weights = 0;
    for (const other of compared) {
      if (other.lemma === lemma) continue;
      weights += other.weight;
      sum += other.weight * Math.max(...other.senses.map((sense) => similarity(offset, sense.offset) ?? 0));
    }
    return (chooser.overlap(offset, lemma, context) + (weights === 0 ? 0 : sum / weights)) / 2;
  };
}

/** The words of an expansion as classifiers read them: noun → synonyms, and words for what is right above and below. */
export function toTopicExpansion(expanded: readonly ExpandedNoun[]): ReadonlyMap<string, NounExpansion> {
  const byLemma = new Map<string, { synonyms: Set<string>; related: Set<string> }>();
  for (const { lemma, words, hypernyms, hyponyms } of expanded) {
    const known = byLemma.get(lemma) ?? { synonyms: new Set(), related: new Set() };
    for (const word of words) known.synonyms.add(word.toLowerCase());
    for (const other of [...hypernyms, ...hyponyms])
      for (const word of other.words) known.related.add(word.toLowerCase());
    known.synonyms.delete(lemma);
    byLemma.set(lemma, known);
  }
  return new Map(
    [...byLemma].map(([lemma, { synonyms, related }]) => [
      lemma,
      { synonyms: [...synonyms].sort(), related: [...related].sort() },
    ]),
  );
}
