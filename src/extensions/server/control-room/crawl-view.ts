import type { LinePlace } from '../../../crawling/store/event-file.js';
import { hostNamed } from '../../../crawling/urls/urls.js';
import type { CrawlEvent, ReasonCode } from '../../../model/crawl-event.js';
import type { CountedNouns, HostRow, NounRow } from './crawl-tables.js';
import { NOTHING_TO_JUDGE } from '../../../model/topic.js';
import { verdictOf, type Verdict } from '../../../model/verdict.js';
import { createCurve, createHostTable, createNounTable } from './crawl-tables.js';

/** Facts about a crawl from its events, in bounded memory: some 300 bytes an event, and what does not grow. */
export interface CrawlView {
  /** Takes an event; one that changes a verdict takes the place of the former one. */
  add(event: CrawlEvent, place: LinePlace): void;
  /** Events so far, one for each URL. */
  readonly size: number;
  /** Counts up with everything that is added. */
  readonly version: number;
  reasons(): Readonly<Partial<Record<ReasonCode, number>>>;
  /** Accepted pages by requests, by the last verdicts: a page that was judged again counts where it was requested. */
  curve(): readonly CurvePoint[];
  /** The share of accepted pages among the last so many requests, by the last verdicts; null before the first. */
  harvest(last: number): number | null;
  hosts(): readonly HostRow[];
  nouns(): readonly NounRow[];
  histogram(bins: number): ScoreHistogram;
  preview(threshold: number, most: number): ThresholdPreview;
  /**
   * Places of judged pages that a person may be asked about: so many whose scores are nearest to the threshold, the nearest
   * first, and of the others below it as many, evenly spread over the ranks of their scores.
   */
  askable(most: number): readonly number[];
  /** Places of such events, the latest first; `near`: the best score first. */
  list(which: WhichEvents): readonly number[];
  placeOf(url: string): number | undefined;
  lineOf(place: number): LinePlace;
}

/** A point of the course of a crawl. */
export type CurvePoint = readonly [requests: number, accepted: number];

/** Which events: those with a verdict, `near` for rejected pages with the best score first, or those with a reason. */
export type WhichEvents = Verdict | 'near' | 'all' | ReasonCode;

/** The scores of a crawl. */
export interface ScoreHistogram {
  /** Each from a score on, up to the next one. */
  readonly bins: readonly { readonly from: number; readonly accepted: number; readonly rejected: number }[];
  /** End of the last bin. */
  readonly to: number;
  /** The score from which pages are accepted, as the last judgement has it; null when it has none. */
  readonly threshold: number | null;
}

/** Changes with another threshold. */
interface ThresholdPreview {
  readonly accepted: number;
  readonly newlyAccepted: number;
  readonly newlyRejected: number;
  /** Some of the pages that would change, those nearest to the threshold first, as places of events. */
  readonly changed: readonly number[];
}

/** An event, without its texts. */
interface Row extends LinePlace {
  readonly verdict: Verdict;
  readonly code: ReasonCode | undefined;
  /** -Infinity where the page has none, or held nothing to judge by. */
  readonly score: number;
  readonly fetched: boolean;
}

/** A view without events. */
export function createCrawlView(): CrawlView {
  const rows: Row[] = [];
  const places = new Map<string, number>();
  const [hosts, accepted] = [createHostTable(), countedAccepted()];
  let [version, threshold] = [0, null as number | null];
  return {
    add(event, { begin, length }) {
      version += 1;
      const verdict = verdictOf(event);
      const known = places.get(event.url);
      const place = known ?? rows.length;
      const before = known === undefined ? undefined : rows[known];
      threshold = event.judgement?.reason.band.low ?? threshold;
      places.set(event.url, place);
      // A page that is judged again was requested before.
      const fetched = event.fetched || before?.fetched === true;
      rows[place] = { begin, length, verdict, code: event.code, score: scoreOf(event), fetched };
      hosts.add(hostNamed(event.url), event, verdict, before?.verdict);
      accepted.set(event, place, verdict === 'accepted');
    },
    get size() {
      return rows.length;
    },
    get version() {
      return version;
    },
    reasons: () => reasonsOf(rows),
    curve: () => curveOf(rows),
    harvest: (last) => harvestOf(rows, last),
    hosts: () => hosts.rows(),
    nouns: () => accepted.nouns(),
    histogram: (bins) => histogramOf(rows, bins, threshold),
    preview: (score, most) => previewOf(rows, score, most),
    askable: (most) => askableOf(rows, threshold ?? 0, most),
    list: (which) => listOf(rows, which),
    placeOf: (url) => places.get(url),
    lineOf: (place) => ({ begin: rows[place]?.begin ?? 0, length: rows[place]?.length ?? 0 }),
  };
}

