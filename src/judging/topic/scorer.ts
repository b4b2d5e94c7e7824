import type { HeldOutScores } from '../learning/folds.js';
import { fitPlatt, trainLogisticRegression } from '../learning/logistic-regression.js';
import { type PageContent, beginningOf, contentOfWords, nounsWithin } from './page-content.js';
import type { GeneralSpace } from './word-space.js';
import type { WordReader } from '../../model/topic.js';
import type { SparseVector } from '../../support/numeric/sparse-vector.js';
import { toProfile } from '../../knowledge/krs/document-profile.js';
import { rounded } from '../../support/statistics.js';

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

/** Turns a score into log odds, `slope · score + shift`. */
export type Boundary = Readonly<ReturnType<typeof fitPlatt>>;

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

export interface TrainingText extends PageContent {
  /** As how many texts it counts. Default: one. */
  readonly weight?: number;
}

/** Learns a logistic regression of corpus against background; both sides have the same total weight. */
export function separateTexts(
  { corpus, background }: Readonly<Record<'corpus' | 'background', readonly TrainingText[]>>,
  vectorOf: (text: TrainingText) => SparseVector,
  size: number,
  cost: number,
): { readonly weights: readonly number[]; readonly bias: number } {
  const balance = corpus.length === 0 ? 1 : totalWeight(background) / totalWeight(corpus);
  const examples = (texts: readonly TrainingText[], positive: boolean) =>
    texts.map((text) => ({
      vector: vectorOf(text),
      positive,
      weight: (positive ? balance : 1) * (text.weight ?? 1),
    }));
  const all = [...examples(corpus, true), ...examples(background, false)];
  const { weights, bias } = trainLogisticRegression(all, size, cost);
  return { weights: Array.from(weights, rounded), bias: rounded(bias) };
}

function totalWeight(texts: readonly TrainingText[]): number {
  return texts.reduce((sum, { weight = 1 }) => sum + weight, 0);
}

/** A distinct noun of a document. */
interface Noun {
  readonly lemma: string;
  readonly mentions: number;
  readonly iri?: string;
}

/** A document whose nouns were found in its {@link fullText}. */
export interface AnalysedDocument {
  readonly title: string;
  readonly text: string;
  readonly nouns: readonly Noun[];
  /** Offsets in UTF-16 code units, and the noun's index in `nouns`. */
  readonly mentions: readonly (readonly [begin: number, end: number, noun: number])[];
}

/** The words and nouns of a document, and those of its beginning, where it is long. */
export function trainingText(document: AnalysedDocument, words: WordReader): TrainingText {
  const headline = words(document.title);
  const body = words(document.text);
  return {
    ...contentOfWords(headline, body, toProfile(document.nouns)),
    ...beginningOf(headline, body, (share) => toProfile(mentioned(document, share))),
  };
}

function mentioned(document: AnalysedDocument, share: number): Noun[] {
  const mentions = document.mentions.map(([begin, end, noun]) => ({ begin, end, noun }));
  const counts = new Map<number, number>();
  for (const { noun } of nounsWithin(document, mentions, 0, share))
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return document.nouns.flatMap((noun, place) => {
    const count = counts.get(place);
    return count === undefined ? [] : [{ ...noun, mentions: count }];
  });
}
