import { z } from 'zod';
import { crawlFields } from './crawl-settings.js';
import { corpusWikipediaFields } from './corpus-wikipedia-settings.js';
import { expandFields } from './expand-settings.js';
import {
  accept,
  annotator,
  anyLanguage,
  classifier,
  connectTo,
  endpointFields,
  json,
  kb,
  maxBytes,
  path,
  plugin,
  timeout,
  topic,
  userAgent,
} from './common.js';
import { labels, spotlightServiceFields } from './linking-settings.js';
import { webFields } from './web-settings.js';
import { field, type Values } from './field.js';

/** The kinds of search engines that there are adapters for. */
export const ENGINE_KINDS = ['json', 'opensearch', 'mediawiki', 'index'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

/** Settings of `sfwc harvest` and `harvestTopic`. */
export const harvestFields = {
  kb,
  topic,
  engine: field(path, {
    help: 'what to search with: address of a search engine, or path of a corpus; see below',
    placeholder: 'URL|PATH',
  }),
  engineKind: field(z.enum(ENGINE_KINDS).optional(), {
    help: 'how the engine is asked; default: by its address, see below',
    placeholder: ENGINE_KINDS.join('|'),
  }),
  out: crawlFields.out,
  thesaurus: field(path.optional(), {
    help: 'SKOS file to compose searches from, and to judge by unless --classifier says otherwise',
    placeholder: 'FILE',
  }),
  classifier: field(classifier.schema, {
    ...classifier.meta,
    help: 'how pages are judged; default: thesaurus where one is given, else ensemble or krs-calibrated',
  }),
  accept,
  plugin,
  labels,
  annotator,
  anyLanguage,
  ...spotlightServiceFields,
  searches: field(z.number().int().min(0).max(10_000).default(100), {
    help: 'searches of two or three words to compose; 0: only the kept hubs and sites',
    placeholder: 'N',
    written: 'number',
  }),
  top: field(z.number().int().min(1).max(1000).default(10), {
    help: 'pages taken of each search',
    placeholder: 'N',
    written: 'number',
  }),
  levels: field(z.number().int().min(1).max(50).default(2), {
    help: 'levels of the thesaurus that words are taken from; 1: the top alone',
    placeholder: 'N',
    written: 'number',
  }),
  facet: field(z.string().min(1).optional(), {
    help: 'facet of the thesaurus that each search takes a word from; default: any',
    placeholder: 'NAME',
  }),
  terms: expandFields.terms,
  seed: field(z.number().int().default(1), {
    help: 'the same seed composes the same searches; another one others',
    placeholder: 'N',
    written: 'number',
  }),
  hubRatio: field(z.number().min(0).max(100).default(0.1), {
    help: 'links to other sites for each word, above which a page is a hub',
    placeholder: 'R',
    written: 'number',
  }),
  hubThreshold: field(z.number().int().min(1).default(2), {
    help: 'relevant pages that keep a hub on its list',
    placeholder: 'N',
    written: 'number',
  }),
  siteThreshold: field(z.number().int().min(1).default(2), {
    help: 'relevant pages that keep a site on its list',
    placeholder: 'N',
    written: 'number',
  }),
  linksEach: field(z.number().int().min(0).default(50), {
    help: 'links of one hub, or of the front page of one site, followed at most',
    placeholder: 'N',
    written: 'number',
  }),
  keepBlogs: field(z.boolean().default(false), {
    help: 'do not leave out blogs and forums',
    written: 'switch',
  }),
  maxPages: crawlFields.maxPages,
  delay: crawlFields.delay,
  searchDelay: field(z.number().min(0).max(3600).default(2), {
    help: 'seconds between two requests to the search engine',
    placeholder: 'S',
    written: 'number',
  }),
  retries: corpusWikipediaFields.retries,
  concurrency: crawlFields.concurrency,
  workers: crawlFields.workers,
  userAgent,
  connectTo,
  allowPrivate: crawlFields.allowPrivate,
  timeout,
  maxBytes,
  web: crawlFields.web,
  latency: crawlFields.latency,
  ...webFields,
  nif: crawlFields.nif,
  ...endpointFields,
  json,
} as const;

export type HarvestSettings = Values<typeof harvestFields>;
