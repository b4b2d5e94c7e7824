import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import { TRAINED_CLASSIFIERS } from '../../../judging/classifiers/classifier-table.js';
import { NOTHING_TO_JUDGE, type Judgement } from '../../../model/topic.js';

/** Sums of the scores of a verdict. */
interface ScoreSums {
  count: number;
  sum: number;
}

/** {@link RelevanceScale} as JSON. */
export interface RelevanceScaleSnapshot {
  readonly accepted: Readonly<ScoreSums>;
  readonly rejected: Readonly<ScoreSums>;
}

/**
 * How relevant a judgement says that a page is, from 0 to 1. A verdict alone says too little: where a classifier accepts
 * every fourth relevant page, the scores of those that it rejects still tell them from the rest.
 */
export interface RelevanceScale {
  relevanceOf(judgement: Judgement): number;
  /** Counts a page, by which the scales of other classifiers are learned. */
  note(judgement: Judgement): void;
  snapshot(): RelevanceScaleSnapshot;
}

/** Log odds at the mean score of accepted pages, and minus those at the mean of rejected ones. */
const AT_MEAN = 2;
const PROBABLE = 0.9;
const none = (): ScoreSums => ({ count: 0, sum: 0 });

/**
 * The scores of trained classifiers are probabilities. Those of others are put on a scale by the mean scores of accepted
 * and rejected pages so far, and until there are both, the verdict counts.
 */
export function createRelevanceScale(saved?: RelevanceScaleSnapshot): RelevanceScale {
  const accepted = { ...(saved?.accepted ?? none()) };
  const rejected = { ...(saved?.rejected ?? none()) };
  return {
    relevanceOf(judgement) {
      const { score } = judgement;
      if (isProbability(judgement)) return Math.min(1, Math.max(0, score));
      if (score === NOTHING_TO_JUDGE) return 0;
      const [high, low] = [accepted.sum / accepted.count, rejected.sum / rejected.count];
      if (!(high > low)) return judgement.accepted ? PROBABLE : 1 - PROBABLE;
      return sigmoid((AT_MEAN * (2 * score - high - low)) / (high - low));
    },
    note(judgement) {
      if (isProbability(judgement) || judgement.score === NOTHING_TO_JUDGE) return;
      const sums = judgement.accepted ? accepted : rejected;
      sums.count += 1;
      sums.sum += judgement.score;
    },
    snapshot: () => ({ accepted: { ...accepted }, rejected: { ...rejected } }),
  };
}

function isProbability({ classifier, score }: Judgement): boolean {
  return (TRAINED_CLASSIFIERS as readonly string[]).includes(classifier) && score !== NOTHING_TO_JUDGE;
}
