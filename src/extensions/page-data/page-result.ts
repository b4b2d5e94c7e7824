import { z } from 'zod';
import type { JournalKind } from '../../crawling/store/page-journal.js';
import { metadataSchema } from '../../crawling/store/event-schema.js';
import type { CrawlEvent } from '../../model/crawl-event.js';

const resultSchema = z.union([
  z.object({
    metadata: metadataSchema,
    /** Statements of the page in JSON-LD, microdata and RDFa that are kept. */
    statements: z.number(),
    /** What of them could not be kept, in words. */
    problems: z.array(z.string()).optional(),
  }),
  z.object({ missing: z.string() }),
]);

/** What became of a page: what it says of itself, or why it could not be read. */
export type PageResult = z.output<typeof resultSchema>;

/** What the pages of a crawl say of themselves, as it is written. */
export const pageDataJournal: JournalKind<PageResult> = {
  name: 'page-data',
  done: 'read',
  result: resultSchema,
};

/** What the whole depends on: the crawl, and the rules by which pages are read. */
export function wholeKey(crawl: string): string {
  return JSON.stringify({ format: 1, crawl });
}

/** What the result of a page depends on: its address and its body. */
export function pageKey({ url, checksum = '' }: CrawlEvent): string {
  return `${url} ${checksum.slice(0, 16)}`;
}
