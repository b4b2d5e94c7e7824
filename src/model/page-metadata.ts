/** Places in which values are found. */
export const METADATA_SOURCES = [
  ...(['json-ld', 'opengraph', 'meta', 'link', 'html'] as const),
  ...(['time', 'byline', 'text', 'url', 'http', 'list'] as const),
] as const;

/** One of {@link METADATA_SOURCES}; `list` stands for feeds and sitemaps. */
export type MetadataSource = (typeof METADATA_SOURCES)[number];

/** A value, where it was found, and how far it is to be trusted. */
export interface Stated<T = string> {
  readonly value: T;
  readonly source: MetadataSource;
  readonly confidence: number;
}

/** Statements of a page about itself; absent ones are not made. */
export interface PageMetadata {
  /** Time of first publication: ISO 8601, a date, or a time with its zone; of some sources a month or a year. */
  readonly published?: Stated;
  readonly modified?: Stated;
  readonly authors?: Stated<readonly string[]>;
  readonly site?: Stated;
  readonly description?: Stated;
  /** BCP 47. */
  readonly language?: Stated;
  readonly licence?: Stated;
}
