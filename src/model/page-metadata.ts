/** Where values are found. */
export const METADATA_SOURCES = [
  ...(['json-ld', 'opengraph', 'meta', 'link', 'html'] as const),
  ...(['time', 'byline', 'text', 'script', 'url', 'http', 'list'] as const),
] as const;

/** One of {@link METADATA_SOURCES}; `list` stands for feeds and sitemaps. */
export type MetadataSource = (typeof METADATA_SOURCES)[number];

/** A value, where it was found, and how far it is to be trusted. */
export interface Stated<T = string> {
  readonly value: T;
  readonly source: MetadataSource;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** What a page says of itself. What it does not say is absent. */
export interface PageMetadata {
  /** When it was published first: ISO 8601, a date, or a time with its zone; of some sources a month or a year. */
  readonly published?: Stated;
  readonly modified?: Stated;
  /** Names of persons and organisations. */
  readonly authors?: Stated<readonly string[]>;
  /** What the site is called. */
  readonly site?: Stated;
  readonly description?: Stated;
  /** BCP 47. */
  readonly language?: Stated;
  /** Address of the licence. */
  readonly licence?: Stated;
  /** The address that the page names as its own. */
  readonly canonical?: Stated;
}
