import type { CountedNouns, NounRow, NounTable } from '../../../model/crawl-tables.js';
import type { NounEvidence } from '../../../model/topic.js';

export type { CountedNouns, NounRow };

/** Nouns that are counted. */
const MAX_NOUNS = 20_000;

/** A table without rows. */
export function createNounTable(): NounTable & { readonly nameOf: (number: number) => string } {
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
    nameOf: (number) => rows[number]?.noun ?? '',
    remove: (counted) => count(counted, -1),
    rows: () =>
      rows
        .filter(({ pages }) => pages > 0)
        .sort((a, b) => b.pages - a.pages || (a.noun < b.noun ? -1 : 1))
        .map((row) => ({ ...row })),
  };
}

/** 1 less the cosine of the nouns of some pages and those of others. */
export function nounDrift(some: readonly CountedNouns[], others: readonly CountedNouns[]): number {
  return 1 - cosine(frequencies(some), frequencies(others));
}

function frequencies(pages: readonly CountedNouns[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const number of pages.flat()) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

function cosine(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  const length = (counts: ReadonlyMap<number, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  let dot = 0;
  for (const [number, count] of one) dot += count * (other.get(number) ?? 0);
  return dot / (length(one) * length(other) || 1);
}
