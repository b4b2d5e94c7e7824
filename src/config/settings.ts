import { z } from 'zod';
import { field, type Given, type Values } from './field.js';

/**
 * Every setting of the product stands here once: type, limits, default, help. Option names (`--max-pages`) and
 * environment names (`SFWC_MAX_PAGES`) follow from the names. A flag wins over the environment, the environment over
 * the default.
 */

const path = z.string().min(1);
const topicName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u,
    'must be letters, digits, blanks, dots, hyphens; at most 100',
  );

const kb = field(path, { help: 'folder of the knowledge base, one file a topic', placeholder: 'DIR' });
const topic = field(topicName, { help: 'name of the topic', placeholder: 'NAME' });
const rule = field(z.enum(['paper', 'calibrated']).default('calibrated'), {
  help: 'paper: the published rule, to the letter; calibrated: a band that really filters',
  placeholder: 'RULE',
});
const json = field(z.boolean().default(false), { help: 'print JSON for programs', written: 'switch' });

/** Which linkers there are. */
export const LINKER_NAMES = ['gazetteer', 'wordnet'] as const;
export type LinkerName = (typeof LINKER_NAMES)[number];

/** Settings of `sfwc build` and `buildTopic`. */
export const buildFields = {
  topic,
  kb,
  linker: field(z.array(z.enum(LINKER_NAMES)).min(1).default(['gazetteer', 'wordnet']), {
    help: 'entity linkers, the first that knows a noun wins: gazetteer, wordnet',
    placeholder: 'LIST',
    written: 'list',
  }),
  labels: field(z.array(path).default([]), {
    help: 'RDF files with labels for the gazetteer (.nt, .ttl, also .gz)',
    placeholder: 'FILE',
    written: 'repeatable',
  }),
  background: field(z.array(path).default([]), {
    help: 'texts of any subjects, unlabelled: they sharpen the calibrated rule',
    placeholder: 'SOURCE',
    written: 'repeatable',
  }),
  workers: field(z.number().int().min(1).max(64).default(1), {
    help: 'worker threads that read the texts',
    placeholder: 'N',
    written: 'number',
  }),
  strict: field(z.boolean().default(false), {
    help: 'stop at the first document that cannot be read',
    written: 'switch',
  }),
  textField: field(z.string().min(1).default('text'), {
    help: 'JSON lines: field with the text',
    placeholder: 'NAME',
  }),
  titleField: field(z.string().min(1).default('title'), {
    help: 'JSON lines: field with the title',
    placeholder: 'NAME',
  }),
  idField: field(z.string().min(1).default('id'), {
    help: 'JSON lines: field with the identifier',
    placeholder: 'NAME',
  }),
  language: field(
    z
      .string()
      .regex(/^[a-z]{2,3}$/, 'must be a language code such as en')
      .default('en'),
    {
      help: 'language of labels to take from label files',
      placeholder: 'CODE',
    },
  ),
  baseIri: field(z.url().default('http://sfwcrawler.com/kb/'), {
    help: 'beginning of the IRIs that the knowledge base coins',
    placeholder: 'IRI',
  }),
  json,
} as const;

/** Settings of `sfwc query`. */
export const queryFields = {
  file: field(path.optional(), {
    help: 'file with the query, for instance one of queries/',
    placeholder: 'FILE',
  }),
  param: field(z.array(z.string().regex(/^[A-Za-z_]\w*=/, 'must be name=value')).default([]), {
    help: 'value for a parameter that the query declares',
    placeholder: 'NAME=VALUE',
    written: 'repeatable',
  }),
  format: field(z.enum(['table', 'csv', 'tsv', 'json', 'turtle', 'ntriples']).default('table'), {
    help: 'table, csv, tsv, json; turtle or ntriples for CONSTRUCT and DESCRIBE',
    placeholder: 'FORMAT',
  }),
  topic: field(topicName.optional(), {
    help: 'ask this topic alone (default: all topics together)',
    placeholder: 'NAME',
  }),
  crawl: field(z.array(path).default([]), {
    help: 'result folder of a crawl to ask together with the knowledge base',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
} as const;

const userAgent = field(
  z.string().min(1).default('sfwc/0.1 (semantic focused crawler; set SFWC_USER_AGENT to your contact)'),
  { help: 'how requests name themselves; put an address there that reaches you', placeholder: 'TEXT' },
);
const connectTo = field(
  z
    .array(
      z
        .string()
        .regex(/^[^=\s]+=\S+:\d+$/, 'must be HOST=ADDRESS:PORT, for instance *.example=127.0.0.1:8080'),
    )
    .default([]),
  {
    help: 'connect to ADDRESS:PORT for HOST (HOST may be *.example or *)',
    placeholder: 'HOST=ADDRESS:PORT',
    written: 'repeatable',
  },
);
const timeout = field(z.number().min(0.1).max(600).default(20), {
  help: 'seconds for a response, body included',
  placeholder: 'S',
  written: 'number',
});
const maxBytes = field(z.number().int().min(1024).default(5_000_000), {
  help: 'largest body in bytes, after decompression',
  placeholder: 'N',
  written: 'number',
});

/** Settings of `sfwc classify`. */
export const classifyFields = {
  kb,
  topic,
  rule,
  explain: field(z.boolean().default(false), { help: 'show the nouns that pulled most', written: 'switch' }),
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  json,
} as const;

/** Settings of `sfwc crawl` and `crawl`. */
export const crawlFields = {
  kb,
  topic,
  seeds: field(z.array(z.string().min(1)).min(1, 'at least one address to start from'), {
    help: 'addresses to start from, or files with one address a line',
    placeholder: 'URL|FILE',
    written: 'repeatable',
  }),
  out: field(path, { help: 'folder for the results', placeholder: 'DIR' }),
  rule,
  maxPages: field(z.number().int().min(1).default(1000), {
    help: 'pages to request at most',
    placeholder: 'N',
    written: 'number',
  }),
  maxDepth: field(z.number().int().min(0).default(20), {
    help: 'links away from the seeds at most',
    placeholder: 'N',
    written: 'number',
  }),
  scope: field(z.enum(['host', 'domain', 'any']).default('any'), {
    help: "follow links to: host (the seeds' hosts), domain (their registered domains), any",
    placeholder: 'SCOPE',
  }),
  follow: field(z.enum(['accepted', 'all']).default('accepted'), {
    help: 'follow the links of accepted pages (and seeds), or of all pages',
    placeholder: 'WHICH',
  }),
  delay: field(z.number().min(0).max(3600).default(1), {
    help: 'seconds between two requests to one host',
    placeholder: 'S',
    written: 'number',
  }),
  concurrency: field(z.number().int().min(1).max(256).default(8), {
    help: 'hosts asked at the same time',
    placeholder: 'N',
    written: 'number',
  }),
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  force: field(z.boolean().default(false), {
    help: 'replace the results of an earlier crawl in the folder',
    written: 'switch',
  }),
  json,
} as const;

/** Settings of `sfwc explain`. */
export const explainFields = { json } as const;

/** Settings of `sfwc demo`. */
export const demoFields = {
  out: field(path.default('demo'), { help: 'folder for the results', placeholder: 'DIR' }),
} as const;

export type BuildSettings = Values<typeof buildFields>;
export type BuildOptions = Given<typeof buildFields>;
export type QuerySettings = Values<typeof queryFields>;
export type ClassifySettings = Values<typeof classifyFields>;
export type CrawlSettings = Values<typeof crawlFields>;
export type CrawlOptions = Given<typeof crawlFields>;
export type Rule = CrawlSettings['rule'];
