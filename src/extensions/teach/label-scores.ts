import type { Learner } from '../../judging/classifiers/classifier.js';
import type { PageContent } from '../../judging/topic/page-content.js';
import type { Spaces } from '../../judging/topic/scorer.js';
import { oddsAlone } from '../../judging/topic/ensemble-rule.js';
import type { TrainedModel } from '../../judging/topic/trained-model.js';
import type { LabelledPage, RecordedScore } from './labelled-pages.js';

/** A labelled page as classifiers read it. */
export interface Label extends Omit<LabelledPage, 'page'> {
  /** Content of the page; absent if its text was not kept. */
  readonly content?: PageContent;
}

/** Largest distance of a recorded score from that of this model, in log odds, to be one of the same model. */
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
  const recordedBy = (recorded: RecordedScore): number | undefined => recordedScore(recorded, model);
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

/** A recorded score in the unit of the scorer, as if the page had been judged alone; undefined for one of another classifier. */
function recordedScore(
  { classifier, score, members }: RecordedScore,
  { classifier: own, adapts }: TrainedModel,
): number | undefined {
  if (classifier !== own) return undefined;
  if (adapts === undefined) return score;
  return members && oddsAlone(members, adapts);
}
