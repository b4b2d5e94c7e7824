/** Counts of the children of a page: the pages that it links to. */
interface Family {
  visited: number;
  relevant: number;
  /** Queued children. */
  readonly waiting: Set<string>;
}

/** {@link Families} as JSON. */
export interface FamiliesSnapshot {
  readonly verdicts: readonly (readonly [string, boolean])[];
  readonly parents: readonly (readonly [string, readonly (readonly [string, number])[]])[];
  readonly families: readonly (readonly [string, number, number])[];
}

/** Pages with the pages that they link to, and the number of relevant ones so far. */
export interface Families {
  /** Notes that a page links to a queued URL. @param value the link's own value */
  add(parent: string, child: string, value: number): void;
  /** The pages that link to a queued URL, each with the value of its link. */
  parentsOf(child: string): readonly (readonly [parent: string, value: number])[];
  /** True if more than half of the visited children are relevant, if enough were visited. */
  mostRelevant(parent: string): boolean;
  /**
   * Notes that a URL was visited.
   * @param relevant undefined for pages that were not judged, such as missing ones, which do not count
   * @param links the URLs that it links to, some of which may have been visited already
   * @returns the queued URLs with a parent for which {@link mostRelevant} has changed
   */
  visit(url: string, relevant: boolean | undefined, links: readonly string[]): readonly string[];
  snapshot(): FamiliesSnapshot;
  /** Restores into fresh families. */
  restore(snapshot: FamiliesSnapshot): void;
}

/** @param least number of visited children from which their majority counts */
export function createFamilies(least: number): Families {
  const verdicts = new Map<string, boolean>();
  const parents = new Map<string, Map<string, number>>();
  const families = new Map<string, Family>();

  const familyOf = (parent: string): Family => {
    const family = families.get(parent) ?? { visited: 0, relevant: 0, waiting: new Set<string>() };
    families.set(parent, family);
    return family;
  };
  const mostRelevant = ({ visited, relevant }: Family): boolean => visited >= least && 2 * relevant > visited;
  /** Counts outcomes of children. Returns the queued URLs if the majority has changed. */
  const count = (parent: string, outcomes: readonly boolean[]): readonly string[] => {
    const family = familyOf(parent);
    const before = mostRelevant(family);
    family.visited += outcomes.length;
    family.relevant += outcomes.filter(Boolean).length;
    return mostRelevant(family) === before ? [] : [...family.waiting];
  };

  return {
    add(parent, child, value) {
      const known = parents.get(child) ?? new Map<string, number>();
      parents.set(child, known.set(parent, value));
      familyOf(parent).waiting.add(child);
    },
    parentsOf: (child) => [...(parents.get(child) ?? [])],
    mostRelevant: (parent) => mostRelevant(familyOf(parent)),
    visit(url, relevant, links) {
      const above = [...(parents.get(url)?.keys() ?? [])];
      for (const parent of above) familyOf(parent).waiting.delete(url);
      parents.delete(url);
      if (relevant !== undefined) verdicts.set(url, relevant);
      const turned = relevant === undefined ? [] : above.flatMap((parent) => count(parent, [relevant]));
      if (!families.has(url)) return turned;
      const known = links.map((link) => verdicts.get(link)).filter((verdict) => verdict !== undefined);
      return [...turned, ...count(url, known)];
    },
    snapshot: () => ({
      verdicts: [...verdicts],
      parents: [...parents].map(([url, known]) => [url, [...known]]),
      families: [...families].map(([url, { visited, relevant }]) => [url, visited, relevant]),
    }),
    restore(saved) {
      for (const [url, verdict] of saved.verdicts) verdicts.set(url, verdict);
      for (const [url, visited, relevant] of saved.families)
        families.set(url, { visited, relevant, waiting: new Set() });
      for (const [url, known] of saved.parents) {
        parents.set(url, new Map(known));
        for (const [parent] of known) familyOf(parent).waiting.add(url);
      }
    },
  };
}
