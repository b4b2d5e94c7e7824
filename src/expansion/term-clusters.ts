/** What clusters are made of. */
interface Clustered {
  readonly lemma: string;
  readonly documents: ReadonlySet<string>;
}

/** Two terms belong together from this cosine of the documents that hold them. */
const TOGETHER = 0.5;

/**
 * Terms that stand in the same documents, as groups: the first term that is left takes all that stand with it often enough (the
 * cosine of their documents), then the next. Order stays; a group has at least so many terms.
 */
export function clusterTerms<T extends Clustered>(terms: readonly T[], least: number): (readonly T[])[] {
  const groups: (readonly T[])[] = [];
  let left = terms;
  while (left.length > 0) {
    const [first] = left;
    const group = left.filter((term) => first !== undefined && cosine(first, term) >= TOGETHER);
    const rest = left.filter((term) => !group.includes(term));
    if (group.length >= least) groups.push(group);
    // A term that stands alone may still belong to a later one; but groups are made around the more characteristic.
    left = group.length >= least ? rest : left.slice(1);
  }
  return groups;
}

function cosine(a: Clustered, b: Clustered): number {
  if (a.documents.size === 0 || b.documents.size === 0) return 0;
  const shared = [...a.documents].filter((document) => b.documents.has(document)).length;
  return shared / Math.sqrt(a.documents.size * b.documents.size);
}
