import { z } from 'zod';
import { LINKER_PARTS, namesOf } from '../../judging/parts.js';
import { PUBLIC_SPOTLIGHT } from '../../model/spotlight.js';
import { openName, withOptions, type Values, type OptionsOf } from '../../support/settings/field.js';
import * as common from './common.js';

const { flag, json, name, number, path, several, text, webAddress, whole } = common;

const BASICS = [
  ...(['topic', 'about', 'kb', 'labels', 'vocabulary', 'background', 'linker', 'add'] as const),
  ...(['workers', 'nif', 'json'] as const),
] as const;

/** Any number of files or addresses. */
const files = z.array(path).default([]);
const line = z.string().trim().min(1).max(500).optional();
const linkers = z.array(openName<keyof typeof LINKER_PARTS>()).min(1).default(['gazetteer', 'wordnet']);
const language = z
  .string()
  .regex(/^[a-z]{2,3}$/, 'must be a language code such as en')
  .default('en');
const SPOTLIGHT = `DBpedia Spotlight; default: the topic's, else ${PUBLIC_SPOTLIGHT}`;

/** Settings of `sfwc build` and `buildTopic`. */
export const buildFields = withOptions(BASICS, ['plugin', 'anyLanguage'], {
  topic: common.topic,
  kb: common.kb,
  plugin: common.plugin,
  about: text(line, 'TEXT', 'a line about the topic, as "Finance: saving, debt"'),
  linker: several(linkers, 'list', 'LIST', 'entity linkers in order of precedence', {
    choices: namesOf(LINKER_PARTS),
  }),
  labels: several(files, 'repeatable', 'FILE', 'RDF files with labels to link to', { path: true }),
  vocabulary: several(files, 'repeatable', 'FILE|URL', 'SKOS whose concepts become subjects of pages'),
  concept: text(name.optional(), 'IRI', 'concept or scheme of the vocabulary; default: all of it'),
  depth: number(whole(0, 100).optional(), 'N', 'with concept: levels below it that are used; default: all'),
  spotlight: text(webAddress.optional(), 'URL', SPOTLIGHT),
  background: several(files, 'repeatable', 'SOURCE', 'texts on any other subjects; default: general texts'),
  add: flag('add the sources to those of the topic; a document replaces one with the same id'),
  nif: flag('store the texts and every mention with its offsets (NIF) next to the topic, for queries'),
  workers: number(whole(1, 64).default(1), 'N', 'worker threads that read the texts'),
  anyLanguage: flag('read texts of all languages as if they were in English'),
  ...common.recordFields,
  language: text(language, 'CODE', 'language of the labels to use (not of the texts)'),
  baseIri: text(z.url().default('http://sfwcrawler.com/kb/'), 'IRI', 'prefix of IRIs that the topic creates'),
  updateUrl: text(webAddress.optional(), 'URL', 'SPARQL endpoint for updates, if it differs'),
  json,
} as const);

export type BuildSettings = Values<typeof buildFields>;

export type BuildOptions = OptionsOf<typeof buildFields>;
