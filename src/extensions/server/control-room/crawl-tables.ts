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

/** A curve without points: where there are more than `most`, every second one is dropped; the last one is kept. */
export function createCurve(most = 400) {
  let points: (readonly [number, number])[] = [];
  let [step, seen] = [1, 0];
  let last: readonly [number, number] | undefined;
  return {
    add(x: number, y: number): void {
      last = [x, y];
      if (seen % step === 0) points.push(last);
      seen += 1;
      if (points.length <= most) return;
      points = points.filter((_, place) => place % 2 === 0);
      step *= 2;
    },
    points: (): readonly (readonly [number, number])[] =>
      last === undefined || points.at(-1) === last ? points : [...points, last],
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
