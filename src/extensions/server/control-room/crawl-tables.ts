import type { CountedNouns, Curve, HostRow, HostTable, NounTable } from '../../../model/crawl-tables.js';
import type { NounEvidence } from '../../../model/topic.js';

/** Points of a curve at most. */
const MAX_POINTS = 400;

/** A curve without points: where there are too many, every second one is dropped from then on, and the last one is kept. */
export function createCurve(): Curve {
  let points: (readonly [number, number])[] = [];
  let [step, seen] = [1, 0];
  let last: readonly [number, number] | undefined;
  return {
    add(x, y) {
      last = [x, y];
      if (seen % step === 0) points.push(last);
      seen += 1;
      if (points.length <= MAX_POINTS) return;
      points = points.filter((_, place) => place % 2 === 0);
      step *= 2;
    },
    points: () => (last === undefined || points.at(-1) === last ? points : [...points, last]),
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
