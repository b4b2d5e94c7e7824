import { sigmoid } from '../../src/judging/learning/logistic-regression.js';
import type { PageContent } from '../../src/judging/topic/page-content.js';
import { proseMeasure } from '../../src/judging/topic/prose.js';
import type { Spaces } from '../../src/judging/topic/scorer.js';
import type { Learner } from '../../src/judging/classifiers/classifier.js';
import type { TrainedModel } from '../../src/judging/topic/trained-model.js';
import { acceptanceBy } from '../../src/judging/topic/trained-rule.js';
import type { Acceptance, LabelledScore } from '../../src/model/judging.js';
import { NOTHING_TO_JUDGE, type Judgement } from '../../src/model/topic.js';
import { given } from '../../src/support/given.js';
import { verdictBy } from '../../src/judging/topic/verdict-by-threshold.js';
import type { ScoredItem } from './ranking-metrics.js';

/** A page or text to be judged, and whether it is about the topic. */
export interface LabelledContent {
  readonly content: PageContent;
  readonly relevant: boolean;
}

/** How pages are judged: how much is accepted, as `sfwc crawl --accept`, and the word spaces that models were learned with. */
export interface JudgingSettings {
  readonly accept: string;
  readonly spaces: Spaces;
  /** How the model was learned. */
  readonly learner: Learner;
}

/** A judgement by a model before a threshold decides; undefined where nothing can be judged by. */
export interface Scored<Item> {
  readonly item: Item;
  readonly odds: number;
  readonly judgement: Judgement;
}

/** Scores contents in their order, and lets the threshold note each, as in a crawl. */
export function* scoreContents<Item extends { readonly content: PageContent }>(
  model: TrainedModel,
  items: Iterable<Item>,
  { spaces, learner }: Pick<JudgingSettings, 'spaces' | 'learner'>,
): Generator<Scored<Item> | { readonly item: Item; readonly judgement: undefined }> {
  const scorer = learner.scorer(model.parameters, spaces);
  const likeness = model.adapts && proseMeasure(model.adapts.prose);
  for (const item of items) {
    const raw = scorer.score(item.content);
    if (raw === null) {
      yield { item, judgement: undefined };
      continue;
    }
    const odds = model.boundary.slope * raw + model.boundary.shift;
    yield { item, odds, judgement: judgementOf(model.classifier, odds, likeness?.(item.content)) };
  }
}

/**
 * Judges contents in their order. The threshold moves with them as in a crawl.
 * @param answers what people said of pages before
 */
export function judgeContents(
  model: TrainedModel,
  items: Iterable<LabelledContent>,
  { accept, ...judging }: JudgingSettings,
  answers: readonly LabelledScore[] = [],
): ScoredItem[] {
  const acceptance: Acceptance | undefined = acceptanceBy(model, accept);
  if (answers.length > 0) acceptance?.steer({ labels: answers });
  return Array.from(scoreContents(model, items, judging), (scored): ScoredItem => {
    const { relevant } = scored.item;
    if (scored.judgement === undefined) return { score: NOTHING_TO_JUDGE, accepted: false, relevant };
    const { accepted } = verdictBy(acceptance, scored.judgement);
    acceptance?.note(scored.judgement);
    return { score: scored.odds, accepted, relevant };
  });
}

function judgementOf(classifier: string, odds: number, likeness: number | undefined): Judgement {
  return {
    accepted: odds >= 0,
    score: sigmoid(odds),
    classifier,
    reason: {
      summary: '',
      meanIdf: null,
      band: { low: null, high: null },
      nouns: { distinct: 0, linked: 0, unknown: 0 },
      evidence: [],
      ...given({ likeness }),
    },
  };
}
