import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { InputError, messageOf } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { once } from '../../support/once.js';
import {
  EVIDENCE,
  MEMBER_EVIDENCE,
  MEMBERS,
  wayTo,
  type MemberScores,
  type TopicStatistics,
} from './evidence.js';
import { clamp, interpolatedQuantile } from '../../support/statistics.js';
import { sigmoid } from '../learning/logistic-regression.js';

const QUANTILES = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98];
/** Highest odds that say whether a crawl met a few or many pages about the topic. */
const HIGHEST = [5, 30];
/** Log odds between which pages are counted: few in one say that the threshold lies there. */
const STEPS = Array.from({ length: 13 }, (_, step) => step / 2 - 3);
/** Numbers that a threshold rests on. */
export const THRESHOLD_EVIDENCE = 4 + QUANTILES.length + HIGHEST.length + STEPS.length - 1;

const FILE = 'corpora/relevance-model.json';

const weightsSchema = z.object({ bias: z.number(), weights: z.array(z.number()).length(EVIDENCE) });
const thresholdNumbers = z.array(z.number()).length(THRESHOLD_EVIDENCE).readonly();
const topicSchema = z.object({
  /** For pages of a crawl, by where they lie among all. */
  among: weightsSchema,
  /** For a page without others. */
  alone: weightsSchema,
  threshold: z.object({
    bias: z.number(),
    weights: thresholdNumbers,
    /** Range of the evidence in all but a hundredth of the topics that were learned from: beyond it, nothing is known. */
    least: thresholdNumbers,
    most: thresholdNumbers,
  }),
});
const modelSchema = z.object({
  format: z.literal('sfwc relevance model'),
  version: z.literal(6),
  full: topicSchema,
  /** With a line that its texts proposed. */
  proposed: topicSchema,
  /** The same, with the concepts of a vocabulary. */
  vocabulary: topicSchema,
  /** Without a line. */
  words: topicSchema,
  /** Without a line and without nouns. */
  text: topicSchema,
  /** Without texts. */
  line: topicSchema,
  /** For pages in another language, which are judged by the word space alone. */
  space: topicSchema,
  /** The same without texts, and for lines without concepts. */
  near: topicSchema,
});

/** Weights of the evidence, in log odds. */
export type RelevanceWeights = z.infer<typeof weightsSchema>;

/** Weights of the evidence for pages of a topic, and the threshold. */
export type TopicRelevance = z.infer<typeof topicSchema>;

/**
 * The probability that a page is about a topic, learned by logistic regression over many topics with labelled pages, whose
 * evidence is on scales of the topics' own ({@link evidenceOf}): a new topic needs no labels.
 * `scripts/make-relevance-model.py` makes the file of its weights. @throws InputError
 */
