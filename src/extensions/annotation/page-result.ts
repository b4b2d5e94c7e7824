import { z } from 'zod';
import type { JournalKind } from '../../crawling/store/page-journal.js';

const countsSchema = z.object({
  /** Mentions of nouns, by all topics together. */
  mentions: z.number(),
  /** Those of them that are linked. */
  linked: z.number(),
});

const resultSchema = z.union([countsSchema, z.object({ missing: z.string() })]);

/** What became of a page: its counts, or why it could not be annotated. */
export type PageResult = z.output<typeof resultSchema>;

/** The annotations of a crawl as they are written. */
export const annotationJournal: JournalKind<PageResult> = {
  name: 'annotations',
  done: 'annotated',
  result: resultSchema,
};
