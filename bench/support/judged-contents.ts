import { sigmoid } from '../../src/judging/learning/logistic-regression.js';
import { opinionsOf } from '../../src/judging/relevance/acceptance.js';
import type { JudgedText } from '../../src/judging/relevance/evidence.js';
import { oddsAlone } from '../../src/judging/topic/ensemble-rule.js';
import type { PageContent } from '../../src/judging/topic/page-content.js';
import type { Spaces } from '../../src/judging/topic/scorer.js';
import type { Learner } from '../../src/judging/classifiers/classifier.js';
import type { TrainedModel } from '../../src/judging/topic/trained-model.js';
import { acceptanceBy } from '../../src/judging/topic/trained-rule.js';
import type { Acceptance, LabelledReason } from '../../src/model/judging.js';
import { NOTHING_TO_JUDGE, type Judgement } from '../../src/model/topic.js';
import { verdictBy } from '../../src/model/verdict-by-threshold.js';
import { given } from '../../src/support/given.js';
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
  /** Log odds of the page judged alone. */
  readonly odds: number;
  readonly judgement: Judgement;
}

/** Scores contents in their order, and lets the threshold note each, as in a crawl. */
export function* scoreContents<Item extends { readonly content: PageContent }>(
  model: TrainedModel,
  items: Iterable<Item>,
  { spaces, learner }: Pick<JudgingSettings, 'spaces' | 'learner'>,
): Generator<Scored<Item> | { readonly item: Item; readonly judgement: undefined }> {
  const { adapts, parameters } = model;
  const members = adapts && learner.members?.(parameters, spaces);
  const scorer = learner.scorer(parameters, spaces);
  for (const item of items) {
    const text = members?.judge(item.content);
    if (adapts !== undefined && text !== undefined) {
      const odds = oddsAlone(text, adapts);
      const isEmpty = text.scores.every((score) => score === null);
      yield isEmpty
        ? { item, judgement: undefined }
        : { item, odds, judgement: judgementOf(model.classifier, odds, text) };
      continue;
    }
    const raw = scorer.score(item.content);
    if (raw === null) {
      yield { item, judgement: undefined };
      continue;
    }
    const odds = model.boundary.slope * raw + model.boundary.shift;
    yield { item, odds, judgement: judgementOf(model.classifier, odds) };
  }
}

/**
 * Judges contents in their order, and those whose verdicts depend on others again when all are known, as a crawl does at its end.
 * @param answers what people said of pages before
 */
export function judgeContents(
  model: TrainedModel,
  items: Iterable<LabelledContent>,
  { accept, ...judging }: JudgingSettings,
  answers: readonly LabelledReason[] = [],
): ScoredItem[] {
  const acceptance: Acceptance | undefined = acceptanceBy(model, accept);
  if (answers.length > 0) acceptance?.steer({ labels: answers });
  const all = [...scoreContents(model, items, judging)];
  for (const { judgement } of all) if (judgement !== undefined) acceptance?.note(judgement);
  acceptance?.renew?.();
  return all.map((scored): ScoredItem => {
    const { relevant } = scored.item;
    if (scored.judgement === undefined) return { score: NOTHING_TO_JUDGE, accepted: false, relevant };
    const { accepted, score } = verdictBy(acceptance, scored.judgement);
    return { score: acceptance === undefined ? scored.odds : score, accepted, relevant };
  });
}

function judgementOf(classifier: string, odds: number, text?: JudgedText): Judgement {
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
      ...(text && { members: opinionsOf(text), words: text.words, ...given({ direction: text.direction }) }),
    },
  };
}
