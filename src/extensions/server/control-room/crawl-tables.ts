import type {
  AcceptedCurve,
  CountedNouns,
  Curve,
  HostRow,
  HostTable,
  NounTable,
} from '../../../model/crawl-tables.js';
import type { NounEvidence } from '../../../model/topic.js';

// Tables and curves of a crawl, which reports show as well.

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
export function createCurve(most = 400): Curve {
  const points = createSampled<readonly [number, number]>(most);
  return { add: (x, y) => points.add([x, y]), points: () => points.all() };
}

/** A curve of a crawl without URLs. */
export function createAcceptedCurve(): AcceptedCurve {
  const curve = createCurve();
  let [requests, accepted] = [0, 0];
  return {
    add({ fetched, verdict }) {
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

/** A table without rows. */
export function createHostTable(): HostTable {
  const rows = new Map<string, Counts>();
  return {
    add(host, { fetched, time, code }, verdict, before) {
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
    rows: () => [...rows.values()],
  };
}

/** Nouns that are counted. */
const MAX_NOUNS = 20_000;

/** A table without rows. */
export function createNounTable(): NounTable {
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
    add(evidence) {
      const named = evidence.filter(({ pull }) => pull > 0).map(numberOf);
      const counted = [...new Set(named)].filter((number) => number !== undefined);
      count(counted, 1);
      return counted;
    },
    remove: (counted) => count(counted, -1),
    rows: () =>
      rows
        .filter(({ pages }) => pages > 0)
        .sort((a, b) => b.pages - a.pages || (a.noun < b.noun ? -1 : 1))
        .map((row) => ({ ...row })),
  };
}
