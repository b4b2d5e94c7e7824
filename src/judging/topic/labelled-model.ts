import { areEnoughLabels, LEAST_LABELS, LEAST_OF_KIND } from '../learning/enough-labels.js';
import { InputError } from '../../model/errors.js';
import type { TrainedClassifier } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import { thresholdAmong } from './acceptance.js';
import type { TrainingText } from './excerpts.js';
import { scoresOfLabels, type Label } from './label-scores.js';
import { ADAPTED_DEVIATION, labelledThreshold, type LabelledScore } from './labelled-threshold.js';
import type { PageContent } from './page-content.js';
import { proseMeasure } from './prose.js';
import { rounded } from './rounding.js';
import type { Spaces, TrainingSet } from './scorer.js';
import {
  learn,
  modelOf,
  scorerOf,
  trainModel,
  type TrainedModel,
  type TrainingSettings,
} from './trained-model.js';

/** A model that learned from labels. */
export interface LabelledModel {
  readonly model: TrainedModel;
  /** The labels that its threshold comes from, each with its score by a model that had not learned from it. */
  readonly used: readonly { readonly label: Label; readonly odds: number }[];
  readonly unused: readonly { readonly label: Label; readonly why: string }[];
}

/** Labels from which the pages are learned from as well. */
export const LABELS_TO_LEARN_FROM = 50;
/** A boundary between texts of corpus and background alone may be far off among pages. */
const BETWEEN_TEXTS = { threshold: 0, deviation: 1.5 };
/** As how many texts of corpus or background a labelled page counts. */
const EXAMPLE_WEIGHT = 2;

/**
 * Learns a classifier, and from labels where its topic begins: see {@link labelledThreshold}. The ensemble and the
 * regression learn from {@link LABELS_TO_LEARN_FROM} labelled pages and more as from further texts of corpus and
 * background; the scores for the threshold are then those of models that had not seen the page. Deterministic.
 *
 * A page whose text was not kept has the score that its crawl recorded; see {@link scoresOfLabels}.
 *
 * @param learnFrom labels with their texts from which the pages are learned from as well
 * @throws InputError as {@link trainModel}, and for fewer than {@link LEAST_LABELS} usable labels or labels of one kind
 */
export function trainWithLabels(
  classifier: TrainedClassifier,
  set: TrainingSet,
  labels: readonly Label[],
  settings: TrainingSettings,
  learnFrom = LABELS_TO_LEARN_FROM,
): LabelledModel {
  const withContent = labels.flatMap((label) =>
    label.content === undefined ? [] : [{ ...label, content: label.content }],
  );
  const learnsFromPages = classifier === 'ensemble' || classifier === 'regression';
  return learnsFromPages && withContent.length >= learnFrom
    ? learnFromPages(classifier, set, { labels, withContent }, settings)
    : moveThreshold(trainModel(classifier, set, settings), set, labels);
}

/** A model without what labels say of its threshold, where they are to be given to its acceptance instead. */
export function withoutLabelledThreshold(model: TrainedModel): TrainedModel {
  const { adapts } = model;
  if (adapts === undefined) return model;
  return { ...model, adapts: { ...adapts, anchors: without(adapts.anchors, 'labelled') } };
}

type LabelWithContent = Label & { readonly content: PageContent };

/** Trains with the labelled pages as further texts. */
function learnFromPages(
  classifier: TrainedClassifier,
  set: TrainingSet,
  pages: { readonly labels: readonly Label[]; readonly withContent: readonly LabelWithContent[] },
  settings: TrainingSettings,
): LabelledModel {
  const yes = pages.withContent.filter(({ positive }) => positive);
  const no = pages.withContent.filter(({ positive }) => !positive);
  const texts = (labels: readonly LabelWithContent[]): TrainingText[] =>
    labels.map(({ content }) => ({ ...content, weight: EXAMPLE_WEIGHT }));
  const larger = {
    ...set,
    corpus: [...set.corpus, ...texts(yes)],
    background: [...set.background, ...texts(no)],
  };
  const { learned, heldOut, aboutTopic } = learn(classifier, larger, settings);
  const known = {
    positives: heldOut.positives.slice(0, set.corpus.length).filter(Number.isFinite),
    negatives: heldOut.negatives.slice(0, set.background.length).filter(Number.isFinite),
  };
  const documents = larger.corpus.length;
  const what = { classifier, learned, heldOut: known, ...given({ aboutTopic }) };
  const model = { ...modelOf(what, set), documents };
  const scores = [
    ...heldOut.positives.slice(set.corpus.length),
    ...heldOut.negatives.slice(set.background.length),
  ];
  const scored = [...yes, ...no].map((label, place) => ({ label, raw: scores[place] ?? Number.NaN }));
  const unused = pages.labels
    .filter(({ content }) => content === undefined)
    .map((label) => ({ label, why: 'its text was not kept, so that nothing can be learned from it' }));
  return withThreshold(model, scored, unused, true);
}

