import { z } from 'zod';
import {
  allowPrivate,
  connectTo,
  endpointFields,
  json,
  kb,
  maxBytes,
  path,
  plugin,
  terms,
  timeout,
  topic,
  userAgent,
} from '../../app/settings/common.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { webFields } from '../../app/settings/web-settings.js';
import { field, grouped, withBasics, type OptionsOf, type Values } from '../../support/settings/field.js';
import { seedsFields } from './seeds-settings.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  ...(['kb', 'topic', 'out', 'maxSeeds', 'tree', 'levels', 'svg'] as const),
  ...(['cdx', 'delay', 'userAgent', 'json'] as const),
] as const;

/** Settings of `sfwc map` and `mapHosts`. */
export const mapFields = withBasics(BASICS, {
  kb,
  topic,
  // Further nouns are words such as product and index, which addresses have anyway.
  terms: field(terms.schema.unwrap().default(50), terms.meta),
  out: seedsFields.out,
  maxSeeds: field(seedsFields.maxSeeds.schema.unwrap().default(100), seedsFields.maxSeeds.meta),
  maxUrls: field(z.number().int().min(1).max(100_000).default(10_000), {
    help: 'maximum number of URLs kept per host, the best ones',
    placeholder: 'N',
    written: 'number',
  }),
  tree: field(z.boolean().default(false), {
    help: 'print the folders of each host, with their URLs, instead of the seeds',
    written: 'switch',
    commandOnly: true,
  }),
  levels: field(z.number().int().min(1).max(10).default(3), {
    help: 'levels of folders that --tree and --svg show',
    placeholder: 'N',
    written: 'number',
    argumentOnly: true,
  }),
  svg: field(path.optional(), {
    help: 'also write a picture of the folders to this file',
    placeholder: 'FILE',
  }),
  cdx: field(seedsFields.cdx.schema, {
    ...seedsFields.cdx.meta,
    help: 'also ask this CDX server of a web archive (Wayback, pywb, Common Crawl) for URLs; repeatable',
  }),
  delay: crawlFields.delay,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
  plugin,
  web: crawlFields.web,
  latency: crawlFields.latency,
  ...grouped('Options of stored webs', webFields),
  ...endpointFields,
  json,
} as const);

export type MapSettings = Values<typeof mapFields>;

/** Options of mapHosts, without the hosts. */
export type MapOptions = OptionsOf<typeof mapFields>;
