import type { Calibration, Spread } from '../../model/topic.js';
import { spreadOf } from '../../support/statistics.js';
import {
  lengthCorrection,
  smoothedIdf,
  votesOf,
  type NounCounts,
  type TermModel,
} from './calibrated-score.js';
import { weightedMean } from './influence.js';
import type { DocumentProfile } from './profile.js';

/** The data for calibrating the rule. */
export interface CalibrationInput {
  readonly documents: readonly DocumentProfile[];
  /** Texts on any subjects; may be empty. */
  readonly background: readonly DocumentProfile[];
  /** Frequency of a noun in general English, for instance in WordNet's tagged texts. */
  readonly generalFrequency: (lemma: string) => number;
}

/** Minimum distance of the threshold below the mean of the corpus's own scores, in standard deviations. */
const ACCEPTED_DEVIATIONS = { alone: 1, withBackground: 0.5 } as const;
/**
 * How far below the mean a page may lie, as a share of the way to a page that shares nothing with the topic, at the
 * least. Without a background less of the way, since general nouns lift the score of any page there.
 */
const ACCEPTED_SHARE = { alone: 0.2, withBackground: 0.5 } as const;
/** Distance of the threshold above the mean of the background's own scores, in their standard deviations. */
const BACKGROUND_DEVIATIONS = 2;
/** Lengths, in distinct nouns, at which each document is scored to learn the effect of length. */
const PREFIX_LENGTHS: readonly number[] = [15, 30, 60, 120, 240, 480];
/** Shorter texts are not used to learn the effect of length. */
const LEAST_PREFIX = 10;
/** Knowledge bases store numbers with six decimals. */
const ROUNDING = 1e-6;
/** Maximum number of documents for calibration: a thousand give the mean to a thirtieth of a deviation. */
const MAX_CALIBRATION_DOCUMENTS = 1000;

/**
 * Learns the calibrated rule's band from the corpus itself, without labels.
 *
 * Each document is judged like a page, by the other documents only (leave-one-out: every count excludes its own mention).
 * First at several lengths, which gives the slope by which the score falls with the length of a text; then as a whole, which
 * gives the mean and deviation of the scores of texts about the topic.
 *
 * From these, the threshold, below which pages are rejected (m, s: mean and deviation of the corpus's scores):
 *
 *     corpus alone       m − max(s, 0.2 · (m + U)), U = log2((N + 1) / 0.5), the IDF of an unknown noun
 *     with a background  min(m − 0.5 · s, max(m / 2, mb + 2 · sb)), mb and sb of the background's own scores, each of its
 *                        documents judged without itself
 *
 * Deviations alone would be too narrow for pages of another kind than the corpus: the scores of texts by one author are
 * close together, and a newspaper on the same subject scores well below all of them. So the band extends part of the way to
 * a page that shares nothing with the topic (every noun unknown: −U bits; with a background, 0 bits), but not into the background.
 */
export function calibrate(input: CalibrationInput): Calibration {
  const counts = countDocuments(input.documents);
  const backgroundCounts = countDocuments(input.background);
  const sample = thinOut(input.documents, MAX_CALIBRATION_DOCUMENTS);
  const model = modelWithout(input, counts, backgroundCounts);
  const slope = lengthSlope(sample, model);
  const spread = scoreSpread(sample, model, slope);
  return {
    classifier: 'krs-calibrated',
    parameters: {
      backgroundDocuments: input.background.length,
      deviation: spread.deviation,
      mean: spread.mean,
      slope,
      threshold: thresholdFrom(
        spread,
        input.background.length === 0 ? undefined : backgroundScores(input, counts, backgroundCounts, slope),
        input.documents.length,
      ),
    },
  };
}

/**
 * Whether the band is so wide that it accepts every page: a page without any noun of the topic reaches the threshold.
 * With a single document it always is, since nothing then tells what is typical.
 * @param documents number of documents that the calibration was made of
 */
export function acceptsEveryPage({ parameters }: Calibration, documents: number): boolean {
  const { threshold = 0, backgroundDocuments = 0 } = parameters;
  const nothingShared = backgroundDocuments > 0 ? 0 : -unknownIdf(documents);
  return threshold <= nothingShared + ROUNDING;
}

/**
 * How much the documents have in common: about 0 when they share no linked noun, about 1 when each holds all linked nouns
 * of every other. Special nouns count more than general ones, as they do in the scores: it is `(m + U) / U` of {@link calibrate}.
 */
export function cohesion(input: Omit<CalibrationInput, 'background'>): number {
  const unknown = unknownIdf(input.documents.length);
  return 1 + (calibrate({ ...input, background: [] }).parameters['mean'] ?? 0) / unknown;
}

/** U: the IDF of a noun that does not occur in any document. */
function unknownIdf(documents: number): number {
  return smoothedIdf({ documents, of: () => 0 }, '');
}