const relevanceModel = once(() => {
  const file = packagedPath(FILE);
  try {
    return modelSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${messageOf(cause)}`, {
      hint: 'install sfwc again: the file comes with it',
      cause,
    });
  }
});

/** True if a topic has one of the members, or a page a score by it. */
const has = (of: readonly unknown[], member: (typeof MEMBERS)[number]): boolean =>
  (of[MEMBERS.indexOf(member)] ?? null) !== null;

/** The weights for a topic, by the members that it has. */
export function relevanceFor(
  topic: TopicStatistics,
  isProposed = false,
  scores: MemberScores = MEMBERS.map(() => 0),
): TopicRelevance {
  const { full, proposed, vocabulary, words, text, line, space, near } = relevanceModel();
  if (!has(topic, 'words')) return has(topic, 'concepts') && has(scores, 'concepts') ? line : near;
  if (!has(scores, 'words') && has(topic, 'meaning')) return space;
  if (!has(topic, 'line')) return has(topic, 'noun ratio') ? words : text;
  if (!isProposed) return full;
  return has(topic, 'concepts') ? vocabulary : proposed;
}

export function logOddsOf({ bias, weights }: RelevanceWeights, evidence: Float64Array): number {
  let odds = bias;
  for (let place = 0; place < EVIDENCE; place += 1) odds += (weights[place] ?? 0) * (evidence[place] ?? 0);
  return odds;
}

/** Amount that each member adds to the log odds; the bias and the rest of the evidence are left out. */
export function oddsByMember({ weights }: RelevanceWeights, evidence: Float64Array): readonly number[] {
  return MEMBERS.map((_, member) => {
    let odds = 0;
    const begin = member * MEMBER_EVIDENCE;
    for (let place = begin; place < begin + MEMBER_EVIDENCE; place += 1)
      odds += (weights[place] ?? 0) * (evidence[place] ?? 0);
    return odds;
  });
}

/** By {@link MEMBERS}: log odds per unit of the member's score, as far as that is not beyond what is weighed. */
export function oddsPerScore({ weights }: RelevanceWeights, topic: TopicStatistics): readonly number[] {
  return MEMBERS.map((_, member) => {
    const known = topic[member] ?? null;
    if (known === null) return 0;
    const { corpus, background } = known;
    const weight = (place: number): number => weights[member * MEMBER_EVIDENCE + place] ?? 0;
    const near = weight(0) / background.deviation;
    if (corpus === null) return near;
    return near + weight(2) / corpus.deviation + weight(3) / wayTo(corpus, background.median, background);
  });
}

/**
 * The threshold at which the expected F-measure is highest (Jansche 2007; Lewis 1995), if the odds are what they say.
 *
 *     F(k) = (1 + β²) · Σ of the k highest probabilities / (k + β² · Σ of all)
 *
 * @param odds log odds of pages that they are about the topic
 * @returns log odds: half-way between the last page that is accepted and the next one
 */
export function bestThreshold(odds: readonly number[], beta: number): number {
  const sorted = Float64Array.from(odds).sort().reverse();
  const all = sorted.reduce((sum, one) => sum + sigmoid(one), 0);
  let [best, place, sum] = [-1, 0, 0];
  for (const [index, one] of sorted.entries()) {
    sum += sigmoid(one);
    const measure = ((1 + beta ** 2) * sum) / (index + 1 + beta ** 2 * all);
    if (measure <= best) continue;
    best = measure;
    place = index;
  }
  const last = sorted[place] ?? 0;
  return (last + (sorted[place + 1] ?? last)) / 2;
}

/** Weights by which the best threshold follows from {@link thresholdEvidence}, a linear function learned over many topics. */
export type ThresholdWeights = TopicRelevance['threshold'];

/**
 * The threshold in log odds, as learned over many topics. For one topic, all odds tend to be too high or too low, and so
 * does the {@link bestThreshold}; the distribution of the odds partly shows by how much.
 */
export function learnedThreshold(model: ThresholdWeights, odds: readonly number[], beta = 1): number {
  const even = bestThreshold(odds, 1);
  const evidence = thresholdEvidence(odds, even);
  const learned = evidence.reduce((sum, one, place) => {
    const known = clamp(one, model.least[place] ?? 0, model.most[place] ?? 0);
    return sum + (model.weights[place] ?? 0) * known;
  }, model.bias);
  return beta === 1 ? learned : learned + bestThreshold(odds, beta) - even;
}

/** Distribution of the odds of the pages. @param best the {@link bestThreshold} */
function thresholdEvidence(odds: readonly number[], best: number): readonly number[] {
  const sorted = Float64Array.from(odds).sort();
  const all = sorted.reduce((sum, one) => sum + sigmoid(one), 0);
  return [
    best,
    ...QUANTILES.map((share) => interpolatedQuantile(sorted, share)),
    all / sorted.length,
    Math.log(1 + all),
    Math.log(sorted.length),
    ...HIGHEST.map((place) => sorted[Math.max(sorted.length - place, 0)] ?? 0),
    ...STEPS.slice(1).map((step, place) =>
      Math.log1p(sorted.filter((one) => one > (STEPS[place] ?? 0) && one <= step).length),
    ),
  ];
}