/** At bounds of bins, rounded to 32 bits, 0.3 is not less than three tenths. */
function scoreOf({ judgement }: Pick<CrawlEvent, 'judgement'>): number {
  const score = judgement?.score ?? -Infinity;
  return score > NOTHING_TO_JUDGE ? Math.fround(score) : -Infinity;
}

/** The nouns of the pages that are accepted now. */
function countedAccepted() {
  const nouns = createNounTable();
  const nounsAt = new Map<number, CountedNouns>();
  return {
    set({ judgement }: CrawlEvent, place: number, isAccepted: boolean): void {
      nouns.remove(nounsAt.get(place) ?? []);
      nounsAt.delete(place);
      if (isAccepted) nounsAt.set(place, nouns.add(judgement?.reason.evidence ?? []));
    },
    nouns: () => nouns.rows(),
  };
}

function reasonsOf(rows: readonly Row[]): Partial<Record<ReasonCode, number>> {
  const counts: Partial<Record<ReasonCode, number>> = {};
  for (const { code } of rows) if (code !== undefined) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

function curveOf(rows: readonly Row[]): readonly CurvePoint[] {
  const points = createCurve();
  let [requests, accepted] = [0, 0];
  for (const { fetched, verdict } of rows) {
    requests += Number(fetched);
    accepted += Number(verdict === 'accepted');
    points.add(requests, accepted);
  }
  return points.points();
}

function harvestOf(rows: readonly Row[], last: number): number | null {
  let [requests, accepted] = [0, 0];
  for (let place = rows.length - 1; place >= 0 && requests < last; place -= 1) {
    const { fetched = false, verdict } = rows[place] ?? {};
    if (!fetched) continue;
    requests += 1;
    accepted += Number(verdict === 'accepted');
  }
  return requests === 0 ? null : accepted / requests;
}

interface Judged {
  readonly place: number;
  readonly score: number;
  readonly isAccepted: boolean;
}

/** The pages with a score. */
function judgedOf(rows: readonly Row[]): readonly Judged[] {
  return rows.flatMap(({ score, verdict }, place) =>
    score > -Infinity && (verdict === 'accepted' || verdict === 'rejected')
      ? [{ place, score, isAccepted: verdict === 'accepted' }]
      : [],
  );
}

function histogramOf(rows: readonly Row[], count: number, threshold: number | null): ScoreHistogram {
  const judged = judgedOf(rows);
  if (judged.length === 0) return { bins: [], to: 0, threshold };
  let [least, most] = [Infinity, -Infinity];
  for (const { score } of judged) [least, most] = [Math.min(least, score), Math.max(most, score)];
  // Probabilities are shown on their whole scale.
  if (least >= 0 && most <= 1) [least, most] = [0, 1];
  const width = (most - least) / count || 1;
  const bins = Array.from({ length: count }, (_, bin) => ({
    from: least + bin * width,
    accepted: 0,
    rejected: 0,
  }));
  for (const { score, isAccepted } of judged) {
    const bin = bins[Math.min(count - 1, Math.floor((score - least) / width))];
    if (bin !== undefined) bin[isAccepted ? 'accepted' : 'rejected'] += 1;
  }
  return { bins, to: least + count * width, threshold };
}

function previewOf(rows: readonly Row[], threshold: number, most: number): ThresholdPreview {
  const judged = judgedOf(rows);
  const reaches = ({ score }: Judged): boolean => score >= Math.fround(threshold);
  const would = judged.filter(reaches);
  const changed = judged.filter((one) => reaches(one) !== one.isAccepted);
  const newlyRejected = changed.filter(({ isAccepted }) => isAccepted).length;
  return {
    accepted: would.length,
    newlyAccepted: changed.length - newlyRejected,
    newlyRejected,
    changed: nearestTo(threshold, changed).slice(0, most),
  };
}

/** Places, those with the scores nearest to a threshold first. */
function nearestTo(threshold: number, judged: readonly Judged[]): readonly number[] {
  const distance = ({ score }: Judged): number => Math.abs(score - threshold);
  return judged.toSorted((a, b) => distance(a) - distance(b)).map(({ place }) => place);
}

function askableOf(rows: readonly Row[], threshold: number, most: number): readonly number[] {
  const ranked = nearestTo(threshold, judgedOf(rows));
  const below = ranked.slice(most).filter((place) => (rows[place]?.score ?? 0) < threshold);
  const step = Math.max(1, below.length / most);
  return [...ranked.slice(0, most), ...below.filter((_, rank) => rank % step < 1)];
}

function listOf(rows: readonly Row[], which: WhichEvents): readonly number[] {
  const wanted = which === 'near' ? 'rejected' : which;
  const places = rows.flatMap(({ verdict, code }, place) =>
    which === 'all' || verdict === wanted || code === which ? [place] : [],
  );
  places.reverse();
  if (which !== 'near') return places;
  return places.sort((a, b) => (rows[b]?.score ?? 0) - (rows[a]?.score ?? 0) || 0);
}
