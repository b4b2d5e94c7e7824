import { z } from 'zod';
import { classifyFields } from '../../../app/settings/classify-settings.js';
import { path, topic } from '../../../app/settings/common.js';
import { crawlFields } from '../../../app/settings/crawl-settings.js';
import { field, withOptions, type Values, type OptionsOf } from '../../../support/settings/field.js';
import { without } from '../../../support/without.js';
import { harvestFields } from '../harvest/harvest.js';

const { engine, terms, top, searchDelay } = harvestFields;

/** Options of `sfwc seeds`; `--help` shows the first ones. */
const BASICS = ['kb', 'topic', 'corpus', 'engine', 'site', 'searches', 'maxSeeds', 'out', 'json'] as const;
const OTHERS = ['classifier', 'accept', 'plugin', 'probes', 'delay', 'userAgent', 'web'] as const;

/** Settings of `sfwc seeds` and `proposeSeeds`. */
export const seedsFields = withOptions(BASICS, OTHERS, {
  ...without(classifyFields, 'topic', 'urls', 'explain', 'encoder'),
  topic,
  corpus: field(z.array(path).default([]), {
    path: true,
    help: 'also propose the links in these texts: files, folders or WARC files; repeatable',
    placeholder: 'PATH',
    written: 'each',
  }),
  engine: field(engine.schema.optional(), engine.meta),
  site: field(z.array(z.string().min(1)).default([]), {
    help: 'also propose what the sitemaps of this host name, by the nouns in the addresses; repeatable',
    placeholder: 'HOST',
    written: 'each',
  }),
  searches: field(harvestFields.searches.schema.unwrap().default(20), {
    ...harvestFields.searches.meta,
    help: 'number of searches of two or three characteristic nouns',
  }),
  ...{ top, terms },
  maxSeeds: field(z.number().int().min(1).max(10_000).default(50), {
    help: 'maximum number of seeds',
    placeholder: 'N',
    written: 'number',
  }),
  maxSeedsPerHost: field(z.number().int().min(1).max(10_000).default(5), {
    help: 'maximum number of seeds per host',
    placeholder: 'N',
    written: 'number',
  }),
  probes: field(z.number().int().min(0).max(10_000).default(40), {
    help: 'number of candidates to fetch and judge, at most three per host; 0: none',
    placeholder: 'N',
    written: 'number',
  }),
  out: field(path.optional(), {
    help: 'file to write the seeds to; default: standard output',
    placeholder: 'PATH',
  }),
  searchDelay,
  retries: field(harvestFields.retries.schema.unwrap().default(2), harvestFields.retries.meta),
  web: crawlFields.web,
} as const);

export type SeedsSettings = Values<typeof seedsFields>;
/** Options of proposeSeeds. */
export type SeedsOptions = OptionsOf<typeof seedsFields>;
