import { z } from 'zod';
import { connectTo, json, path, patientRetries, timeout, userAgent } from '../../app/settings/common.js';
import { field, withBasics, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  'category',
  'out',
  'maxDepth',
  'api',
  'excludePersons',
  'excludeCategory',
  'maxDocuments',
  'delay',
  'userAgent',
  'force',
] as const;

/** Settings of `sfwc corpus wikipedia`. */
export const corpusWikipediaFields = withBasics(BASICS, {
  category: field(z.string().min(1).max(255), {
    help: "the category whose pages become the corpus, with or without 'Category:'",
    placeholder: 'NAME',
  }),
  out: field(
    path.regex(/\.(?:jsonl|ndjson)(?:\.gz)?$/i, 'must end in .jsonl or .jsonl.gz, which sfwc build reads'),
    { help: 'file for the documents: .jsonl or .jsonl.gz', placeholder: 'PATH' },
  ),
  maxDepth: field(z.number().int().min(0).max(50).default(0), {
    help: 'levels of subcategories to read; 0 reads only the category itself',
    placeholder: 'N',
    written: 'number',
  }),
  api: field(z.url({ protocol: /^https?$/ }).default('https://en.wikipedia.org/w/api.php'), {
    help: 'URL of the api.php of a MediaWiki with the extension TextExtracts',
    placeholder: 'URL',
  }),
  excludePersons: field(z.boolean().default(false), {
    help: 'skip pages in categories of births, deaths or living people',
    written: 'switch',
  }),
  excludeCategory: field(z.array(z.string().min(1)).default([]), {
    help: 'skip pages and subcategories of matching categories; * matches anything',
    placeholder: 'PATTERN',
    written: 'repeatable',
  }),
  maxDocuments: field(z.number().int().min(1).optional(), {
    help: 'maximum number of documents',
    placeholder: 'N',
    written: 'number',
  }),
  delay: field(z.number().min(0).max(3600).default(1), {
    help: 'seconds between requests to the wiki',
    placeholder: 'S',
    written: 'number',
  }),
  retries: patientRetries,
  timeout,
  userAgent,
  connectTo,
  force: field(z.boolean().default(false), {
    help: 'replace the file, and start over after an interruption',
    written: 'switch',
  }),
  json,
} as const);

export type CorpusWikipediaSettings = Values<typeof corpusWikipediaFields>;

/** Options of makeWikiCorpus. */
export type CorpusWikipediaOptions = OptionsOf<typeof corpusWikipediaFields>;
