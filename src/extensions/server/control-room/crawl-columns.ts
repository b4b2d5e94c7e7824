import { REASONS, type ReasonCode } from '../../../model/crawl-event.js';
import { NOTHING_TO_JUDGE } from '../../../model/topic.js';
import { createCurve } from './crawl-tables.js';
import { VERDICTS, type Verdict } from '../../../model/verdict.js';

/** Numbers that are appended, in a typed array: a few bytes each, however many there are. */
interface GrowingArray {
  readonly length: number;
  /** NaN beyond the end. */
  at(place: number): number;
  push(value: number): void;
  set(place: number, value: number): void;
}

type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array;

/** @param make an array of so many numbers */
function growingArray(make: (length: number) => Numbers): GrowingArray {
  let values = make(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    at: (place) => (place < length ? (values[place] ?? Number.NaN) : Number.NaN),
    push(value) {
      if (length === values.length) {
        const larger = make(2 * length);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    set(place, value) {
      if (place < length) values[place] = value;
    },
  };
}

export const COLUMNS = ['begin', 'length', 'score', 'verdict', 'code', 'fetched'] as const;

/**
 * Columns of events: the place of the line, the score, the verdict and the reason, as {@link codeNumber} has it; 1 if the URL was
 * requested, else 0.
 */
export type Columns = Readonly<Record<(typeof COLUMNS)[number], GrowingArray>>;

/** Columns without rows. */
export function createColumns(): Columns {
  return {
    begin: growingArray((length) => new Float64Array(length)),
    length: growingArray((length) => new Uint32Array(length)),
    score: growingArray((length) => new Float32Array(length)),
    verdict: growingArray((length) => new Uint8Array(length)),
    code: growingArray((length) => new Uint8Array(length)),
    fetched: growingArray((length) => new Uint8Array(length)),
  };
}

/** A part of a histogram of scores. */
export interface ScoreBin {
  /** Scores from here on, up to the next bin. */
  readonly from: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** The scores of a crawl. */
export interface ScoreHistogram {
  readonly bins: readonly ScoreBin[];
  /** End of the last bin. */
  readonly to: number;
  /** The score from which pages are accepted, as the last judgement has it; null when it has none. */
  readonly threshold: number | null;
}

/** Changes with another threshold. */
export interface ThresholdPreview {
  readonly accepted: number;
  readonly newlyAccepted: number;
  readonly newlyRejected: number;
  /** Some of the pages that would change, those nearest to the threshold first, as places of events. */
  readonly changed: readonly number[];
}

const CODES = Object.keys(REASONS) as ReasonCode[];

/** A reason as a number; 0 for none. */
export function codeNumber(code: ReasonCode | undefined): number {
  return code === undefined ? 0 : CODES.indexOf(code) + 1;
}

/** The reason of an event; undefined for none. */
export function codeAt({ code }: Columns, place: number): ReasonCode | undefined {
  return CODES[code.at(place) - 1];
}

/** The verdict of an event. */
export function verdictAt({ verdict }: Columns, place: number): Verdict {
  return VERDICTS[verdict.at(place)] ?? 'failed';
}

const [ACCEPTED, REJECTED] = [VERDICTS.indexOf('accepted'), VERDICTS.indexOf('rejected')];

/** Visits the pages with a score; pages that held nothing to judge by have none. */
function eachJudged(
  { score: scores, verdict: verdicts }: Columns,
  visit: (place: number, score: number, accepted: boolean) => void,
): void {
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores.at(place);
    const verdict = verdicts.at(place);
    if ((verdict === ACCEPTED || verdict === REJECTED) && score > NOTHING_TO_JUDGE)
      visit(place, score, verdict === ACCEPTED);
  }
}

/** The scores in so many bins. */
export function histogramOf(columns: Columns, count: number, threshold: number | null): ScoreHistogram {
  let [least, most] = [Infinity, -Infinity];
  eachJudged(columns, (_, score) => {
    least = Math.min(least, score);
    most = Math.max(most, score);
  });
  if (least > most) return { bins: [], to: 0, threshold };
  // Probabilities are shown on their whole scale.
  if (least >= 0 && most <= 1) [least, most] = [0, 1];
  const width = (most - least) / count || 1;
  const bins = Array.from({ length: count }, (_, bin) => ({
    from: least + bin * width,
    accepted: 0,
    rejected: 0,
  }));
  eachJudged(columns, (_, score, accepted) => {
    const bin = bins[Math.min(count - 1, Math.floor((score - least) / width))];
    if (bin !== undefined) bin[accepted ? 'accepted' : 'rejected'] += 1;
  });
  return { bins, to: least + count * width, threshold };
}

/** A point of the course of a crawl. */
export type CurvePoint = readonly [requests: number, accepted: number];

/** The course of the crawl, by the last verdicts: a page that was judged again counts where it was requested. */
export function curveOf(columns: Columns): readonly CurvePoint[] {
  const points = createCurve();
  let [requests, accepted] = [0, 0];
  for (let place = 0; place < columns.begin.length; place += 1) {
    requests += columns.fetched.at(place);
    accepted += Number(columns.verdict.at(place) === ACCEPTED);
    points.add(requests, accepted);
  }
  return points.points();
}

/** The share of accepted pages among the last so many requests, by the last verdicts; null before the first. */
export function harvestOf(columns: Columns, last: number): number | null {
  let [requests, accepted] = [0, 0];
  for (let place = columns.begin.length - 1; place >= 0 && requests < last; place -= 1) {
    if (columns.fetched.at(place) !== 1) continue;
    requests += 1;
    accepted += Number(columns.verdict.at(place) === ACCEPTED);
  }
  return requests === 0 ? null : accepted / requests;
}

/** Changes with another threshold, and the places of so many events at most that it would change. */
export function previewOf(columns: Columns, threshold: number, most: number): ThresholdPreview {
  const changed: (readonly [place: number, distance: number])[] = [];
  let [accepted, newlyAccepted, newlyRejected] = [0, 0, 0];
  eachJudged(columns, (place, score, isAccepted) => {
    // Scores are kept with the precision of 32 bits.
    const would = score >= Math.fround(threshold);
    if (would) accepted += 1;
    if (would === isAccepted) return;
    if (would) newlyAccepted += 1;
    else newlyRejected += 1;
    changed.push([place, Math.abs(score - threshold)]);
  });
  changed.sort(([, a], [, b]) => a - b);
  return { accepted, newlyAccepted, newlyRejected, changed: changed.slice(0, most).map(([place]) => place) };
}

/**
 * Places of judged pages that a person may be asked about: so many whose scores are nearest to the threshold, the nearest first,
 * and of the others below it as many, evenly spread over the ranks of their scores.
 */
export function askableOf(columns: Columns, threshold: number, most: number): readonly number[] {
  const ranked: (readonly [place: number, distance: number, score: number])[] = [];
  eachJudged(columns, (place, score) => ranked.push([place, Math.abs(score - threshold), score]));
  ranked.sort(([, a], [, b]) => a - b);
  const below = ranked.slice(most).filter(([, , score]) => score < threshold);
  const step = Math.max(1, below.length / most);
  const lower = below.filter((_, rank) => rank % step < 1);
  return [...ranked.slice(0, most), ...lower].map(([place]) => place);
}

/** Which events: those with a verdict, `near` for rejected pages with the best score first, or those with a reason. */
export type WhichEvents = Verdict | 'near' | 'all' | ReasonCode;

/** Places of such events, the latest first. */
export function listOf(columns: Columns, which: WhichEvents): readonly number[] {
  const places: number[] = [];
  const code = codeNumber(CODES.find((name) => name === which));
  for (let place = columns.begin.length - 1; place >= 0; place -= 1) {
    const verdict = verdictAt(columns, place);
    const isWanted = code > 0 ? columns.code.at(place) === code : verdict === which;
    if (isWanted || which === 'all' || (which === 'near' && verdict === 'rejected')) places.push(place);
  }
  if (which !== 'near') return places;
  const scoreOf = (place: number): number => {
    const score = columns.score.at(place);
    return Number.isNaN(score) ? -Infinity : score;
  };
  return places.sort((a, b) => scoreOf(b) - scoreOf(a));
}
