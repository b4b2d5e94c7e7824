import { z } from 'zod';
import {
  path,
  kb,
  topics,
  classifier,
  accept,
  plugin,
  thesaurus,
  anyLanguage,
  encoder,
  json,
  endpointFields,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
} from './common.js';
import { crawlFields, workers } from './crawl-settings.js';
import { spotlightServiceFields } from './linking-settings.js';
import { field, withBasics, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  'kb',
  'topic',
  'classifier',
  'accept',
  'anyLanguage',
  'urls',
  'format',
  'explain',
  'workers',
  'json',
] as const;

/** Settings of `sfwc classify`. */
export const classifyFields = withBasics(BASICS, {
  kb,
  topic: topics,
  classifier,
  accept,
  plugin,
  thesaurus,
  anyLanguage,
  encoder,
  ...spotlightServiceFields,
  urls: field(path.optional(), {
    help: 'also judge the pages of a list: a file with one URL per line, or - for standard input',
    placeholder: 'FILE',
  }),
  format: field(z.enum(['json', 'text']).optional(), {
    help: 'json: one object per line; text: readable lines; default: json for several pages',
    placeholder: 'FORMAT',
    commandOnly: true,
  }),
  explain: field(z.boolean().default(false), {
    help: 'show the nouns with the most influence on the verdict',
    written: 'switch',
    commandOnly: true,
  }),
  workers: field(workers.schema, {
    ...workers.meta,
    help: 'threads that read and judge pages; default: one per core',
  }),
  delay: crawlFields.delay,
  concurrency: crawlFields.concurrency,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
  ...endpointFields,
  json,
} as const);

export type ClassifySettings = Values<typeof classifyFields>;

/** Options of classifyPage. */
export type ClassifyOptions = OptionsOf<typeof classifyFields>;
