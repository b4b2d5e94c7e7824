import { shareWordSpace } from '../../language/text/word-space-file.js';
import { FOLDS, heldOutScores, type HeldOutScores } from '../learning/folds.js';
import { InputError } from '../../model/errors.js';
import type { LabelUse } from '../../model/labels.js';
import type { Outlook } from '../../model/outlook.js';
import type { TopicExpansion, TrainedClassifier } from '../../model/topic.js';
import type { OnWait } from '../../model/wait.js';
import type { Anchors } from './acceptance.js';
import { bayesScorer, trainBayes, type BayesParameters } from './bayes-rule.js';
import { centroidScorer, trainCentroid, type CentroidParameters } from './centroid-rule.js';
import {
  ensembleScorer,
  trainEnsemble,
  type EnsembleParameters,
  type ExcerptScores,
} from './ensemble-rule.js';
import { outlookOf } from './outlook.js';
import { learnProse, type ProseParameters } from './prose.js';
import { regressionScorer, trainRegression, type RegressionParameters } from './regression-rule.js';
import { given } from '../../support/given.js';
import type { WordSpaceParameters } from './word-space.js';
import { rounded } from './rounding.js';
import { semanticScorer, trainSemantic, type SemanticParameters } from './semantic-rule.js';
import { median } from '../../support/statistics.js';
import {
  busyFor,
  learnBoundary,
  type Boundary,
  type Scorer,
  type Spaces,
  type TrainingSet,
} from './scorer.js';

/** The parameters of a classifier, as plain data. */
export type LearnedParameters =
  | { readonly classifier: 'ensemble'; readonly parameters: EnsembleParameters }
  | { readonly classifier: 'regression'; readonly parameters: RegressionParameters }
  | { readonly classifier: 'itfidf-bayes' | 'tfidf-bayes'; readonly parameters: BayesParameters }
  | { readonly classifier: 'centroid'; readonly parameters: CentroidParameters }
  | { readonly classifier: 'semantic' | 'semantic-hypernyms'; readonly parameters: SemanticParameters };

/** A trained classifier: its parameters and its boundary. */
export type TrainedModel = LearnedParameters & {
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
};

/** How to learn classifiers. */
export interface TrainingSettings {
  /** Number of terms of Naive Bayes. */
  readonly features: number;
  /** Synonyms of the topic's nouns, for the semantic classifiers; empty if none of them is trained. */
  readonly expansion: TopicExpansion;
  /** Hears of each part of the work before it begins. */
  readonly onWait?: OnWait;
}

/** Minimum number of texts on each side, so that each part of the cross-validation has one. */
const LEAST_TEXTS = FOLDS;
const NOTHING_LEARNED = {
  learned: undefined,
  heldOut: { positives: [], negatives: [] },
  excerpts: undefined,
  aboutTopic: undefined,
};

/**
 * Learns a classifier, and its boundary by cross-validation. Deterministic.
 * @throws InputError when there are too few or too short texts to learn from
 */
export function trainModel(
  classifier: TrainedClassifier,
  set: TrainingSet,
  settings: TrainingSettings,
): TrainedModel {
  const enough = set.corpus.length >= LEAST_TEXTS && set.background.length >= LEAST_TEXTS;
  const { learned, heldOut, excerpts, aboutTopic } = enough
    ? learn(classifier, set, settings)
    : NOTHING_LEARNED;
  const model = modelOf({ classifier, learned, heldOut: judged(heldOut), ...given({ aboutTopic }) }, set);
  const { adapts, boundary, space } = model;
  if (excerpts === undefined || adapts?.prose === undefined) return model;
  const parameters = { ...adapts.anchors, hasSpace: space !== undefined };
  return { ...model, outlook: outlookOf(set, { whole: heldOut.positives, excerpts }, boundary, parameters) };
}

/** What was learned, with the scores of the texts that it was learned from, each by a model that had not seen the text. */
export interface Learned {
  readonly classifier: TrainedClassifier;
  readonly learned: LearnedParameters | undefined;
  readonly heldOut: HeldOutScores;
  readonly aboutTopic?: number;
}

/**
 * A model of what was learned, with the boundary by the held-out scores.
 * @throws InputError when there are too few
 */
