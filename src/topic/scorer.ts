import type { HeldOutScores } from '../learning/folds.js';
import { fitPlatt } from '../learning/platt.js';
import type { TrainingText } from './excerpts.js';
import type { PageContent } from './page-content.js';
import type { WordSpace } from './word-space.js';

/** What one term of a page adds to its score. */
export interface Contribution {
  readonly term: string;
  /** Documents of the topic's corpus that hold the term. */
  readonly documents: number;
  /** In the score's unit: positive towards acceptance. */
  readonly pull: number;
}

/** Scores pages; larger is more on topic. Null where a page holds nothing to judge by. */
export interface Scorer {
  score(content: PageContent): number | null;
  /** What the terms of the page added, in no order; terms that add nothing may be left out. */
  contributions(content: PageContent): readonly Contribution[];
}

/** What a classifier learns from: texts about the topic, and texts of any subjects, of which some may be about it, too. */
export interface TrainingSet {
  readonly corpus: readonly TrainingText[];
  readonly background: readonly TrainingText[];
  /** What is known of words from a large collection of texts, where there is one. */
  readonly space?: WordSpace;
}

/** Turns a score into log odds, `slope · score + shift`. */
export interface Boundary {
  readonly slope: number;
  readonly shift: number;
}

/** The score at which the odds are even. */
export function thresholdOf({ slope, shift }: Boundary): number {
  return -shift / slope;
}

/** Slope where held-out scores do not tell corpus from background at all. */
const LEAST_SLOPE = 1e-6;

/**
 * Learns where the topic begins, from scores that no document had a hand in itself: Platt's scaling of the corpus
 * against the background, every text counting alike.
 *
 * The background is unlabelled and a few of its texts are about the topic; they count as if they were not (learning from
 * positive and unlabelled examples: Elkan and Noto 2008 show that this changes probabilities by a factor, not the order).
 * The probability is that of a text of such a mixture: as many texts of the topic, as many others as were given. Two
 * refinements were measured and left out, since they made F1 worse on topics of the Wikispeedia collection: correcting
 * for the share of the topic in the background (its estimate from 400 texts is far too low), and a quantile of the corpus's own
 * scores (which ignores how near the others come).
 */
export function learnBoundary({ positives, negatives }: HeldOutScores): Boundary {
  const { slope, shift } = fitPlatt([
    ...positives.map((score) => ({ score, positive: true, weight: 1 })),
    ...negatives.map((score) => ({ score, positive: false, weight: 1 })),
  ]);
  if (slope >= LEAST_SLOPE) return { slope, shift };
  // The scores do not separate at all: accept what scores above everything that was seen.
  const highest = Math.max(...positives, ...negatives);
  return { slope: 1, shift: -highest };
}

/** Share of the corpus's own held-out scores that lies below the boundary where there is nothing else to go by. */
const REJECTED_SHARE = 0.25;

/**
 * The boundary where the background is of another kind than pages, such as glosses of a dictionary: it shows which words
 * are special to the topic, but any page is nearer to the topic than it is. So the boundary is the score that three
 * quarters of the corpus reach, each text scored by a model of others; the slope is that of {@link learnBoundary}.
 */
export function ownBoundary(scores: HeldOutScores): Boundary {
  const { slope } = learnBoundary(scores);
  return { slope, shift: -slope * ownThreshold(scores.positives) };
}

/** The score that three quarters of a corpus reach. */
export function ownThreshold(positives: readonly number[]): number {
  const ranked = [...positives].sort((a, b) => a - b);
  return ranked[Math.floor(ranked.length * REJECTED_SHARE)] ?? 0;
}