/** Leaves what was learned as it is. */
function moveThreshold(model: TrainedModel, spaces: Spaces, labels: readonly Label[]): LabelledModel {
  const scores = scoresOfLabels(labels, model, scorerOf(model, spaces));
  const scored = labels.flatMap((label) => {
    const raw = scores.get(label);
    return raw === undefined ? [] : [{ label, raw }];
  });
  const unused = labels
    .filter((label) => !scores.has(label))
    .map((label) => ({ label, why: 'its text was not kept, and its crawl judged by another classifier' }));
  return withThreshold(model, scored, unused, false);
}

interface ScoredLabel {
  readonly label: Label;
  readonly raw: number;
}

function withThreshold(
  model: TrainedModel,
  scored: readonly ScoredLabel[],
  unused: LabelledModel['unused'],
  examples: boolean,
): LabelledModel {
  const { slope, shift } = model.boundary;
  const usable = scored.filter(({ raw }) => Number.isFinite(raw));
  const empty = scored
    .filter(({ raw }) => !Number.isFinite(raw))
    .map(({ label }) => ({ label, why: 'the page holds no word that the classifier knows' }));
  const scores = usable.map(({ label, raw }) => ({ odds: slope * raw + shift, positive: label.positive }));
  const yes = usable.filter(({ label }) => label.positive).length;
  const labels = { yes, no: usable.length - yes, examples };
  refuseFewLabels(scores, scored.length + unused.length);
  return {
    model: { ...thresholdMoved(model, usable, scores), labels },
    used: usable.map(({ label }, place) => ({ label, odds: scores[place]?.odds ?? Number.NaN })),
    unused: [...unused, ...empty],
  };
}

/** @param all how many labels there are, those that cannot be used included @throws InputError where too few can be used */
export function refuseFewLabels(usable: readonly { readonly positive: boolean }[], all: number): void {
  if (areEnoughLabels(usable)) return;
  const yes = usable.filter(({ positive }) => positive).length;
  throw new InputError(`too few labels can be used: ${yes} yes and ${usable.length - yes} no of ${all}`, {
    hint: `at least ${LEAST_LABELS} are needed, and ${LEAST_OF_KIND} of either kind: have more pages labelled, such as sfwc rate OUT --rater NAME --choose nearest asks about`,
  });
}

/** Where the threshold adapts, its anchors receive its place; else the boundary moves. */
function thresholdMoved(
  model: TrainedModel,
  usable: readonly ScoredLabel[],
  scores: readonly LabelledScore[],
): TrainedModel {
  const { adapts, boundary, space } = model;
  if (adapts === undefined) {
    const shift = rounded(boundary.shift - labelledThreshold(scores, BETWEEN_TEXTS));
    return { ...model, boundary: { ...boundary, shift } };
  }
  const { anchors } = adapts;
  const likenessOf = proseMeasure(adapts.prose);
  const kinds = usable.flatMap(({ label: { content, recorded } }) =>
    content === undefined ? (recorded?.likeness ?? []) : [likenessOf(content)],
  );
  const parameters = { ...anchors, hasSpace: space !== undefined };
  const prior = { threshold: thresholdAmong(parameters, kinds), deviation: ADAPTED_DEVIATION };
  const labelled = { threshold: labelledThreshold(scores, prior), count: usable.length };
  return { ...model, adapts: { ...adapts, anchors: { ...anchors, labelled } } };
}
