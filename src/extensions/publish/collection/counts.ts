/** Counts values by name, of so many names at most. */
export interface Counts {
  add(name: string): void;
  /** In the order in which they were met. */
  all(): ReadonlyMap<string, number>;
}

/** @param others counts all names beyond so many: names from the Web may be without end */
export function createCounts(most: number, others: string): Counts {
  const counts = new Map<string, number>();
  return {
    add(name) {
      const counted = counts.has(name) || counts.size < most ? name : others;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
    },
    all: () => counts,
  };
}
