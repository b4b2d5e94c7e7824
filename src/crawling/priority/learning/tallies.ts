/** Pages of a group that were judged: how many, and the sum of their relevance. */
export interface Tally {
  readonly count: number;
  readonly sum: number;
}

/** Yields of groups of pages, by the number of the group, which has 32 bits. */
export interface Tallies {
  of(group: number): Tally;
  add(group: number, relevance: number): void;
  snapshot(): readonly (readonly [group: number, count: number, sum: number])[];
}

const EMPTY: Tally = { count: 0, sum: 0 };

/**
 * Groups that are remembered. Beyond, those are forgotten that nothing was added to for longest, so that a crawl of
 * millions of pages does not fill the memory.
 */
const MAX_GROUPS = 50_000;

export function createTallies(saved: ReturnType<Tallies['snapshot']> = []): Tallies {
  // V8 keeps numbers of 32 bits with a sign as they are, and those above as objects, which are found more slowly.
  const tallies = new Map<number, Tally>(saved.map(([group, count, sum]) => [group | 0, { count, sum }]));
  return {
    of: (group) => tallies.get(group | 0) ?? EMPTY,
    add(wanted, relevance) {
      const group = wanted | 0;
      const { count, sum } = tallies.get(group) ?? EMPTY;
      tallies.delete(group);
      tallies.set(group, { count: count + 1, sum: sum + relevance });
      const [oldest] = tallies.keys();
      if (tallies.size > MAX_GROUPS && oldest !== undefined) tallies.delete(oldest);
    },
    snapshot: () => [...tallies].map(([group, { count, sum }]) => [group >>> 0, count, sum]),
  };
}

/**
 * The mean relevance of a group, as if so many pages more had been judged with the mean of the larger group that it is
 * part of (empirical Bayes): a group of which little is known yields what is usual around it.
 */
export function shrunkMean({ count, sum }: Tally, usual: number, strength: number): number {
  return usual + (sum - count * usual) / (count + strength);
}
