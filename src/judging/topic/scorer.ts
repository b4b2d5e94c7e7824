import type { HeldOutScores } from '../learning/folds.js';
import { fitPlatt } from '../learning/logistic-regression.js';
import type { TrainingText } from './training-text.js';
import type { PageContent } from './page-content.js';
import type { GeneralSpace } from './word-space.js';

/** The contribution of a term of a page to its score. */
export interface Contribution {
  readonly term: string;
  /** Number of documents of the topic's corpus with the term. */
  readonly documents: number;
  /** In the unit of the score; positive values favour acceptance. */
  readonly pull: number;
}

/** Scores pages; larger is more on topic. Null if a page has nothing to judge by. */
export interface Scorer {
  score(content: PageContent): number | null;
  /** The contributions of terms, unordered; terms without a contribution may be missing. */
  contributions(content: PageContent): readonly Contribution[];
}

/** Nouns of the concepts of a topic with their weights, 0 to 1: see `conceptsOfTopic`. */
export type ConceptNouns = readonly (readonly [lemma: string, weight: number])[];

/** Word spaces, which tell which words belong together. */
export interface Spaces {
  /** The word space of general English, for topics in English. */
  readonly general?: GeneralSpace;
  readonly concepts?: ConceptNouns | undefined;
}

/** Texts to learn from: texts about the topic, and texts on any subjects, some of which may be about the topic. */
export interface TrainingSet extends Spaces {
  readonly corpus: readonly TrainingText[];
  readonly background: readonly TrainingText[];
  /** The words of the topic's name. */
  readonly name?: readonly string[];
  /** The line about the topic, where it has one. */
  readonly line?: PageContent | undefined;
  /** True if the knowledge base counts the nouns of the background. */
  readonly isOwnBackground?: boolean;
}

/** Milliseconds that learning from a text takes on a usual machine; long articles take so much. */
const MILLISECONDS_A_TEXT = 5;

/** For how many milliseconds learning from texts once may keep the thread busy; see {@link StepDetail.busy}. */
export function busyFor({ corpus, background }: Pick<TrainingSet, 'corpus' | 'background'>): number {
  return MILLISECONDS_A_TEXT * (corpus.length + background.length);
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

/** Slope if held-out scores do not separate corpus and background at all. */
const MIN_SLOPE = 1e-6;

/**
 * Learns the boundary of the topic from held-out scores: Platt scaling of the corpus against the background, with equal
 * weight for every text.
 *
 * The background is unlabelled and a few of its texts are about the topic; they count as negative (learning from
 * positive and unlabelled examples: Elkan and Noto 2008 show that this changes probabilities by a factor, not the order).
 * The probability is that of a text of such a mixture, with as many texts of the topic and as many others as were given. Two
 * refinements were measured and left out, since they made F1 worse on topics of the Wikispeedia collection: correcting
 * for the share of the topic in the background (its estimate from 400 texts is far too low), and a quantile of the corpus's own
 * scores (which ignores the other texts).
 */
export function learnBoundary({ positives, negatives }: HeldOutScores): Boundary {
  const { slope, shift } = fitPlatt([
    ...positives.map((score) => ({ score, positive: true, weight: 1 })),
    ...negatives.map((score) => ({ score, positive: false, weight: 1 })),
  ]);
  if (slope >= MIN_SLOPE) return { slope, shift };
  // The scores do not separate at all: accept only pages above all of them.
  const highest = Math.max(...positives, ...negatives);
  return { slope: 1, shift: -highest };
}

/** Share of the corpus's own held-out scores below {@link ownThreshold}. */
const REJECTED_SHARE = 0.25;

/** The score that three quarters of a corpus reach. */
export function ownThreshold(positives: readonly number[]): number {
  const ranked = [...positives].sort((a, b) => a - b);
  return ranked[Math.floor(ranked.length * REJECTED_SHARE)] ?? 0;
}