export function modelOf(
  { classifier, learned, heldOut, aboutTopic }: Learned,
  set: TrainingSet,
): TrainedModel {
  if (learned === undefined || heldOut.positives.length === 0 || heldOut.negatives.length === 0) {
    throw new InputError(`there is too little text to learn '${classifier}' from`, {
      hint: 'give more texts: a few dozen about the topic, a hundred or more as background',
    });
  }
  const { slope, shift } = learnBoundary(heldOut);
  const boundary = { slope: rounded(slope), shift: rounded(shift) };
  const usesSpace = classifier === 'ensemble' || classifier === 'regression';
  return {
    ...learned,
    boundary,
    ...given({ space: usesSpace ? set.space?.parameters : undefined }),
    ...(classifier === 'ensemble'
      ? {
          adapts: {
            anchors: anchorsOf(heldOut, boundary),
            ...(set.isMixed === true ? {} : { prose: learnProse(set.background) }),
          },
        }
      : {}),
    documents: set.corpus.length,
    backgroundDocuments: set.background.length,
    ...given({ aboutTopic }),
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

/** Learns a classifier, and scores every text by a model that had not seen it: NaN where it holds nothing to judge by. */
export function learn(
  classifier: TrainedClassifier,
  set: TrainingSet,
  settings: TrainingSettings,
): {
  readonly learned: LearnedParameters;
  readonly heldOut: HeldOutScores;
  readonly excerpts?: ExcerptScores;
  readonly aboutTopic?: number;
} {
  if (classifier === 'ensemble') {
    const { parameters, ...scores } = trainEnsemble(set, settings.onWait);
    return { learned: { classifier, parameters }, ...scores };
  }
  const heldOut = heldOutScores(
    set.corpus,
    set.background,
    (corpus, background) => {
      const scorer = scorerOf(learnParameters(classifier, { ...set, corpus, background }, settings), set);
      return (content) => scorer.score(content) ?? Number.NaN;
    },
    (part, parts) =>
      settings.onWait?.(`training ${classifier}`, { detail: `part ${part} of ${parts}`, busy: busyFor(set) }),
  );
  return { learned: learnParameters(classifier, set, settings), heldOut };
}

function learnParameters(
  classifier: Exclude<TrainedClassifier, 'ensemble'>,
  set: TrainingSet,
  { features, expansion }: TrainingSettings,
): LearnedParameters {
  switch (classifier) {
    case 'regression':
      return { classifier, parameters: trainRegression(set) };
    case 'itfidf-bayes':
      return { classifier, parameters: trainBayes(set, { scheme: 'itfidf', features }) };
    case 'tfidf-bayes':
      return { classifier, parameters: trainBayes(set, { scheme: 'tfidf', features }) };
    case 'centroid':
      return { classifier, parameters: trainCentroid(set) };
    case 'semantic':
    case 'semantic-hypernyms': {
      const hypernyms = classifier === 'semantic-hypernyms';
      return { classifier, parameters: trainSemantic(set, { hypernyms, expansion }) };
    }
  }
}

/** The checksum of the word space of general English that a model was learned with; undefined without it. */
export function generalSpaceOf(model: LearnedParameters): string | undefined {
  return model.classifier === 'ensemble' ? model.parameters.members.meaning?.space : undefined;
}

/** Whether the word space that a model was learned with is the one of this version. @throws InputError when it cannot be read */
export function hasItsSpace(model: LearnedParameters): boolean {
  const needed = generalSpaceOf(model);
  return needed === undefined || needed === shareWordSpace().checksum;
}

/** Scores pages with learned parameters. @param spaces those that they were learned with */
export function scorerOf(learned: LearnedParameters, spaces: Spaces = {}): Scorer {
  switch (learned.classifier) {
    case 'ensemble':
      return ensembleScorer(learned.parameters, spaces);
    case 'regression':
      return regressionScorer(learned.parameters, spaces.space);
    case 'itfidf-bayes':
    case 'tfidf-bayes':
      return bayesScorer(learned.parameters);
    case 'centroid':
      return centroidScorer(learned.parameters);
    case 'semantic':
    case 'semantic-hypernyms':
      return semanticScorer(learned.parameters);
  }
}
