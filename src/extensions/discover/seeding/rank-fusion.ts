/** The constant of the paper, by which the first places of a list count little more than the next ones. */
const K = 60;

/**
 * Fuses ranked lists by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009):
 *
 *     score(d) = Σ over the lists that have d of 1 / (60 + place of d),   places from 1
 *
 * An item that a list repeats counts at its first place.
 * @param lists each with the best first
 * @returns items with their scores, the best first; equal ones in the order in which they were met
 */
export function fuseRanks(lists: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [index, item] of [...new Set(list)].entries())
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + index + 1));
  return new Map([...scores].sort(([, a], [, b]) => b - a));
}
