import type { PageContent } from './page-content.js';
import type { Learner } from '../classifiers/classifier.js';
import type { Spaces } from './scorer.js';
import type { TrainedModel } from './trained-model.js';

/** A page with what a person said of it. */
export interface Label {
  /** File and line, or the like, where it was read. */
  readonly where: string;
  readonly positive: boolean;
  /** What the page says; absent where its text was not kept. */
  readonly content?: PageContent;
  /** How a crawl judged it, where one did. */
  readonly recorded?: RecordedScore;
}

/** The score that a page had in a crawl. */
export interface RecordedScore {
  readonly crawl: string;
  readonly classifier: string;
  readonly score: number;
  /** How like the background's prose it reads, where that was measured. */
  readonly likeness?: number;
}

/** How far a recorded score may be from that of this model, in log odds, to be one of the same model. */
const SAME_SCORE = 0.05;

/**
 * The scores of labelled pages by a model, in the scorer's unit; NaN for a page that holds nothing to judge by.
 *
 * Crawls keep the texts of accepted pages only. A page without its text has the score that the crawl recorded, where the
 * crawl judged by the same model: the labelled pages of it whose texts were kept must score now as they did then, and
 * there must be one.
 */
export function scoresOfLabels(
  labels: readonly Label[],
  model: TrainedModel,
  learner: Learner,
  spaces: Spaces,
): ReadonlyMap<Label, number> {
  const scores = new Map<Label, number>();
  const scorer = learner.scorer(model.parameters, spaces);
  const recordedBy = (recorded: RecordedScore): number | undefined =>
    recordedScore(recorded, model, learner.isProbability === true);
  for (const label of labels)
    if (label.content !== undefined) scores.set(label, scorer.score(label.content) ?? Number.NaN);
  const isSame = sameModelAs(scores, model, recordedBy);
  for (const label of labels) {
    const { content, recorded } = label;
    if (content !== undefined || recorded === undefined || !isSame(recorded.crawl)) continue;
    const score = recordedBy(recorded);
    if (score !== undefined) scores.set(label, score);
  }
  return scores;
}

/** Tells of a crawl whether it judged by this model, from pages that it recorded and that are scored now. */
function sameModelAs(
  scores: ReadonlyMap<Label, number>,
  model: TrainedModel,
  recordedBy: (recorded: RecordedScore) => number | undefined,
): (crawl: string) => boolean {
  const agreement = new Map<string, boolean>();
  for (const [{ recorded }, now] of scores) {
    if (recorded === undefined || Number.isNaN(now)) continue;
    const off = Math.abs((recordedBy(recorded) ?? Number.POSITIVE_INFINITY) - now);
    const isSame = off * model.boundary.slope <= SAME_SCORE;
    agreement.set(recorded.crawl, isSame && agreement.get(recorded.crawl) !== false);
  }
  return (crawl) => agreement.get(crawl) === true;
}

/** A recorded score in the unit of the scorer; undefined for one of another classifier, or at the end of the scale. */
function recordedScore(
  { classifier, score }: RecordedScore,
  model: TrainedModel,
  isProbability: boolean,
): number | undefined {
  if (classifier !== model.classifier) return undefined;
  if (!isProbability) return score;
  const odds = Math.log(score / (1 - score));
  return Number.isFinite(odds) ? (odds - model.boundary.shift) / model.boundary.slope : undefined;
}
