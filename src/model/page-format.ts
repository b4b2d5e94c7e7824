/** The formats in which accepted pages are written. */
export const PAGE_FORMATS = ['jsonl', 'markdown', 'html', 'text', 'csv', 'parquet'] as const;

/** The name of one. */
export type PageFormat = (typeof PAGE_FORMATS)[number];
