import type { Learner, LearnedWhole, TrainingSettings } from '../classifiers/classifier.js';
import { FOLDS, heldOutScores, type HeldOutScores } from '../learning/folds.js';
import { InputError } from '../../model/errors.js';
import type { LabelUse } from '../../model/label-use.js';
import type { Outlook } from '../../model/outlook.js';
import type { Anchors } from './acceptance.js';
import { outlookOf } from './outlook-of-scores.js';
import { learnProse, type ProseParameters } from './prose.js';
import type { WordSpaceParameters } from './word-space.js';
import { rounded } from './rounding.js';
import { median } from '../../support/statistics.js';
import { busyFor, learnBoundary, type Boundary, type TrainingSet } from './scorer.js';

/** A trained classifier, as its file keeps it: what it learned, and its boundary. */
export interface TrainedModel<Parameters = unknown> {
  /** Name of the classifier. */
  readonly classifier: string;
  /** What it learned, as plain data. */
  readonly parameters: Parameters;
  readonly boundary: Boundary;
  /** For the ensemble: what its threshold depends on. Without `prose`, the background's texts are of many kinds. */
  readonly adapts?: { readonly anchors: Anchors; readonly prose?: ProseParameters };
  /** The word space that it was learned with, if there was one. */
  readonly space?: WordSpaceParameters;
  /** The labelled pages that its threshold comes from, where there were any. */
  readonly labels?: LabelUse;
  /** For the ensemble, unless its background is of many kinds: how much it would find without labels. */
  readonly outlook?: Outlook;
  /** Documents of the corpus, and labelled pages that count as such. */
  readonly documents: number;
  readonly backgroundDocuments: number;
  /** Of the ensemble: documents of the background that are about the topic, and did not count. */
  readonly aboutTopic?: number;
}

/** Minimum number of texts on each side, so that each part of the cross-validation has one. */
const LEAST_TEXTS = FOLDS;

/**
 * Learns a classifier, and its boundary by cross-validation. Deterministic.
 * @throws InputError when there are too few or too short texts to learn from
 */
export function trainModel<Parameters>(
  learner: Learner<Parameters>,
  set: TrainingSet,
  settings: TrainingSettings,
): TrainedModel<Parameters> {
  if (set.corpus.length < LEAST_TEXTS || set.background.length < LEAST_TEXTS) refuseTooLittle(learner);
  const learned = learn(learner, set, settings);
  const { heldOut, excerpts } = learned;
  const model = modelOf(learner, { ...learned, heldOut: judged(heldOut) }, set);
  const { adapts, boundary, space } = model;
  if (excerpts === undefined || adapts?.prose === undefined) return model;
  const parameters = { ...adapts.anchors, hasSpace: space !== undefined };
  return { ...model, outlook: outlookOf(set, { whole: heldOut.positives, excerpts }, boundary, parameters) };
}

/** What was learned, with the scores of the texts that it was learned from, each by a model that had not seen the text. */
type Learned<Parameters> = Pick<LearnedWhole<Parameters>, 'parameters' | 'heldOut'> &
  Partial<LearnedWhole<Parameters>>;

/** @throws InputError */
function refuseTooLittle({ name }: Learner): never {
  throw new InputError(`there is too little text to learn '${name}' from`, {
    hint: 'give more texts: a few dozen about the topic, a hundred or more as background',
  });
}

/**
 * A model of what was learned, with the boundary by the held-out scores.
 * @throws InputError when there are too few
 */
export function modelOf<Parameters>(
  learner: Learner<Parameters>,
  { parameters, heldOut, aboutTopic }: Learned<Parameters>,
  set: TrainingSet,
): TrainedModel<Parameters> {
  if (heldOut.positives.length === 0 || heldOut.negatives.length === 0) refuseTooLittle(learner);
  const { slope, shift } = learnBoundary(heldOut);
  const boundary = { slope: rounded(slope), shift: rounded(shift) };
  return {
    classifier: learner.name,
    parameters,
    boundary,
    space: learner.uses?.includes('space') === true ? set.space?.parameters : undefined,
    ...(learner.isProbability === true
      ? {
          adapts: {
            anchors: anchorsOf(heldOut, boundary),
            ...(set.isMixed === true ? {} : { prose: learnProse(set.background) }),
          },
        }
      : {}),
    documents: set.corpus.length,
    backgroundDocuments: set.background.length,
    aboutTopic,
  };
}

function anchorsOf({ positives, negatives }: HeldOutScores, { slope, shift }: Boundary): Anchors {
  const odds = (scores: readonly number[]): number => rounded(slope * median(scores) + shift);
  return { background: odds(negatives), corpus: odds(positives) };
}

/** The scores of texts that held something to judge by. */
function judged({ positives, negatives }: HeldOutScores): HeldOutScores {
  return { positives: positives.filter(Number.isFinite), negatives: negatives.filter(Number.isFinite) };
}

/** Learns, and scores every text by a model that had not seen it: NaN where it holds nothing to judge by. */
export function learn<Parameters>(
  learner: Learner<Parameters>,
  set: TrainingSet,
  settings: TrainingSettings,
): Learned<Parameters> {
  if (learner.learnWhole !== undefined) return learner.learnWhole(set, settings);
  const heldOut = heldOutScores(
    set.corpus,
    set.background,
    (corpus, background) => {
      const scorer = learner.scorer(learner.learn({ ...set, corpus, background }, settings), set);
      return (content) => scorer.score(content) ?? Number.NaN;
    },
    (part, parts) =>
      settings.onWait?.(`training ${learner.name}`, {
        detail: `part ${part} of ${parts}`,
        busy: busyFor(set),
      }),
  );
  return { parameters: learner.learn(set, settings), heldOut };
}
