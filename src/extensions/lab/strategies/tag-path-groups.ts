/** Paths of tags in groups of similar ones. */
export interface TagPathGroups {
  /** The number of the group of a path, a new one where no group is like it. */
  groupOf(path: string): number;
  /** A path of the group: the first. */
  exampleOf(group: number): string;
  count(): number;
  snapshot(): readonly (readonly [path: string, group: number])[];
  restore(saved: readonly (readonly [string, number])[]): void;
}

interface Centroid {
  readonly example: string;
  /** Sum of the paths' counts. */
  readonly sums: Map<string, number>;
  squares: number;
}

/** Groups at least as similar as `likeness` (cosine), at most so many. */
export function createTagPathGroups(likeness: number, most: number): TagPathGroups {
  const known = new Map<string, number>();
  const centroids: Centroid[] = [];
  const join = (path: string, counts: ReadonlyMap<string, number>, group: number): number => {
    const centroid = centroids[group] ?? { example: path, sums: new Map<string, number>(), squares: 0 };
    centroids[group] = centroid;
    for (const [pair, count] of counts) {
      const before = centroid.sums.get(pair) ?? 0;
      centroid.sums.set(pair, before + count);
      centroid.squares += (before + count) ** 2 - before ** 2;
    }
    known.set(path, group);
    return group;
  };
  return {
    groupOf(path) {
      const before = known.get(path);
      if (before !== undefined) return before;
      const counts = pairsOf(path);
      let best = { group: 0, cosine: -1 };
      for (const [group, centroid] of centroids.entries()) {
        const cosine = cosineWith(counts, centroid);
        if (cosine > best.cosine) best = { group, cosine };
      }
      const isNew = best.cosine < likeness && centroids.length < most;
      return join(path, counts, isNew ? centroids.length : best.group);
    },
    exampleOf: (group) => centroids[group]?.example ?? '',
    count: () => centroids.length,
    snapshot: () => [...known],
    restore: (saved) => {
      for (const [path, group] of saved) join(path, pairsOf(path), group);
    },
  };
}

/** The pairs of neighbouring steps of a path, with its ends, and how often each occurs. */
function pairsOf(path: string): ReadonlyMap<string, number> {
  const steps = ['', ...path.split(' '), ''];
  const counts = new Map<string, number>();
  for (let index = 1; index < steps.length; index += 1) {
    const pair = `${steps[index - 1] ?? ''} ${steps[index] ?? ''}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

function cosineWith(counts: ReadonlyMap<string, number>, { sums, squares }: Centroid): number {
  let [product, own] = [0, 0];
  for (const [pair, count] of counts) {
    product += count * (sums.get(pair) ?? 0);
    own += count ** 2;
  }
  return product / Math.sqrt(own * squares);
}
