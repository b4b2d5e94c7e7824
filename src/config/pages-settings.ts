import { z } from 'zod';
import { topicNames, topics } from './common.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc pages`. */
export const pagesFields = {
  format: field(z.enum(['jsonl', 'text']).default('jsonl'), {
    help: 'jsonl: one JSON object per line, which sfwc build reads; text: URL, title and text',
    placeholder: 'FORMAT',
  }),
  topic: field(topicNames.optional(), {
    ...topics.meta,
    help: 'of a crawl for several topics: only pages that this one accepted; repeatable',
  }),
  minScore: field(z.number().optional(), {
    help: "minimum score of the pages, on the scale of the crawl's classifier",
    placeholder: 'N',
    written: 'number',
  }),
  licence: field(z.string().min(1).optional(), {
    help: "only pages with such a licence, by its name or address, such as 'CC BY*'; * for anything",
    placeholder: 'PATTERN',
  }),
  limit: field(z.number().int().min(1).optional(), {
    help: 'maximum number of pages, in the order of the crawl',
    placeholder: 'N',
    written: 'number',
  }),
} as const;

export type PagesSettings = Values<typeof pagesFields>;
