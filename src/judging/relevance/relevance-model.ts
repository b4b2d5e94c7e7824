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
import { THRESHOLD_EVIDENCE, type ThresholdWeights } from './threshold.js';

const FILE = 'corpora/relevance-model.json';

const weightsSchema = z.object({ bias: z.number(), weights: z.array(z.number()).length(EVIDENCE) });
const thresholdNumbers = z.array(z.number()).length(THRESHOLD_EVIDENCE);
const topicSchema = z.object({
  among: weightsSchema,
  alone: weightsSchema,
  threshold: z.object({
    bias: z.number(),
    weights: thresholdNumbers,
    least: thresholdNumbers,
    most: thresholdNumbers,
  }),
});
const modelSchema = z.object({
  format: z.literal('sfwc relevance model'),
  version: z.literal(5),
  /** By what a topic has. */
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
export interface TopicRelevance {
  /** For pages of a crawl, by where they lie among all. */
  readonly among: RelevanceWeights;
  /** For a page without others. */
  readonly alone: RelevanceWeights;
  readonly threshold: ThresholdWeights;
}

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

/** Log odds of relevance. */
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
