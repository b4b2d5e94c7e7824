import { z } from 'zod';
import { crawlFields, webFields } from '../../../app/settings/crawl-settings.js';
import {
  accept,
  anyLanguage,
  classifier,
  connectTo,
  endpointFields,
  json,
  kb,
  maxBytes,
  path,
  patientRetries,
  plugin,
  timeout,
  topic,
  userAgent,
  webAddress,
  terms,
} from '../../../app/settings/common.js';
import { field, withOptions, type Values, type OptionsOf } from '../../../support/settings/field.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  ...(['kb', 'topic', 'engine', 'out', 'thesaurus', 'accept', 'searches'] as const),
  ...(['maxPages', 'delay', 'userAgent', 'json'] as const),
] as const;

/** Options that only `--help-all` shows. */
const OTHERS = ['classifier', 'plugin', 'top', 'terms', 'concurrency', 'web'] as const;

/** Settings of `sfwc harvest` and `harvestTopic`. */
export const harvestFields = withOptions(BASICS, OTHERS, {
  kb,
  topic,
  engine: field(webAddress, {
    help: 'search engine: SearXNG, MediaWiki api.php, or URL with {searchTerms} for JSON',
    placeholder: 'URL',
  }),
  out: crawlFields.out,
  thesaurus: field(path.optional(), {
    help: 'SKOS file to compose searches from, and to judge by unless --classifier is given',
    placeholder: 'FILE',
  }),
  classifier: field(classifier.schema, {
    ...classifier.meta,
    help: 'how pages are judged; default: thesaurus if one is given, else ensemble',
  }),
  accept,
  plugin,
  anyLanguage,
  searches: field(z.number().int().min(0).max(10_000).default(100), {
    help: 'number of searches of two or three words; 0: only known hubs and sites',
    placeholder: 'N',
    written: 'number',
  }),
  top: field(z.number().int().min(1).max(1000).default(10), {
    help: 'number of results used of each search',
    placeholder: 'N',
    written: 'number',
  }),
  terms,
  maxPages: crawlFields.maxPages,
  delay: crawlFields.delay,
  searchDelay: field(z.number().min(0).max(3600).default(2), {
    help: 'seconds between requests to the search engine',
    placeholder: 'S',
    written: 'number',
  }),
  retries: patientRetries,
  concurrency: crawlFields.concurrency,
  workers: crawlFields.workers,
  userAgent,
  connectTo,
  allowPrivate: crawlFields.allowPrivate,
  timeout,
  maxBytes,
  web: crawlFields.web,
  ...webFields,
  nif: crawlFields.nif,
  ...endpointFields,
  json,
} as const);

export type HarvestSettings = Values<typeof harvestFields>;
/** Options of harvest. */
export type HarvestOptions = OptionsOf<typeof harvestFields>;
