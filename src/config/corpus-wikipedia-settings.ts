import { z } from 'zod';
import { connectTo, json, path, timeout, userAgent } from './common.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc corpus wikipedia`. */
export const corpusWikipediaFields = {
  category: field(z.string().min(1).max(255), {
    help: 'the category whose pages become the corpus, with or without Category:',
    placeholder: 'NAME',
  }),
  out: field(
    path.regex(/\.(?:jsonl|ndjson)(?:\.gz)?$/i, 'must end in .jsonl or .jsonl.gz, which sfwc build reads'),
    { help: 'file for the documents: .jsonl or .jsonl.gz', placeholder: 'PATH' },
  ),
  depth: field(z.number().int().min(0).max(50).default(0), {
    help: 'levels of subcategories to read; 0: the pages of the category itself',
    placeholder: 'N',
    written: 'number',
  }),
  api: field(z.url({ protocol: /^https?$/ }).default('https://en.wikipedia.org/w/api.php'), {
    help: "address of the wiki's api.php, of any MediaWiki",
    placeholder: 'URL',
  }),
  dump: field(z.array(path).default([]), {
    help: 'XML exports of the wiki (.xml, .xml.gz, .xml.bz2), read in place of the API',
    placeholder: 'FILE',
    written: 'repeatable',
  }),
  excludePersons: field(z.boolean().default(false), {
    help: 'leave out pages in categories of births, deaths or living people',
    written: 'switch',
  }),
  excludeCategory: field(z.array(z.string().min(1)).default([]), {
    help: 'leave out pages and subcategories of such categories; * for anything',
    placeholder: 'PATTERN',
    written: 'repeatable',
  }),
  namespace: field(z.array(z.coerce.number<number | string>().int().min(0)).min(1).default([0]), {
    help: 'numbers of the namespaces whose pages are taken; 0: articles',
    placeholder: 'LIST',
    written: 'list',
  }),
  limit: field(z.number().int().min(1).optional(), {
    help: 'documents at most',
    placeholder: 'N',
    written: 'number',
  }),
  textFrom: field(z.enum(['auto', 'extracts', 'wikitext']).default('auto'), {
    help: 'texts as the wiki extracts them (a request a page), or from wikitext; auto: extracts if it can',
    placeholder: 'WAY',
  }),
  delay: field(z.number().min(0).max(3600).default(1), {
    help: 'seconds between two requests to the wiki',
    placeholder: 'S',
    written: 'number',
  }),
  retries: field(z.number().int().min(0).max(20).default(5), {
    help: 'how often a request is repeated that a busy server or the network failed',
    placeholder: 'N',
    written: 'number',
  }),
  timeout,
  userAgent,
  connectTo,
  force: field(z.boolean().default(false), {
    help: 'replace the file, and begin anew what was interrupted',
    written: 'switch',
  }),
  json,
} as const;

export type CorpusWikipediaSettings = Values<typeof corpusWikipediaFields>;
