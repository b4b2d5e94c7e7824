import { documentFrequencies } from '../learning/term-counts.js';
import { contentOfWords, plainTerms } from './page-content.js';
import { toProfile } from '../../knowledge/krs/document-profile.js';
import { logOdds } from '../learning/logistic-regression.js';
import { type TrainingText, type Scorer, type TrainingSet, separateTexts } from './scorer.js';
import { rounded } from '../../support/statistics.js';
import type { GeneralSpace } from './word-space.js';

/** Parameters of the member of the ensemble that judges by meanings. */
export interface MeaningParameters {
  /** Checksum of the word space that it was learned with. */
  readonly space: string;
  /** One weight per dimension. */
  readonly weights: readonly number[];
  readonly bias: number;
}

const COST = 1;
/** Known words of the texts of each side at least. */
const MIN_WORDS = 5;
const NO_WEIGHTS: readonly number[] = [];

/**
 * Learns a logistic regression on the position of texts in the word space of general English, corpus against background:
 * see {@link separateTexts}. Words that the topic's few texts do not have count by those that they do have.
 */
export function trainMeaning({ corpus, background, general }: TrainingSet): MeaningParameters | undefined {
  if (general === undefined || [corpus, background].some((texts) => !knowsEnough(texts, general)))
    return undefined;
  const vectorOf = (text: TrainingText) => general.placeOf(text).vector;
  const learned = separateTexts({ corpus, background }, vectorOf, general.dimensions, COST);
  return { space: general.checksum, ...learned };
}

/** Words of a proposed line, besides those of the topic's name, each of which counts as several. */
const [PROPOSED_WORDS, NAME_WEIGHT] = [12, 5];

/**
 * Proposes a line about a topic: its name, and the words that most tell its texts from the background, by their share of
 * the texts and how much larger it is than in the background. Words that the word space does not have are left out.
 */
export function proposedLine({ corpus, background, general, name = [] }: TrainingSet): readonly string[] {
  if (general === undefined || corpus.length === 0) return [];
  const [own, others] = [corpus, background].map((texts) => documentFrequencies(texts.map(plainTerms)));
  const strength = (word: string, count: number): number => {
    const elsewhere = (others?.byTerm.get(word) ?? 0) + 0.5;
    const ratio = (count + 0.5) / (corpus.length + 1) / (elsewhere / (background.length + 1));
    return (count / corpus.length) * Math.log2(ratio);
  };
  const isKnown = (word: string): boolean =>
    general.placeOf(contentOfWords([word], [], toProfile([]))).vector.places.length > 0;
  const telling = [...(own?.byTerm ?? [])]
    .map(([word, count]) => [word, strength(word, count)] as const)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([word]) => word)
    .filter((word, place) => place < 5 * PROPOSED_WORDS && isKnown(word))
    .slice(0, PROPOSED_WORDS);
  const named = name.filter(isKnown);
  return [...Array.from({ length: NAME_WEIGHT }, () => named).flat(), ...telling];
}

/** A member that scores texts by the cosine with the line about the topic. */
export function lineParameters({ line, general }: TrainingSet): MeaningParameters | undefined {
  if (general === undefined || line === undefined) return undefined;
  const { vector } = general.placeOf(line);
  if (vector.places.length === 0) return undefined;
  const weights = new Array<number>(general.dimensions).fill(0);
  for (const [index, place] of vector.places.entries()) weights[place] = rounded(vector.values[index] ?? 0);
  return { space: general.checksum, weights, bias: 0 };
}

function knowsEnough(texts: readonly TrainingText[], general: GeneralSpace): boolean {
  const known = new Set<string>();
  for (const text of texts) {
    for (const [word] of general.placeOf(text).shares(NO_WEIGHTS)) known.add(word);
    if (known.size >= MIN_WORDS) return true;
  }
  return false;
}

/** Scores pages by their log odds; null without a known word. @param general the space that it was learned with */
export function meaningScorer({ weights, bias }: MeaningParameters, general: GeneralSpace): Scorer {
  const model = { weights: Float64Array.from(weights), bias };
  return {
    score: (content) => {
      const { vector } = general.placeOf(content);
      return vector.places.length === 0 ? null : logOdds(model, vector);
    },
    contributions: (content) =>
      general
        .placeOf(content)
        .shares(model.weights)
        .map(([term, pull]) => ({ term, documents: 0, pull })),
  };
}
