/**
 * Counts values by name, in the order in which they were met.
 * @param others counts all names beyond so many: names from the Web may be without end
 */
export function createCounts(most: number, others: string) {
  const counts = new Map<string, number>();
  return {
    add(name: string): void {
      const counted = counts.has(name) || counts.size < most ? name : others;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
    },
    all: (): ReadonlyMap<string, number> => counts,
  };
}
