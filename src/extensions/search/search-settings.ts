import { z } from 'zod';
import { json, topicNames, topics } from '../../app/settings/common.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';

const DAY = 'must be a date: 2026-01-31, or 2026-01-31T12:00:00Z';

/** Settings of `sfwc search`. */
export const searchFields = {
  topic: field(topicNames.optional(), {
    ...topics.meta,
    help: 'of crawls for several topics: only pages that this one accepted; repeatable',
  }),
  noun: field(z.array(z.string().trim().min(1)).default([]), {
    help: 'only pages that were accepted for this noun, by its IRI or lemma; repeatable',
    placeholder: 'IRI',
    written: 'each',
    example: "['http://dbpedia.org/resource/Insulin']",
  }),
  host: field(z.array(z.string().trim().toLowerCase().min(1)).default([]), {
    help: 'only pages of this host and hosts below it; repeatable',
    placeholder: 'HOST',
    written: 'each',
    argumentOnly: true,
    example: "['example.org']",
  }),
  since: field(
    z
      .string()
      .regex(/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/, DAY)
      .refine((date) => !Number.isNaN(Date.parse(date)), DAY)
      .optional(),
    { help: 'only pages whose present text was fetched at this date or later (UTC)', placeholder: 'DATE' },
  ),
  limit: field(z.number().int().min(1).max(1000).default(10), {
    help: 'how many pages to show',
    placeholder: 'N',
    written: 'number',
  }),
  literal: field(z.boolean().default(false), {
    help: 'search for the words alone, not for other names that the knowledge base has for them',
    written: 'switch',
  }),
  rebuild: field(z.boolean().default(false), {
    help: 'make the index again; replaces a file search.db that is damaged or of another program',
    written: 'switch',
  }),
  json,
} as const;

export type SearchSettings = Values<typeof searchFields>;

/** Options of `searchCollection`. */
export type SearchOptions = OptionsOf<typeof searchFields>;
