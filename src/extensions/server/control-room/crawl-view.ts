import type { CrawlEvent, ReasonCode } from '../../../model/crawl-event.js';
import {
  COLUMNS,
  codeAt,
  codeNumber,
  createColumns,
  curveOf,
  harvestOf,
  histogramOf,
  listOf,
  askableOf,
  previewOf,
  verdictAt,
  type Columns,
  type CurvePoint,
  type ScoreHistogram,
  type ThresholdPreview,
  type WhichEvents,
} from './crawl-columns.js';
import type { LinePlace } from '../../../crawling/store/event-file.js';
import { hostNamed } from '../../../crawling/urls/urls.js';
import { createHostTable, createNounTable } from './crawl-tables.js';
import { verdictOf, VERDICTS, type Verdict } from '../../../model/verdict.js';
import type { CountedNouns, HostRow, NounRow } from '../../../model/crawl-tables.js';

/** Facts about a crawl from its events, in bounded memory: some 200 bytes an event, and what does not grow. */
export interface CrawlView {
  /** Takes an event; one that changes a verdict takes the place of the former one. */
  add(event: CrawlEvent, place: LinePlace): void;
  /** Events so far, one for each URL. */
  readonly size: number;
  /** Counts up with everything that is added. */
  readonly version: number;
  count(verdict: Verdict): number;
  reasons(): Readonly<Partial<Record<ReasonCode, number>>>;
  /** Accepted pages by requests, by the last verdicts: a page that was judged again counts where it was requested. */
  curve(): readonly CurvePoint[];
  /** The share of accepted pages among the last so many requests, by the last verdicts; null before the first. */
  harvest(last: number): number | null;
  hosts(): readonly HostRow[];
  nouns(): readonly NounRow[];
  histogram(bins: number): ScoreHistogram;
  preview(threshold: number, most: number): ThresholdPreview;
  /** Places of so many pages of either kind at most that a person may be asked about. */
  askable(most: number): readonly number[];
  /** Places of such events, the latest first; `near`: the best score first. */
  list(which: WhichEvents): readonly number[];
  placeOf(url: string): number | undefined;
  lineOf(place: number): LinePlace;
  verdictOf(place: number): Verdict;
  codeOf(place: number): ReasonCode | undefined;
}

/** Appends a row, or puts it in the place of another one. */
function keepRow(
  columns: Columns,
  place: number | undefined,
  row: Readonly<Record<(typeof COLUMNS)[number], number>>,
): void {
  for (const name of COLUMNS)
    if (place === undefined) columns[name].push(row[name]);
    else columns[name].set(place, row[name]);
}

/** Counts URLs that were skipped or failed, by reason. */
function countedReasons() {
  const counts = new Map<ReasonCode, number>();
  return {
    add(code: ReasonCode | undefined, by: number): void {
      if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + by);
    },
    all: () => Object.fromEntries([...counts].filter(([, count]) => count > 0)),
  };
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

/** A view without events. */
export function createCrawlView(): CrawlView {
  const columns = createColumns();
  const places = new Map<string, number>();
  const counts = { accepted: 0, rejected: 0, skipped: 0, failed: 0 };
  const [hosts, accepted, reasons] = [createHostTable(), countedAccepted(), countedReasons()];
  let [version, threshold] = [0, null as number | null];

  function add(event: CrawlEvent, { begin, length }: LinePlace): void {
    version += 1;
    const verdict = verdictOf(event);
    const known = places.get(event.url);
    const place = known ?? columns.begin.length;
    const before = known === undefined ? undefined : verdictAt(columns, known);
    const score = event.judgement?.score ?? Number.NaN;
    threshold = event.judgement?.reason.band.low ?? threshold;
    if (known === undefined) places.set(event.url, place);
    else reasons.add(codeAt(columns, known), -1);
    reasons.add(event.code, 1);
    keepRow(columns, known, {
      begin,
      length,
      score,
      verdict: VERDICTS.indexOf(verdict),
      code: codeNumber(event.code),
      // A page that is judged again was requested before.
      fetched: Number(event.fetched || (known !== undefined && columns.fetched.at(known) === 1)),
    });
    if (before !== undefined) counts[before] -= 1;
    counts[verdict] += 1;
    const host = hostNamed(event.url);
    hosts.add(host, event, verdict, before);
    accepted.set(event, place, verdict === 'accepted');
  }

  return {
    add,
    get size() {
      return columns.begin.length;
    },
    get version() {
      return version;
    },
    count: (verdict) => counts[verdict],
    reasons: reasons.all,
    curve: () => curveOf(columns),
    harvest: (last) => harvestOf(columns, last),
    hosts: () => hosts.rows(),
    nouns: accepted.nouns,
    histogram: (bins) => histogramOf(columns, bins, threshold),
    preview: (score, most) => previewOf(columns, score, most),
    askable: (most) => askableOf(columns, threshold ?? 0, most),
    list: (which) => listOf(columns, which),
    placeOf: (url) => places.get(url),
    lineOf: (place) => ({ begin: columns.begin.at(place), length: columns.length.at(place) }),
    verdictOf: (place) => verdictAt(columns, place),
    codeOf: (place) => codeAt(columns, place),
  };
}
