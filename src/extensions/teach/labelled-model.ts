import type { HeldOutScores } from '../../judging/learning/folds.js';
import type { JudgedText } from '../../judging/relevance/evidence.js';
import { areEnoughLabels, MIN_LABELS, MIN_OF_KIND } from '../../model/label-use.js';
import { InputError } from '../../model/errors.js';
import type { Learner, TrainingSettings } from '../../judging/classifiers/classifier.js';
import type { TrainingText, Spaces, TrainingSet } from '../../judging/topic/scorer.js';
import {
  ADAPTED_DEVIATION,
  labelledThreshold,
  provenThreshold,
} from '../../judging/topic/labelled-threshold.js';
import type { PageContent } from '../../judging/topic/page-content.js';
import { rounded } from '../../support/statistics.js';
import { learn, modelOf, trainModel, type TrainedModel } from '../../judging/topic/trained-model.js';

/** A labelled page as classifiers read it. */
export interface Label {
  /** File and line, or file and address. */
  readonly where: string;
  readonly positive: boolean;
  /** As how many labels it counts, where that is not 1. */
  readonly weight?: number;
  readonly content: PageContent;
}

/** Labels from which the pages are learned from as well. */
export const LABELS_TO_LEARN_FROM = 50;
/** A labelled page, judged by a model that had not learned from it. A score of NaN: it holds no word that the classifier knows. */
interface JudgedLabel {
  readonly label: Label;
  /** In the scorer's unit. */
  readonly score: number;
  /** By the ensemble, of a page that was learned from. */
  readonly text?: JudgedText | undefined;
}

/** A model that learned from labels. */
export interface LabelledModel {
  readonly model: TrainedModel;
  /** The labels that its threshold comes from. */
  readonly used: readonly JudgedLabel[];
  readonly unused: readonly { readonly label: Label; readonly why: string }[];
}

/** A boundary between texts of corpus and background alone may be far off among pages. */
const BETWEEN_TEXTS = { threshold: 0, deviation: 1.5 };
const AMONG_PAGES = { threshold: 0, deviation: ADAPTED_DEVIATION };
/** As how many texts of corpus or background a labelled page counts. */
const EXAMPLE_WEIGHT = 2;

/**
 * Learns a classifier, and from labels where its topic begins: see {@link provenThreshold}. Ensemble and
 * regression learn from {@link LABELS_TO_LEARN_FROM} labelled pages and more as from further texts of corpus and
 * background. The threshold is then the {@link labelledThreshold} of scores by models that had not seen the page, proven or
 * not: that of corpus and background alone is not one for scores that pages changed. Deterministic.
 *
 * @param learnFrom labels from which the pages are learned from as well
 * @throws InputError as {@link trainModel}, and for fewer than {@link MIN_LABELS} usable labels or labels of one kind
 */
export function trainWithLabels(
  learner: Learner,
  set: TrainingSet,
  labels: readonly Label[],
  settings: TrainingSettings,
  learnFrom = LABELS_TO_LEARN_FROM,
): LabelledModel {
  const learnsFromPages = learner.uses?.includes('labelled pages') === true;
  return learnsFromPages && labels.length >= learnFrom
    ? learnFromPages(learner, set, labels, settings)
    : moveThreshold(trainModel(learner, set, settings), learner, set, labels);
}

function learnFromPages(
  learner: Learner,
  set: TrainingSet,
  labels: readonly Label[],
  settings: TrainingSettings,
): LabelledModel {
  const [yes, no] = [labels.filter(({ positive }) => positive), labels.filter(({ positive }) => !positive)];
  const texts = (of: readonly Label[]): TrainingText[] =>
    of.map(({ content }) => ({ ...content, weight: EXAMPLE_WEIGHT }));
  const larger = {
    ...set,
    corpus: [...set.corpus, ...texts(yes)],
    background: [...set.background, ...texts(no)],
  };
  const { parameters, heldOut, heldOutTexts, aboutTopic } = learn(learner, larger, settings);
  const [corpus, background] = [set.corpus.length, set.background.length];
  const known = {
    positives: heldOut.positives.slice(0, corpus),
    negatives: heldOut.negatives.slice(0, background),
  };
  const learned = modelOf(learner, { parameters, heldOut: known, aboutTopic }, set);
  const ofPages = <T>({ positives, negatives }: HeldOutScores<T>): readonly T[] =>
    [positives.slice(corpus), negatives.slice(background)].flat();
  const [scores, judged] = [ofPages(heldOut), heldOutTexts && ofPages(heldOutTexts)];
  const given = [...yes, ...no].map((label, at) => ({
    ...{ label, score: scores[at] ?? Number.NaN, text: judged?.[at] },
  }));
  return withThreshold({ ...learned, documents: larger.corpus.length }, given, true);
}

/** Leaves what was learned as it is, and takes the threshold from labels. @throws InputError as {@link trainWithLabels} */
export function moveThreshold(
  model: TrainedModel,
  learner: Learner,
  spaces: Spaces,
  labels: readonly Label[],
): LabelledModel {
  const scorer = learner.scorer(model.parameters, spaces);
  const given = labels.map((label) => ({ label, score: scorer.score(label.content) ?? Number.NaN }));
  return withThreshold(model, given, false);
}

function withThreshold(model: TrainedModel, all: readonly JudgedLabel[], examples: boolean): LabelledModel {
  const { slope, shift } = model.boundary;
  const used = all.filter(({ score }) => Number.isFinite(score));
  const why = 'the page holds no word that the classifier knows';
  const unused = all.flatMap(({ label, score }) => (Number.isFinite(score) ? [] : [{ label, why }]));
  const scores = used.map(({ label: { positive, weight }, score }) => ({
    ...{ odds: slope * score + shift, positive, weight },
  }));
  refuseFewLabels(scores, all.length);
  const prior = model.adapts === undefined ? BETWEEN_TEXTS : AMONG_PAGES;
  const threshold = examples ? labelledThreshold(scores, prior) : provenThreshold(scores, prior);
  const yes = scores.filter(({ positive }) => positive).length;
  const kept = threshold === undefined && { thresholdKept: true as const };
  const labels = { yes, no: used.length - yes, examples, ...kept };
  const moved = threshold === undefined ? model : movedTo(threshold, model, used.length);
  return { model: { ...moved, labels }, used, unused };
}

/** @param all how many labels there are, those that cannot be used included @throws InputError where too few can be used */
export function refuseFewLabels(usable: readonly { readonly positive: boolean }[], all: number): void {
  if (areEnoughLabels(usable)) return;
  const yes = usable.filter(({ positive }) => positive).length;
  throw new InputError(`too few labels can be used: ${yes} yes and ${usable.length - yes} no of ${all}`, {
    hint: `at least ${MIN_LABELS} are needed, and ${MIN_OF_KIND} of either kind: have more pages labelled, such as sfwc rate OUT --rater NAME --choose nearest asks about`,
  });
}

/** If verdicts depend on other pages, labels move the threshold among these as far; else the boundary moves. */
function movedTo(threshold: number, model: TrainedModel, count: number): TrainedModel {
  const { adapts, boundary } = model;
  if (adapts === undefined)
    return { ...model, boundary: { ...boundary, shift: rounded(boundary.shift - threshold) } };
  return { ...model, adapts: { ...adapts, labelled: { shift: threshold, count } } };
}
