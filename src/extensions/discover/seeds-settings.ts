import { z } from 'zod';
import { SEED_SOURCES } from './seeding/seeds.js';
import { classifyFields } from '../../app/settings/classify-settings.js';
import { path, topic, webAddress } from '../../app/settings/common.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { harvestFields } from './harvest-settings.js';
import { field, grouped, type Values, type OptionsOf } from '../../support/settings/field.js';
import { without } from '../../support/without.js';
import { webFields } from '../../app/settings/web-settings.js';

/** Where Wikidata answers SPARQL. */
export const PUBLIC_WIKIDATA = 'https://query.wikidata.org/sparql';

const { engine, engineKind, terms, levels, top, searchDelay } = harvestFields;

/** Settings of `sfwc seeds` and `proposeSeeds`. */
export const seedsFields = {
  ...without(classifyFields, 'topic', 'urls', 'format', 'explain', 'encoder'),
  topic,
  lookIn: field(z.array(z.enum(SEED_SOURCES)).optional(), {
    help: 'where to look: corpus, search, wikidata, cdx; default: corpus, and those that options name',
    placeholder: 'SOURCES',
    written: 'list',
    example: "['corpus', 'wikidata']",
  }),
  corpus: field(z.array(path).default([]), {
    path: true,
    help: 'also propose the links in these texts: files, folders or WARC files; repeatable',
    placeholder: 'PATH',
    written: 'each',
  }),
  engine: field(engine.schema.optional(), engine.meta),
  engineKind,
  searches: field(harvestFields.searches.schema.unwrap().default(20), {
    ...harvestFields.searches.meta,
    help: 'number of searches of two or three characteristic nouns',
  }),
  top,
  levels,
  terms,
  randomSeed: harvestFields.randomSeed,
  wikidata: field(webAddress.optional(), {
    help: `SPARQL endpoint of Wikidata; with --look-in wikidata by default ${PUBLIC_WIKIDATA}`,
    placeholder: 'URL',
  }),
  cdx: field(z.array(webAddress).default([]), {
    help: 'CDX server of a web archive (Wayback, pywb, Common Crawl); repeatable',
    placeholder: 'URL',
    written: 'each',
    example: "['https://web.archive.org/cdx/search/cdx']",
  }),
  cdxPattern: field(z.array(z.string().min(1)).default([]), {
    help: 'URL patterns to query: example.org, *.example.org, example.org/health/*; repeatable',
    placeholder: 'PATTERN',
    written: 'each',
  }),
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
  rdf: field(path.optional(), {
    help: 'also write the seeds, with sources, reasons and judgements, as RDF (N-Quads) to this file',
    placeholder: 'PATH',
  }),
  searchDelay,
  retries: field(harvestFields.retries.schema.unwrap().default(2), {
    ...harvestFields.retries.meta,
    help: 'retries of a request to a source after a network error or when it is busy',
  }),
  web: crawlFields.web,
  latency: crawlFields.latency,
  ...grouped('Options of stored webs', webFields),
} as const;

export type SeedsSettings = Values<typeof seedsFields>;

/** Options of proposeSeeds. */
export type SeedsOptions = OptionsOf<typeof seedsFields>;
