/** Where proposals of seeds come from. */
export const SEED_SOURCES = ['corpus', 'search', 'wikidata', 'cdx'] as const;
export type SeedSource = (typeof SEED_SOURCES)[number];

/** One address in an answer of a source. */
export interface SeedHit {
  /** As the source wrote it: anything may be wrong with it. */
  readonly url: string;
  /** Why the source has it: a title, an anchor text, an entity. May be empty. */
  readonly note: string;
}

/** One answer of a source, best first. */
export interface SeedList {
  readonly source: SeedSource;
  /** What was asked: a service with a query or a pattern, a folder. */
  readonly by: string;
  readonly hits: readonly SeedHit[];
}
