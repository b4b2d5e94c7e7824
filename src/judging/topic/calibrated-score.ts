import type { Vote } from './influence.js';
import type { DocumentProfile } from './profile.js';

/** Document frequencies of nouns. */
export interface NounCounts {
  readonly documents: number;
  readonly of: (lemma: string) => number;
}

/** Everything that a noun's vote depends on, besides the page. */
export interface TermModel {
  readonly topic: NounCounts;
  readonly background?: NounCounts;
  readonly generalFrequency: (lemma: string) => number;
}

/** Added to counts, so that a noun that was never seen has a finite IDF. */
const SMOOTHING = 0.5;
/** General frequency that halves a noun's vote, without a background. Results are stable between 5 and 60. */
const HALVING_FREQUENCY = 20;
/** log2 of the number of distinct nouns without a correction for length: 128, a page of some 400 words. */
const NEUTRAL_LENGTH = 7;
/** Minimum number of distinct nouns; the published implementation also ignores pages with ten or fewer. */
export const LEAST_NOUNS = 10;
/** Share of the length slope that is corrected for, without and with a background. */
const CORRECTED_SHARE = { alone: 1, withBackground: 0.5 } as const;

/** `log2((N + 1) / (n + 0.5))`: the paper's IDF, smoothed, so that unknown nouns count as the rarest. */
export function smoothedIdf({ documents, of }: NounCounts, lemma: string): number {
  return idfOf({ documents }, of(lemma));
}

function idfOf({ documents }: Pick<NounCounts, 'documents'>, occurrences: number): number {
  return Math.log2((documents + 1) / (occurrences + SMOOTHING));
}

/**
 * The votes of a page's nouns. `f` is the number of mentions, `N`, `n` the documents of the topic and those with the
 * noun, `B`, `b` likewise of the background:
 *
 *     corpus alone       value −log2((N + 1) / (n + 0.5)), linked nouns only
 *                        weight log2(1 + f) / (1 + g / 20), g = general frequency of the noun
 *     with a background  value log2( (n·M/N + 0.5) / (b·M/B + 0.5) ), M = min(N, B): IDF in the background less IDF
 *                        in the topic, both smoothed alike; weight log2(1 + f) · log2(1 + B / (b + 1)), all nouns
 */
export function votesOf({ lemmas, mentions, linked }: DocumentProfile, model: TermModel): Vote[] {
  const { topic, background, generalFrequency } = model;
  const votes: Vote[] = [];
  for (let index = 0; index < lemmas.length; index += 1) {
    const lemma = lemmas[index] ?? '';
    if (background === undefined && linked[index] !== true) continue;
    const documents = topic.of(lemma);
    const idf = idfOf(topic, documents);
    const elsewhere = background === undefined ? 0 : background.of(lemma);
    const value = background === undefined ? -idf : comparedValue(documents, elsewhere, topic, background);
    const weight =
      background === undefined
        ? 1 / (1 + generalFrequency(lemma) / HALVING_FREQUENCY)
        : Math.log2(1 + background.documents / (elsewhere + 1));
    votes.push({ lemma, documents, idf, value, weight: weight * Math.log2(1 + (mentions[index] ?? 1)) });
  }
  return votes;
}

function comparedValue(
  inTopic: number,
  inBackground: number,
  topic: NounCounts,
  background: NounCounts,
): number {
  const scale = Math.min(topic.documents, background.documents);
  const here = (inTopic * scale) / topic.documents + SMOOTHING;
  const elsewhere = (inBackground * scale) / background.documents + SMOOTHING;
  return Math.log2(here / elsewhere);
}

/** The effect of length alone on the score of a page with this many distinct nouns. */
export function lengthCorrection(slope: number, nouns: number, withBackground: boolean): number {
  const share = withBackground ? CORRECTED_SHARE.withBackground : CORRECTED_SHARE.alone;
  return share * slope * (Math.log2(Math.max(nouns, LEAST_NOUNS)) - NEUTRAL_LENGTH);
}
