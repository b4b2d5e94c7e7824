import { logOdds, trainLogisticRegression } from '../learning/logistic-regression.js';
import { totalWeight, type TrainingText } from './excerpts.js';
import { rounded } from './rounding.js';
import type { Contribution, Scorer, TrainingSet } from './scorer.js';
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
const LEAST_WORDS = 5;
const NO_WEIGHTS: readonly number[] = [];

/**
 * Learns a logistic regression on the position of texts in the word space of general English, corpus against background.
 * Both sides have the same total weight. Words that the topic's few texts do not have count by those that they do have.
 * @returns undefined without the space, or where the texts of a side have hardly any of its words
 */
export function trainMeaning({ corpus, background, general }: TrainingSet): MeaningParameters | undefined {
  if (general === undefined || [corpus, background].some((texts) => !knowsEnough(texts, general)))
    return undefined;
  const balance = totalWeight(background) / totalWeight(corpus);
  const examples = (texts: readonly TrainingText[], positive: boolean) =>
    texts.map((text) => ({
      vector: general.placeOf(text).vector,
      positive,
      weight: (positive ? balance : 1) * (text.weight ?? 1),
    }));
  const model = trainLogisticRegression(
    [...examples(corpus, true), ...examples(background, false)],
    general.dimensions,
    COST,
  );
  return {
    space: general.checksum,
    weights: Array.from(model.weights, rounded),
    bias: rounded(model.bias),
  };
}

function knowsEnough(texts: readonly TrainingText[], general: GeneralSpace): boolean {
  const known = new Set<string>();
  for (const text of texts) {
    for (const [word] of general.placeOf(text).shares(NO_WEIGHTS)) known.add(word);
    if (known.size >= LEAST_WORDS) return true;
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
    contributions: (content) => {
      const contributions: Contribution[] = [];
      for (const [term, pull] of general.placeOf(content).shares(model.weights))
        contributions.push({ term, documents: 0, pull });
      return contributions;
    },
  };
}
