import type { Learner, LearnedWhole, TrainingSettings } from '../classifiers/classifier.js';
import { FOLDS, heldOutScores } from '../learning/folds.js';
import { InputError } from '../../model/errors.js';
import type { LabelUse } from '../../model/label-use.js';
import type { AcceptanceParameters } from '../relevance/acceptance.js';
import { rounded } from '../../support/statistics.js';
import { learnBoundary, type Boundary, type ConceptNouns, type TrainingSet } from './scorer.js';

/** A trained classifier, as its file keeps it: what it learned, and its boundary. */
export interface TrainedModel<Parameters = unknown> {
  readonly classifier: string;
  /** Learned parameters, as plain data. */
  readonly parameters: Parameters;
  readonly boundary: Boundary;
  /** For the ensemble: what its verdicts depend on besides the pages. */
  readonly adapts?: AcceptanceParameters;
  /** The labelled pages that its threshold comes from, where there were any. */
  readonly labels?: LabelUse;
  /** Documents of the corpus, and labelled pages that count as such. */
  readonly documents: number;
  readonly backgroundDocuments: number;
  /** True if the background is the topic's own, so that the knowledge base counts its nouns. */
  readonly hasOwnBackground?: boolean;
  /** Documents that the knowledge base counts nouns in: more than were learned from, where these are a sample. */
  readonly counted?: { readonly topic: number; readonly background: number };
  /** Nouns of the concepts of the topic, as the knowledge base has them when the model is opened. */
  readonly concepts?: ConceptNouns;
  /** Of the ensemble: documents of the background that are about the topic, and did not count. */
  readonly aboutTopic?: number;
}

/** Minimum number of texts on each side, so that each part of the cross-validation has one. */
const MIN_TEXTS = FOLDS;

/** Learns a classifier, and its boundary by cross-validation. Deterministic. @throws InputError */
export function trainModel<Parameters>(
  learner: Learner<Parameters>,
  set: TrainingSet,
  settings: TrainingSettings,
): TrainedModel<Parameters> {
  if (learner.members === undefined && set.corpus.length < MIN_TEXTS) refuseTooLittle(learner);
  if (set.background.length < MIN_TEXTS) refuseTooLittle(learner);
  return modelOf(learner, learn(learner, set, settings), set);
}

/** @throws InputError */
function refuseTooLittle({ name }: Learner): never {
  throw new InputError(`there is too little text to learn '${name}' from`, {
    hint: 'give more texts: a few dozen about the topic, a hundred or more as background',
  });
}

/** A model of what was learned, with the boundary by the held-out scores. @throws InputError when there are too few */
export function modelOf<Parameters>(
  learner: Learner<Parameters>,
  { parameters, heldOut: all, aboutTopic }: LearnedWhole<Parameters>,
  set: TrainingSet,
): TrainedModel<Parameters> {
  // A text with nothing to judge by has the score NaN.
  const heldOut = {
    positives: all.positives.filter(Number.isFinite),
    negatives: all.negatives.filter(Number.isFinite),
  };
  const adapts = learner.adapts?.(parameters);
  const hasScores = adapts?.statistics.some((member) => member !== null);
  if (!(hasScores ?? (heldOut.positives.length > 0 && heldOut.negatives.length > 0)))
    refuseTooLittle(learner);
  // The scores of members are log odds already.
  const { slope, shift } = adapts === undefined ? learnBoundary(heldOut) : { slope: 1, shift: 0 };
  return {
    classifier: learner.name,
    parameters,
    boundary: { slope: rounded(slope), shift: rounded(shift) },
    ...(adapts && { adapts }),
    hasOwnBackground: set.isOwnBackground,
    documents: set.corpus.length,
    backgroundDocuments: set.background.length,
    aboutTopic,
  };
}

/** Learns, and scores every text by a model that had not seen it: NaN where it holds nothing to judge by. */
export function learn<Parameters>(
  learner: Learner<Parameters>,
  set: TrainingSet,
  settings: TrainingSettings,
): LearnedWhole<Parameters> {
  if (learner.learnWhole !== undefined) return learner.learnWhole(set, settings);
  const heldOut = heldOutScores(
    set.corpus,
    set.background,
    (corpus, background) => {
      const scorer = learner.scorer(learner.learn({ ...set, corpus, background }, settings), set);
      return (content) => scorer.score(content) ?? Number.NaN;
    },
    (part, parts) => settings.onWait?.(`training ${learner.name}`, `part ${part} of ${parts}`),
  );
  return { parameters: learner.learn(set, settings), heldOut };
}
