import type { CrawlEvent, ReasonCode } from '../../../model/crawl-event.js';
import type { Verdict } from '../../../model/verdict.js';
import type { NounEvidence } from '../../../model/topic.js';

// Tables and curves of a crawl, which reports show as well.

/** A noun that the reasons for accepted pages name. */
export interface NounRow {
  readonly noun: string;
  /** Accepted pages whose reason names it. */
  readonly pages: number;
  /** Documents of the corpus that it occurs in. */
  readonly documents: number;
}

export type CountedNouns = readonly number[];

export interface HostRow {
  /** With its port; the last row stands for all hosts beyond those that are counted one by one. */
  readonly host: string;
  readonly fetched: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly failed: number;
  /** Time of the last request, ISO 8601; absent before the first. */
  readonly lastAt?: string;
  /** Why a URL of the host failed last. */
  readonly lastFailure?: ReasonCode;
}

/** Items of which at most so many are kept, evenly spread, and the last one. */
interface Sampled<Item> {
  add(item: Item): void;
  all(): readonly Item[];
}

/** Keeps at most `most` items, evenly spread: where there are more, every second one is dropped from then on. */
export function createSampled<Item>(most = 400): Sampled<Item> {
  let items: Item[] = [];
  let step = 1;
  let seen = 0;
  let last: readonly [Item] | undefined;
  return {
    add(item) {
      last = [item];
      if (seen % step === 0) items.push(item);
      seen += 1;
      if (items.length <= most) return;
      items = items.filter((_, place) => place % 2 === 0);
      step *= 2;
    },
    all: () => (last === undefined || items.at(-1) === last[0] ? items : [...items, ...last]),
  };
}

/** A curve without points, of at most `most` points. */
export function createCurve(most = 400) {
  const points = createSampled<readonly [number, number]>(most);
  return { add: (x: number, y: number) => points.add([x, y]), points: () => points.all() };
}

/** Accepted pages by requests, in the order in which URLs came to their end: the one way in which every view draws its curve. */
export function createAcceptedCurve() {
  const curve = createCurve();
  let [requests, accepted] = [0, 0];
  return {
    add({ fetched, verdict }: { readonly fetched: boolean; readonly verdict: Verdict }) {
      requests += Number(fetched);
      accepted += Number(verdict === 'accepted');
      curve.add(requests, accepted);
    },
    points: () => curve.points(),
  };
}

/** Hosts that are counted one by one. */
export const MAX_HOSTS = 5000;
const OTHERS = 'other hosts';

type Counts = { -readonly [Name in keyof HostRow]: HostRow[Name] };

/** Counts by host, of so many hosts at most. */
export function createHostTable() {
  const rows = new Map<string, Counts>();
  return {
    /** @param before the verdict of the event that this one takes the place of */
    add(host: string, { fetched, time, code }: CrawlEvent, verdict: Verdict, before: Verdict | undefined) {
      const name = rows.has(host) || rows.size < MAX_HOSTS ? host : OTHERS;
      const row = rows.get(name) ?? {
        host: name,
        fetched: 0,
        accepted: 0,
        rejected: 0,
        skipped: 0,
        failed: 0,
      };
      rows.set(name, row);
      row[verdict] += 1;
      if (before !== undefined) row[before] -= 1;
      if (verdict === 'failed' && code !== undefined) row.lastFailure = code;
      if (!fetched) return;
      row.fetched += 1;
      row.lastAt = time;
    },
    rows: (): readonly HostRow[] => [...rows.values()],
  };
}

/** Nouns that are counted. */
const MAX_NOUNS = 20_000;

/** Nouns by the accepted pages whose reasons name them. */
export function createNounTable() {
  const rows: { noun: string; pages: number; documents: number }[] = [];
  const numbers = new Map<string, number>();

  function numberOf({ lemma, documents }: NounEvidence): number | undefined {
    const known = numbers.get(lemma);
    if (known !== undefined || rows.length >= MAX_NOUNS) return known;
    numbers.set(lemma, rows.length);
    return rows.push({ noun: lemma, pages: 0, documents }) - 1;
  }

  function count(counted: CountedNouns, by: number): void {
    for (const number of counted) {
      const row = rows[number];
      if (row !== undefined) row.pages += by;
    }
  }

  return {
    add(evidence: readonly NounEvidence[]): CountedNouns {
      const named = evidence.filter(({ pull }) => pull > 0).map(numberOf);
      const counted = [...new Set(named)].filter((number) => number !== undefined);
      count(counted, 1);
      return counted;
    },
    remove: (counted: CountedNouns) => count(counted, -1),
    rows: () =>
      rows
        .filter(({ pages }) => pages > 0)
        .sort((a, b) => b.pages - a.pages || (a.noun < b.noun ? -1 : 1))
        .map((row) => ({ ...row })),
  };
}
