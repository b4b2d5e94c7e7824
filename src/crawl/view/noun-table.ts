import type { NounEvidence } from '../../model/topic.js';

/** A noun that the reasons for accepted pages name. */
export interface NounRow {
  readonly noun: string;
  /** Accepted pages whose reason names it. */
  readonly pages: number;
  /** Documents of the corpus that it occurs in. */
  readonly documents: number;
}

/** Nouns by the accepted pages whose reasons name them. */
export interface NounTable {
  add(evidence: readonly NounEvidence[]): void;
  /** The most frequent first. */
  rows(): readonly NounRow[];
  drift(): number | null;
}

/** Nouns that are counted. */
const MOST_NOUNS = 20_000;
/** Accepted pages whose nouns are compared, the first and the latest ones. */
const WINDOW = 100;

/** A table without rows. */
export function createNounTable(): NounTable {
  const rows = new Map<string, { noun: string; pages: number; documents: number }>();
  const first = new Map<string, number>();
  const latest: (readonly string[])[] = [];
  let pages = 0;
  return {
    add(evidence) {
      const named = evidence.filter(({ pull }) => pull > 0);
      for (const { lemma, documents } of named) {
        const row = rows.get(lemma);
        if (row !== undefined) row.pages += 1;
        else if (rows.size < MOST_NOUNS) rows.set(lemma, { noun: lemma, pages: 1, documents });
      }
      pages += 1;
      const lemmas = named.map(({ lemma }) => lemma);
      if (pages <= WINDOW) for (const lemma of lemmas) first.set(lemma, (first.get(lemma) ?? 0) + 1);
      latest.push(lemmas);
      if (latest.length > WINDOW) latest.shift();
    },
    rows: () => [...rows.values()].sort((a, b) => b.pages - a.pages || (a.noun < b.noun ? -1 : 1)),
    drift() {
      if (pages < 2 * WINDOW) return null;
      const last = new Map<string, number>();
      for (const lemma of latest.flat()) last.set(lemma, (last.get(lemma) ?? 0) + 1);
      return 1 - cosine(first, last);
    },
  };
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const length = (counts: ReadonlyMap<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  let dot = 0;
  for (const [lemma, count] of one) dot += count * (other.get(lemma) ?? 0);
  return dot / (length(one) * length(other) || 1);
}
