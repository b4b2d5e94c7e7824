import { z } from 'zod';
import { json, topicNames, topics } from '../../app/settings/common.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';

const DAY = 'must be a date: 2026-01-31, or 2026-01-31T12:00:00Z';
const DATE = 'must be a date: 2026, 2026-01 or 2026-01-31';

/** A choice by what pages say of themselves. */
const bySaid = (help: string, placeholder: string, example: string) =>
  field(z.array(z.string().trim().min(1)).default([]), {
    help: `only pages ${help}; repeatable`,
    ...({ placeholder, written: 'each', argumentOnly: true, example } as const),
  });

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
  site: bySaid('of the site of this name', 'NAME', "['Daily Harbor']"),
  author: bySaid('by this author', 'NAME', "['Ann Bee']"),
  language: bySaid('in this language', 'TAG', "['en']"),
  licence: bySaid('under this licence', 'NAME', "['CC BY 4.0']"),
  since: field(
    z
      .string()
      .regex(/^\d{4}(?:-\d\d(?:-\d\d)?)?$/, DATE)
      .refine((date) => !Number.isNaN(Date.parse(date)), DATE)
      .optional(),
    {
      help: 'only pages published at this date or later, such as 2025-01; pages without a known date are left out',
      placeholder: 'DATE',
    },
  ),
  fetchedSince: field(
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
  json,
} as const;

export type SearchSettings = Values<typeof searchFields>;

/** The same, each optional. */
export type SearchOptions = OptionsOf<typeof searchFields>;
