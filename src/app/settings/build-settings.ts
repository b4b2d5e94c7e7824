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
  followLinks,
  endpointFields,
  endpointWriteFields,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
} from './common.js';
import { namesOf, LINKER_PARTS } from '../../judging/parts.js';
import { spotlightFields } from './linking-settings.js';
import { field, openName, withOptions, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  'topic',
  'about',
  'like',
  'kb',
  'labels',
  'vocabulary',
  'background',
  'linker',
  'add',
  'workers',
  'nif',
  'strict',
  'json',
] as const;

/** Settings of `sfwc build` and `buildTopic`. */
export const buildFields = withOptions(BASICS, ['plugin', 'anyLanguage', 'force'], {
  topic,
  kb,
  plugin,
  about: field(z.string().trim().min(1).max(500).optional(), {
    help: 'a line about the topic, as "Personal finance: saving, debt, tax"; alone, a topic without texts',
    placeholder: 'TEXT',
  }),
  like: field(z.array(z.url({ protocol: /^https?$/ })).default([]), {
    help: 'a page of the Web that is about the topic; one or two do without other texts',
    placeholder: 'URL',
    example: "['https://example.org/page']",
    written: 'repeatable',
  }),
  linker: field(z.array(openName<keyof typeof LINKER_PARTS>()).min(1).default(['gazetteer', 'wordnet']), {
    help: 'entity linkers in order of precedence: gazetteer, wordnet, spotlight',
    placeholder: 'LIST',
    written: 'list',
    choices: namesOf(LINKER_PARTS),
  }),
  labels: field(z.array(path).default([]), {
    path: true,
    help: 'RDF files with labels to link to',
    placeholder: 'FILE',
    written: 'repeatable',
  }),
  vocabulary: field(z.array(z.string().min(1)).default([]), {
    help: 'vocabulary in SKOS whose concepts become subjects of pages; alone, a topic without texts',
    placeholder: 'FILE|URL',
    written: 'repeatable',
  }),
  concept: field(z.string().min(1).optional(), {
    help: 'use only this concept of the vocabulary with those below it, or this concept scheme',
    placeholder: 'IRI',
  }),
  depth: field(z.number().int().min(0).max(100).optional(), {
    help: 'with concept: levels below it that are used; default: all',
    placeholder: 'N',
    written: 'number',
  }),
  ...spotlightFields,
  background: field(z.array(path).default([]), {
    help: 'unlabelled texts on any subjects; default: for English, general texts that come with sfwc',
    placeholder: 'SOURCE',
    written: 'repeatable',
  }),
  add: field(z.boolean().default(false), {
    help: 'add the sources to those of the topic; a document replaces one with the same id',
    written: 'switch',
  }),
  nif: field(z.boolean().default(false), {
    help: 'store the texts and every mention with its offsets (NIF) next to the topic, for queries',
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
    help: 'use all texts, in whatever language, as if they were in English',
    written: 'switch',
  }),
  force: field(z.boolean().default(false), {
    help: 'build a topic of a single document, by which pages are judged badly until more are added',
    written: 'switch',
    argumentOnly: true,
  }),
  textField,
  titleField,
  idField,
  followLinks,
  language: field(
    z
      .string()
      .regex(/^[a-z]{2,3}$/, 'must be a language code such as en')
      .default('en'),
    { help: 'language of the labels to use (not of the texts)', placeholder: 'CODE' },
  ),
  baseIri: field(z.url().default('http://sfwcrawler.com/kb/'), {
    help: 'prefix of the IRIs that the knowledge base creates',
    placeholder: 'IRI',
  }),
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
  ...endpointFields,
  ...endpointWriteFields,
  json,
} as const);

export type BuildSettings = Values<typeof buildFields>;

/** Options of buildTopic. */
export type BuildOptions = OptionsOf<typeof buildFields>;