/**
 * The threshold of {@link calibrate}, from the scores of corpus and background.
 * @param documents number of documents of the corpus
 */
export function thresholdFrom(corpus: Spread, background: Spread | undefined, documents: number): number {
  return background === undefined
    ? thresholdAlone(corpus, documents)
    : thresholdWithBackground(corpus, background);
}

function thresholdAlone({ mean, deviation }: Spread, documents: number): number {
  const partWay = ACCEPTED_SHARE.alone * (mean + unknownIdf(documents));
  return mean - Math.max(ACCEPTED_DEVIATIONS.alone * deviation, partWay);
}

function thresholdWithBackground({ mean, deviation }: Spread, background: Spread): number {
  const above = background.mean + BACKGROUND_DEVIATIONS * background.deviation;
  const partWay = Math.max(ACCEPTED_SHARE.withBackground * mean, above);
  return Math.min(mean - ACCEPTED_DEVIATIONS.withBackground * deviation, partWay);
}

/** The scores of the background's documents, each judged as a page by the topic and the rest of the background. */
function backgroundScores(
  { documents, background, generalFrequency }: CalibrationInput,
  counts: ReadonlyMap<string, number>,
  backgroundCounts: ReadonlyMap<string, number>,
  slope: number,
): Spread {
  const model: TermModel = {
    topic: { documents: Math.max(documents.length, 1), of: (lemma) => counts.get(lemma) ?? 0 },
    background: {
      documents: Math.max(background.length - 1, 1),
      of: (lemma) => Math.max((backgroundCounts.get(lemma) ?? 0) - 1, 0),
    },
    generalFrequency,
  };
  return scoreSpread(thinOut(background, MAX_CALIBRATION_DOCUMENTS), model, slope);
}

/** Mean and deviation of the scores of documents, without documents that have no nouns to count. */
function scoreSpread(documents: readonly DocumentProfile[], model: TermModel, slope: number): Spread {
  return spreadOf(
    documents.flatMap((document) => {
      const votes = votesOf(document, model);
      const mean = weightedMean(votes);
      return mean === null
        ? []
        : [mean - lengthCorrection(slope, votes.length, model.background !== undefined)];
    }),
  );
}

/** The model for judging a document of the corpus: all counts without this document. */
function modelWithout(
  { documents, background, generalFrequency }: CalibrationInput,
  counts: ReadonlyMap<string, number>,
  backgroundCounts: ReadonlyMap<string, number>,
): TermModel {
  const own: NounCounts = {
    documents: Math.max(documents.length - 1, 1),
    // Only nouns of the left-out document are looked up, so every one of them has been counted once too often.
    of: (lemma) => Math.max((counts.get(lemma) ?? 0) - 1, 0),
  };
  if (background.length === 0) return { topic: own, generalFrequency };
  const other: NounCounts = { documents: background.length, of: (lemma) => backgroundCounts.get(lemma) ?? 0 };
  return { topic: own, background: other, generalFrequency };
}

/**
 * The slope of the score over log2 of the number of distinct nouns, within documents: every document is scored on its
 * first 15, 30, 60 … nouns, and a line with one slope and a height of its own for each document is fitted by least
 * squares. 0 when no document is long enough to tell.
 */
function lengthSlope(documents: readonly DocumentProfile[], model: TermModel): number {
  let covariance = 0;
  let variance = 0;
  for (const document of documents) {
    const votes = votesOf(document, model);
    const points = prefixLengths(votes.length).flatMap((length) => {
      const mean = weightedMean(votes.slice(0, length));
      return mean === null ? [] : [[Math.log2(length), mean] as const];
    });
    const centre = spreadOf(points.map(([x]) => x)).mean;
    const height = spreadOf(points.map(([, y]) => y)).mean;
    for (const [x, y] of points) {
      covariance += (x - centre) * (y - height);
      variance += (x - centre) ** 2;
    }
  }
  return variance === 0 ? 0 : covariance / variance;
}

/** The lengths that a document reaches, and its whole length if that lies between two of them. */
function prefixLengths(whole: number): readonly number[] {
  const shorter = PREFIX_LENGTHS.filter((length) => length <= whole);
  const longest = PREFIX_LENGTHS.at(-1) ?? 0;
  return whole < LEAST_PREFIX || whole >= longest || shorter.includes(whole) ? shorter : [...shorter, whole];
}

function countDocuments(documents: readonly DocumentProfile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { lemmas } of documents) {
    for (const lemma of lemmas) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  }
  return counts;
}

/** At most that many, evenly spaced. */
function thinOut<T>(values: readonly T[], most: number): readonly T[] {
  if (values.length <= most) return values;
  return Array.from(
    { length: most },
    (_, index) => values[Math.floor((index * values.length) / most)],
  ).filter((value): value is T => value !== undefined);
}
