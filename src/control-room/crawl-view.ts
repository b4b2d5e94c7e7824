import type { CrawlEvent, ReasonCode } from '../model/crawl.js';
import {
  COLUMNS,
  codeAt,
  codeNumber,
  createColumns,
  histogramOf,
  listOf,
  nearestOf,
  previewOf,
  verdictAt,
  type Columns,
  type ScoreHistogram,
  type ThresholdPreview,
  type WhichEvents,
} from './columns.js';
import { createCurve, type Curve } from '../crawl/view/curve.js';
import type { LinePlace } from '../crawl/store/event-file.js';
import { createHostGraph, type HostLink } from './host-graph.js';
import { createHostTable, hostNamed, type HostRow } from '../crawl/view/host-table.js';
import { verdictOf, VERDICTS, type Verdict } from '../crawl/view/verdict.js';
import { createNounTable, type NounRow } from '../crawl/view/noun-table.js';

/** What is known of a crawl from its events, in bounded memory: some 200 bytes an event, and what does not grow. */
export interface CrawlView {
  /** Takes an event; one that changes a verdict takes the place of the former one. */
  add(event: CrawlEvent, place: LinePlace): void;
  /** Events so far, one for each URL. */
  readonly size: number;
  /** Counts up with everything that is added. */
  readonly version: number;
  count(verdict: Verdict): number;
  reasons(): Readonly<Partial<Record<ReasonCode, number>>>;
  /** Accepted pages by requests. */
  readonly curve: Curve;
  /** The share of accepted pages among the last so many requests; null before the first. */
  harvest(last: number): number | null;
  hosts(): readonly HostRow[];
  hostLinks(): readonly HostLink[];
  nouns(): readonly NounRow[];
  /** 1 less the cosine of the nouns named in the first pages and in the latest ones; null while there are few. */
  drift(): number | null;
  histogram(bins: number): ScoreHistogram;
  preview(threshold: number, most: number): ThresholdPreview;
  /** Places of the judged pages whose scores are nearest to the threshold, the nearest first. */
  nearest(count: number): readonly number[];
  /** Places of such events, the latest first; `near`: the best score first. */
  list(which: WhichEvents): readonly number[];
  placeOf(url: string): number | undefined;
  lineOf(place: number): LinePlace;
  verdictOf(place: number): Verdict;
}

/** Requests that the harvest rate is known of. */
const REMEMBERED = 1000;

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

/** How many URLs were skipped or failed for each reason. */
function countedReasons() {
  const counts = new Map<ReasonCode, number>();
  return {
    add(code: ReasonCode | undefined, by: number): void {
      if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + by);
    },
    all: () => Object.fromEntries([...counts].filter(([, count]) => count > 0)),
  };
}

/** A view without events. */
export function createCrawlView(): CrawlView {
  const columns = createColumns();
  const places = new Map<string, number>();
  const counts = { accepted: 0, rejected: 0, skipped: 0, failed: 0 };
  const [hosts, graph, nouns] = [createHostTable(), createHostGraph(), createNounTable()];
  const [curve, reasons] = [createCurve(), countedReasons()];
  const recent: boolean[] = [];
  let [version, fetched, threshold] = [0, 0, null as number | null];

  function add(event: CrawlEvent, { begin, length }: LinePlace): void {
    version += 1;
    const verdict = verdictOf(event);
    const place = places.get(event.url);
    const before = place === undefined ? undefined : verdictAt(columns, place);
    const score = event.judgement?.score ?? Number.NaN;
    threshold = event.judgement?.reason.band.low ?? threshold;
    if (place === undefined) places.set(event.url, columns.begin.length);
    else reasons.add(codeAt(columns, place), -1);
    reasons.add(event.code, 1);
    keepRow(columns, place, {
      begin,
      length,
      score,
      verdict: VERDICTS.indexOf(verdict),
      code: codeNumber(event.code),
    });
    if (before !== undefined) counts[before] -= 1;
    counts[verdict] += 1;
    countRequest(event, verdict);
    const host = hostNamed(event.url);
    hosts.add(host, event, verdict, before);
    if (verdict !== 'accepted' || before === 'accepted') return;
    if (event.referrer !== undefined) graph.add(hostNamed(event.referrer), host);
    nouns.add(event.judgement?.reason.evidence ?? []);
  }

  function countRequest({ fetched: wasRequested }: CrawlEvent, verdict: Verdict): void {
    if (wasRequested) {
      fetched += 1;
      recent.push(verdict === 'accepted');
      if (recent.length > REMEMBERED) recent.shift();
    }
    curve.add(fetched, counts.accepted);
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
    curve,
    harvest(last) {
      const some = recent.slice(-last);
      return some.length === 0 ? null : some.filter(Boolean).length / some.length;
    },
    hosts: () => hosts.rows(),
    hostLinks: () => graph.links(),
    nouns: () => nouns.rows(),
    drift: () => nouns.drift(),
    histogram: (bins) => histogramOf(columns, bins, threshold),
    preview: (score, most) => previewOf(columns, score, most),
    nearest: (most) => nearestOf(columns, threshold ?? 0, most),
    list: (which) => listOf(columns, which),
    placeOf: (url) => places.get(url),
    lineOf: (place) => ({ begin: columns.begin.at(place), length: columns.length.at(place) }),
    verdictOf: (place) => verdictAt(columns, place),
  };
}
