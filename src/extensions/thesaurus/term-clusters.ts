/** Members of clusters. */
interface Clustered {
  readonly lemma: string;
  readonly documents: ReadonlySet<string>;
}

/** Minimum cosine of the documents of two terms in a cluster. */
const TOGETHER = 0.5;

/**
 * Groups terms that occur in the same documents: the first remaining term takes all that are close enough (by the
 * cosine of their documents), then the next. The order is kept; smaller groups than `least` are dropped.
 */
export function clusterTerms<T extends Clustered>(terms: readonly T[], least: number): (readonly T[])[] {
  const groups: (readonly T[])[] = [];
  let left = terms;
  while (left.length > 0) {
    const [first] = left;
    const group = left.filter((term) => first !== undefined && cosine(first, term) >= TOGETHER);
    const rest = left.filter((term) => !group.includes(term));
    if (group.length >= least) groups.push(group);
    // A term without a group may still join that of a later one.
    left = group.length >= least ? rest : left.slice(1);
  }
  return groups;
}

function cosine(a: Clustered, b: Clustered): number {
  if (a.documents.size === 0 || b.documents.size === 0) return 0;
  const shared = [...a.documents].filter((document) => b.documents.has(document)).length;
  return shared / Math.sqrt(a.documents.size * b.documents.size);
}
