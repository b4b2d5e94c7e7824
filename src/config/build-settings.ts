import { z } from 'zod';
import {
  path,
  kb,
  plugin,
  topic,
  json,
  textField,
  titleField,
  idField,
  endpointFields,
  endpointWriteFields,
} from './common.js';
import { labels, language, spotlightFields } from './linking-settings.js';
import { field, openName, type Values } from './field.js';

/** Which linkers there are. */
export const LINKER_NAMES = ['gazetteer', 'wordnet', 'spotlight'] as const;
export type LinkerName = (typeof LINKER_NAMES)[number];

/** Settings of `sfwc build` and `buildTopic`. */
export const buildFields = {
  topic,
  kb,
  plugin,
  linker: field(z.array(openName<LinkerName>()).min(1).default(['gazetteer', 'wordnet']), {
    help: 'entity linkers, the first that knows a noun wins: gazetteer, wordnet, spotlight',
    placeholder: 'LIST',
    written: 'list',
    choices: LINKER_NAMES,
  }),
  labels,
  ...spotlightFields,
  background: field(z.array(path).default([]), {
    help: 'texts of any subjects, unlabelled: the judgement gets much sharper with them',
    placeholder: 'SOURCE',
    written: 'repeatable',
  }),
  add: field(z.boolean().default(false), {
    help: 'add the sources to the topic, which keeps what it has',
    written: 'switch',
  }),
  replace: field(z.boolean().default(false), {
    help: 'like --add; a document of an id that the topic has takes the place of the old one',
    written: 'switch',
  }),
  remove: field(z.array(z.string().min(1)).default([]), {
    help: 'take documents out of the topic, by id',
    placeholder: 'ID',
    written: 'repeatable',
  }),
  fromCrawl: field(z.array(path).default([]), {
    help: 'add the accepted pages of a crawl to the topic',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  removeCrawl: field(z.array(z.string().min(1)).default([]), {
    help: 'take the pages of a crawl out of the topic again',
    placeholder: 'OUT|IRI',
    written: 'repeatable',
  }),
  nif: field(z.boolean().default(false), {
    help: 'keep the texts and every mention by character (NIF) beside the topic, for queries',
    written: 'switch',
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
  anyLanguage: field(z.boolean().default(false), {
    help: 'build also from texts that seem to be in other languages than English',
    written: 'switch',
  }),
  textField,
  titleField,
  idField,
  language,
  baseIri: field(z.url().default('http://sfwcrawler.com/kb/'), {
    help: 'beginning of the IRIs that the knowledge base coins',
    placeholder: 'IRI',
  }),
  ...endpointFields,
  ...endpointWriteFields,
  json,
} as const;

export type BuildSettings = Values<typeof buildFields>;
