import { clamp, interpolatedQuantile, median } from '../../support/statistics.js';
import type { TextInSpace } from '../topic/word-space.js';

/**
 * Members of the ensemble, in the order of the scores in events and in the relevance model: a regression on all words, and on the
 * beginning; a regression on the position in the word space, likewise; the nouns of the topic against those of the background;
 * the mean IDF of the nouns in the topic; how near text and beginning are to the line about the topic; the share of the nouns that
 * are nouns of its concepts, likewise; and the contrast to other pages of the crawl.
 */
export const MEMBERS = [
  'words',
  'first words',
  'meaning',
  'first meaning',
  'noun ratio',
  'mean IDF',
  'line',
  'first line',
  'concepts',
  'first concepts',
  'contrast',
] as const;

/** The place of the member that other pages of the crawl teach: see `learnContrast`. */
export const CONTRAST = MEMBERS.indexOf('contrast');

/** The scores that events keep: of the members, and how near a sentence encoder finds the page to the line about the topic. */
export const SCORES = [...MEMBERS, 'encoder'] as const;
/** The place of the encoder, which reads some pages only. */
export const ENCODER = SCORES.indexOf('encoder');

/** The scores of a page by {@link SCORES}; null for a member that the topic does not have, or that cannot judge the page. */
export type MemberScores = readonly (number | null)[];

/** Location of the scores of texts: median, and 1.4826 times the median distance from it. */
export interface Location {
  readonly median: number;
  readonly deviation: number;
}

/** Scores of texts by one member, each by a model that had not seen the text. */
export interface MemberStatistics {
  /** Null without texts about the topic. */
  readonly corpus: Location | null;
  readonly background: Location;
}

/** Statistics by {@link MEMBERS}; null for a member that the topic does not have. */
export type TopicStatistics = readonly (MemberStatistics | null)[];

/** Location of the scores of a crawl's pages, by one member. */
export interface Surroundings {
  readonly median: number;
  /** From the 16 % quantile to the median. */
  readonly lower: number;
  /** Share of the pages above the median of the corpus. */
  readonly above: number;
  /** The 5th and the 30th highest score. */
  readonly fifth: number;
  readonly thirtieth: number;
}

/** A page as the relevance model sees it. */
export interface JudgedText {
  readonly scores: MemberScores;
  readonly words: number;
  /** Direction in the word space: see `directionText`. */
  readonly direction?: string;
}

/** Added to deviations, so that none is zero. */
const MIN_DEVIATION = 1e-3;
const NORMAL = 1.4826;
/** With fewer texts about the topic, the deviation of their scores is not known, and only its line is judged by. */
export const MIN_TEXTS = 3;
/** The way from background or surroundings to the corpus in deviations of the background, at the least. */
const MIN_WAY = 0.25;
/** Evidence beyond this says no more. */
const FARTHEST = 5;
/** Numbers for each member: five of the page, and five of the topic as a whole. */
export const MEMBER_EVIDENCE = 10;
/** Numbers of {@link evidenceOf}. */
export const EVIDENCE = MEMBERS.length * MEMBER_EVIDENCE + 2;

export function locationOf(scores: readonly number[]): Location | null {
  if (scores.length === 0) return null;
  const middle = median(scores);
  return {
    median: middle,
    deviation: NORMAL * median(scores.map((score) => Math.abs(score - middle))) + MIN_DEVIATION,
  };
}

/** @param scores those of the pages so far by one member, sorted @param corpus the median of the corpus, if it has texts */
export function surroundingsOf(scores: ArrayLike<number>, corpus: number | undefined): Surroundings {
  const count = scores.length;
  const highest = (rank: number): number => scores[Math.max(count - rank, 0)] ?? 0;
  const middle = interpolatedQuantile(scores, 0.5);
  let above = 0;
  while (corpus !== undefined && above < count && (scores[count - 1 - above] ?? 0) > corpus) above += 1;
  return {
    median: middle,
    lower: Math.max(middle - interpolatedQuantile(scores, 0.16), MIN_DEVIATION),
    above: count === 0 ? 0 : above / count,
    fifth: highest(5),
    thirtieth: highest(30),
  };
}

/** Distance of the median of the corpus above a score, as a scale: never nearly 0. */
export function wayTo(corpus: Location | null, from: number, background: Location): number {
  return Math.max((corpus?.median ?? 0) - from, MIN_WAY * background.deviation);
}

/**
 * The evidence for a page: each member's score s on the scales of corpus (p), background (b) and surroundings (u),
 *
 *     (s − median b) / mad b      (s − median u) / (median u − 16 % quantile of u)      (s − median p) / mad p
 *     (s − median b) / (median p − median b)      (s − median u) / (median p − median u)
 *
 * then how far corpus, surroundings and background lie apart, and how many pages reach the corpus; last the logarithms of the
 * page's words and of the topic's texts. What is not known is 0.
 */
export function evidenceOf(
  { scores, words }: JudgedText,
  topic: TopicStatistics,
  surroundings: readonly (Surroundings | undefined)[] | undefined,
  texts: number,
): Float64Array {
  const evidence = new Float64Array(EVIDENCE);
  for (let member = 0; member < MEMBERS.length; member += 1) {
    const [score, known] = [scores[member] ?? null, topic[member] ?? null];
    if (score === null || known === null) continue;
    const hasSpread = member === CONTRAST || texts >= MIN_TEXTS;
    putEvidence(evidence, member * MEMBER_EVIDENCE, score, known, surroundings?.[member], hasSpread);
  }
  evidence[EVIDENCE - 2] = Math.log(1 + words);
  evidence[EVIDENCE - 1] = Math.log(1 + texts);
  return evidence;
}

function putEvidence(
  evidence: Float64Array,
  begin: number,
  score: number,
  { corpus, background: b }: MemberStatistics,
  u: Surroundings | undefined,
  hasSpread: boolean,
): void {
  const put = (place: number, value: number): void => {
    evidence[begin + place] = clamp(value, -FARTHEST, FARTHEST);
  };
  put(0, (score - b.median) / b.deviation);
  if (corpus !== null) {
    if (hasSpread) put(2, (score - corpus.median) / corpus.deviation);
    put(3, (score - b.median) / wayTo(corpus, b.median, b));
    put(5, (corpus.median - b.median) / b.deviation);
  }
  if (u === undefined) return;
  put(1, (score - u.median) / u.lower);
  put(6, (u.median - b.median) / b.deviation);
  put(8, (u.fifth - u.median) / u.lower);
  put(9, (u.thirtieth - u.median) / u.lower);
  if (corpus === null) return;
  put(4, (score - u.median) / wayTo(corpus, u.median, b));
  put(7, u.above);
}

/** The largest of the numbers of a direction, as a byte. */
const LARGEST = 127;

/** Direction of a text in the word space, in Base64 with a byte per number; undefined without a known word. */
export function directionText(dimensions: number, views: readonly TextInSpace[]): string | undefined {
  const sum = new Float64Array(dimensions);
  for (const { vector } of views)
    for (const [index, place] of vector.places.entries())
      sum[place] = (sum[place] ?? 0) + (vector.values[index] ?? 0);
  const largest = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return undefined;
  return Buffer.from(Int8Array.from(sum, (value) => Math.round((LARGEST * value) / largest)).buffer).toString(
    'base64',
  );
}

/** The direction that a text stands for, of length 1. */
export function readDirection(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const direction = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  const length = Math.sqrt(direction.reduce((sum, value) => sum + value * value, 0));
  return direction.map((value) => value / length);
}
