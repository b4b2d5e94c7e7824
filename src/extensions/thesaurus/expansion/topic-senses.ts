import { addToList } from '../../../support/add-to-list.js';
import { onceFor } from '../../../support/once.js';
import { remember } from '../../../support/remember.js';
import { mean } from '../../../support/statistics.js';
import {
  CONTEXT_WEIGHT,
  MAX_SENSES,
  openSenseChooser,
  type Context,
} from '../../../language/wordnet/sense-choice.js';
import type { Sense, WordNet } from '../../../language/wordnet/wordnet.js';
import type { CharacteristicNoun, Taxonomy, TopicNouns, TopicSense, TopicSenses } from './nouns-of-topic.js';

/** Nouns compared by the hierarchy; less characteristic ones hardly change the mean. */
const COMPARED_NOUNS = 40;
/** Senses considered per noun. */
const COMPARED_SENSES = 3;
const REMEMBERED = 100_000;

/**
 * Chooses senses of nouns for a topic: one sense per topic instead of per text (Gale, Church, Yarowsky 1992; for
 * domains Koeling, McCarthy, Carroll 2005), so that the evidence of all texts is combined:
 *
 *     score(s) = log2(1 + tags(s)) + CONTEXT_WEIGHT · (r(s) + ½ · d(s))
 *
 * r is {@link TopicSenses.relatedness}, d(s) the mean cosine of the words around s with the nouns of each document
 * that has the noun. Scores are logarithms of frequencies, so 2^score(s) / Σ 2^score is the probability.
 */
export function createTopicSenses(
  wordNet: WordNet,
  taxonomy: Taxonomy,
  { characteristic, documents }: TopicNouns,
): TopicSenses {
  const chooser = openSenseChooser(wordNet);
  const context = chooser.contextOfWords(characteristic.map(({ lemma, weight }) => [lemma, weight]));
  const contextsOf = documentContexts(documents, (nouns) =>
    chooser.contextOfWords([...nouns].map((noun) => [noun, 1])),
  );
  const nearness = createNearness(wordNet, taxonomy, characteristic);
  const relatedness = (offset: number, noun: string): number =>
    (chooser.overlap(offset, noun, context) + nearness(offset, noun)) / 2;
  const inDocuments = (offset: number, noun: string): number =>
    mean(contextsOf(noun).map((text) => chooser.overlap(offset, noun, text))) ?? 0;
  const score = ({ offset, tagCount }: Sense, noun: string): number =>
    Math.log2(1 + tagCount) + CONTEXT_WEIGHT * (relatedness(offset, noun) + inDocuments(offset, noun) / 2);
  const senseOf = remember(
    (noun: string) => likeliest(commonSenses(wordNet, noun), (sense) => score(sense, noun)),
    REMEMBERED,
  );
  return { relatedness, senseOf };
}

/** Senses of a common noun, without single persons, places and so on. */
function commonSenses(wordNet: WordNet, noun: string): readonly Sense[] {
  return wordNet
    .sensesOf(noun)
    .slice(0, MAX_SENSES)
    .filter(({ offset }) => wordNet.synset(offset)?.instanceHypernyms.length === 0);
}

/** The first of equals is the more frequent one. @param score binary logarithm of the odds */
function likeliest(senses: readonly Sense[], score: (sense: Sense) => number): TopicSense | undefined {
  const scored = senses.map((sense) => ({ sense, score: score(sense) })).sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined) return undefined;
  const odds = scored.reduce((sum, other) => sum + 2 ** (other.score - best.score), 0);
  return { offset: best.sense.offset, probability: 1 / odds };
}

/** The contexts of the documents with a noun. */
function documentContexts(
  documents: TopicNouns['documents'],
  contextOf: (nouns: Iterable<string>) => Context,
): (noun: string) => readonly Context[] {
  const byNoun = new Map<string, Context[]>();
  for (const nouns of documents) {
    const context = contextOf(nouns);
    for (const noun of new Set(nouns)) addToList(byNoun, noun, context);
  }
  return (noun) => byNoun.get(noun) ?? [];
}

/**
 * Nearness of a synset to the most characteristic other nouns: the weighted mean of 1 / (1 + length of the shortest
 * path).
 */
function createNearness(
  wordNet: WordNet,
  taxonomy: Taxonomy,
  characteristic: readonly CharacteristicNoun[],
): (offset: number, noun: string) => number {
  const compared = characteristic
    .map(({ lemma, weight }) => ({ lemma, weight, above: stepsAbove(wordNet, taxonomy, lemma) }))
    .filter(({ above }) => above.size > 0)
    .slice(0, COMPARED_NOUNS);
  const nearnessTo = remember((offset: number) => {
    const own = [...taxonomy.hypernymClosure(offset)];
    return compared.map(({ above }) => {
      const ways = own.map(([shared, steps]) => steps + (above.get(shared) ?? Infinity));
      return 1 / (1 + Math.min(...ways));
    });
  }, REMEMBERED);
  return (offset, noun) => {
    let sum = 0;
    let weights = 0;
    for (const [index, near] of nearnessTo(offset).entries()) {
      const { lemma = '', weight = 0 } = compared[index] ?? {};
      if (lemma === noun) continue;
      sum += weight * near;
      weights += weight;
    }
    return weights === 0 ? 0 : sum / weights;
  };
}

/** Everything above the first senses of a noun, with the length of the shortest path. */
function stepsAbove(wordNet: WordNet, taxonomy: Taxonomy, noun: string): ReadonlyMap<number, number> {
  const fewest = new Map<number, number>();
  for (const { offset } of wordNet.sensesOf(noun).slice(0, COMPARED_SENSES)) {
    for (const [above, steps] of taxonomy.hypernymClosure(offset))
      fewest.set(above, Math.min(steps, fewest.get(above) ?? Infinity));
  }
  return fewest;
}

const REMEMBERED_SYNSETS = 20_000;
/** More than there are synsets: the closure of the root asks for all of them. */
const REMEMBERED_HYPONYMS = 100_000;

/** The hierarchy of WordNet's nouns, read on demand and cached. There is one per WordNet. */
export const openTaxonomy = onceFor((wordNet: WordNet): Taxonomy => {
  const hypernymsOf = remember((offset: number): readonly number[] => {
    const { hypernyms = [], instanceHypernyms = [] } = wordNet.synset(offset) ?? {};
    return [...hypernyms, ...instanceHypernyms];
  }, REMEMBERED_SYNSETS);
  const hyponymsOf = remember((offset: number) => wordNet.hyponymsOf(offset), REMEMBERED_HYPONYMS);
  return {
    hypernymsOf,
    hyponymsOf,
    hypernymClosure: remember((offset: number) => closure(offset, hypernymsOf), REMEMBERED_SYNSETS),
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
