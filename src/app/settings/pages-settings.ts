import { z } from 'zod';
import { PAGE_FORMATS, type PageFormat } from '../../model/page-format.js';
import { path, plugin, topicNames, topics } from './common.js';
import { field, openName, type OptionsOf, type Values } from '../../support/settings/field.js';

const DATE = 'must be a year, a month or a day: 2025, 2025-01 or 2025-01-31';

/** Settings of `sfwc pages`. */
export const pagesFields = {
  format: field(openName<PageFormat>().default('jsonl'), {
    help: 'jsonl, text, csv, or with --to markdown, html, parquet; or of a plugin',
    choices: PAGE_FORMATS,
    placeholder: 'FORMAT',
  }),
  to: field(path.optional(), {
    path: true,
    help: 'file to write instead of standard output; for markdown and html a new folder',
    placeholder: 'FILE',
  }),
  dataset: field(path.optional(), {
    path: true,
    help: 'write a dataset folder as Hugging Face reads it: Parquet files, a card, and Croissant metadata',
    placeholder: 'DIR',
  }),
  allColumns: field(z.boolean().default(false), {
    help: 'jsonl with all columns that csv and parquet have, such as markdown, host and rights',
    written: 'switch',
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
    help: "only pages under this licence, by its name or address, such as 'CC BY*'; * for anything",
    placeholder: 'PATTERN',
  }),
  since: field(
    z
      .string()
      .regex(/^\d{4}(?:-\d\d(?:-\d\d)?)?$/, DATE)
      .refine((date) => !Number.isNaN(Date.parse(date)), DATE)
      .optional(),
    {
      help: 'only pages published at this date or later, such as 2025-01; pages that state no date are left out',
      placeholder: 'DATE',
    },
  ),
  maxPages: field(z.number().int().min(1).optional(), {
    help: 'maximum number of pages to write, in the order of the crawl',
    placeholder: 'N',
    written: 'number',
  }),
  plugin,
} as const;

export type PagesSettings = Values<typeof pagesFields>;

/** Options of acceptedPages. */
export type PagesOptions = OptionsOf<typeof pagesFields>;
