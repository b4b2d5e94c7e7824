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
import { createHostTable, createNounTable, nounDrift } from './crawl-tables.js';
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
  /** Accepted pages by requests and time, by the last verdicts: a page that was judged again counts where it was requested. */
  curve(): readonly CurvePoint[];
  /** The share of accepted pages among the last so many requests, by the last verdicts; null before the first. */
  harvest(last: number): number | null;
  hosts(): readonly HostRow[];
  nouns(): readonly NounRow[];
  /** Verdicts that were changed after their pages had been judged, the latest. */
  changes(): readonly ChangedVerdict[];
  /** 1 less the cosine of the nouns named in the first accepted pages and in the latest ones; null while there are few. */
  drift(): number | null;
  histogram(bins: number): ScoreHistogram;
  preview(threshold: number, most: number): ThresholdPreview;
  /** Places of so many pages of either kind at most that a person may be asked about. */
  askable(most: number): readonly number[];
  /** Places of such events, the latest first; `near`: the best score first. */
  list(which: WhichEvents): readonly number[];
  /** Places of the URLs of a host, the latest first. */
  ofHost(host: string): readonly number[];
  placeOf(url: string): number | undefined;
  lineOf(place: number): LinePlace;
  verdictOf(place: number): Verdict;
  codeOf(place: number): ReasonCode | undefined;
}

/** A verdict that was changed after its page had been judged. */
export interface ChangedVerdict {
  /** Number of the event that changed it. */
  readonly sequence: number;
  readonly place: number;
  readonly before: boolean;
  readonly accepted: boolean;
  /** The scores from which pages were accepted before and then. */
  readonly thresholdBefore: number | null;
  readonly threshold: number | null;
  /** True if people gave the verdict themselves. */
  readonly isPersons: boolean;
}

/** Changed verdicts that are kept. */
const MAX_CHANGES = 20_000;
/** Accepted pages whose nouns are compared, the first and the latest ones. */
const WINDOW = 100;

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
    drift(): number | null {
      if (nounsAt.size < 2 * WINDOW) return null;
      // A page that was accepted afterwards counts where it was requested.
      const places = [...nounsAt.keys()].sort((a, b) => a - b);
      const of = (some: readonly number[]): readonly CountedNouns[] =>
        some.map((place) => nounsAt.get(place) ?? []);
      return nounDrift(of(places.slice(0, WINDOW)), of(places.slice(-WINDOW)));
    },
  };
}

function noteChange(
  { sequence, judgement, rejudged }: CrawlEvent,
  place: number,
  changes: ChangedVerdict[],
): void {
  if (rejudged === undefined || judgement === undefined || judgement.accepted === rejudged.accepted) return;
  changes.push({
    ...{ sequence, place, before: rejudged.accepted, accepted: judgement.accepted },
    ...{ thresholdBefore: rejudged.threshold, threshold: judgement.reason.band.low },
    isPersons: judgement.reason.overruled !== undefined,
  });
  if (changes.length > MAX_CHANGES) changes.splice(0, MAX_CHANGES / 10);
}

/** A view without events. */
export function createCrawlView(): CrawlView {
  const columns = createColumns();
  const places = new Map<string, number>();
  const counts = { accepted: 0, rejected: 0, skipped: 0, failed: 0 };
  const changes: ChangedVerdict[] = [];
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
      time: known === undefined ? Date.parse(event.time) : columns.time.at(known),
    });
    noteChange(event, place, changes);
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
    changes: () => changes,
    drift: () => accepted.drift(),
    histogram: (bins) => histogramOf(columns, bins, threshold),
    preview: (score, most) => previewOf(columns, score, most),
    askable: (most) => askableOf(columns, threshold ?? 0, most),
    list: (which) => listOf(columns, which),
    ofHost: (host) =>
      [...places].flatMap(([url, place]) => (hostNamed(url) === host ? [place] : [])).reverse(),
    placeOf: (url) => places.get(url),
    lineOf: (place) => ({ begin: columns.begin.at(place), length: columns.length.at(place) }),
    verdictOf: (place) => verdictAt(columns, place),
    codeOf: (place) => codeAt(columns, place),
  };
}
