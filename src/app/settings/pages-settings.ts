import { z } from 'zod';
import { FILE_FORMATS, FOLDER_FORMATS, PAGE_FORMATS, type PageFormat } from '../../judging/plugins/plugin.js';
import { field, openName, type OptionsOf, type Values } from '../../support/settings/field.js';
import { flag, name, number, path, plugin, text, topicNames, topics, whole } from './common.js';

const DATE = 'must be a year, a month or a day: 2025, 2025-01 or 2025-01-31';
const date = z
  .string()
  .regex(/^\d{4}(?:-\d\d(?:-\d\d)?)?$/, DATE)
  .refine((written) => !Number.isNaN(Date.parse(written)), DATE);

const TOPIC = 'of a crawl for several topics: only pages that this one accepted; repeatable';
const SINCE =
  'only pages published at this date or later, such as 2025-01; pages that state no date are left out';

const FORMATS = `${Object.keys(FILE_FORMATS).join(', ')}; with a folder as --to ${Object.keys(FOLDER_FORMATS).join(', ')}; or of a plugin`;

export const pagesFields = {
  format: text(openName<PageFormat>().default('jsonl'), 'FORMAT', FORMATS, { choices: PAGE_FORMATS }),
  to: text(path.optional(), 'FILE', 'file to write; for markdown and html a new folder', { path: true }),
  dataset: text(path.optional(), 'DIR', 'new dataset folder: Parquet, card and Croissant', { path: true }),
  allColumns: flag('jsonl with all columns that csv and parquet have, such as markdown, host and rights'),
  topic: field(topicNames.optional(), { ...topics.meta, help: TOPIC }),
  minScore: number(z.number().optional(), 'N', "minimum score, on the scale of the crawl's classifier"),
  licence: text(name.optional(), 'PATTERN', "only pages under this licence, such as 'CC BY*'; * for any"),
  unreserved: flag('leave out pages that reserve text and data mining, or use for machine learning'),
  since: text(date.optional(), 'DATE', SINCE),
  maxPages: number(whole(1).optional(), 'N', 'maximum number of pages to write, in the order of the crawl'),
  plugin,
} as const;

export type PagesSettings = Values<typeof pagesFields>;

export type PagesOptions = OptionsOf<typeof pagesFields>;
