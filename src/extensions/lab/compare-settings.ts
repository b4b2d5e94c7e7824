import { z } from 'zod';
import { STRATEGY_NAMES } from '../../judging/plugins/built-in-strategies.js';
import { CLASSIFIER_NAMES, type ClassifierName } from '../../judging/classifiers/classifier-table.js';
import { anyLanguage, json, kb, path, plugin, thesaurus, topicName } from '../../app/settings/common.js';
import { field, openName, withOptions, type Values, type OptionsOf } from '../../support/settings/field.js';

const strategyChoices = ['all', ...STRATEGY_NAMES] as const;

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  'web',
  'kb',
  'out',
  'topics',
  'strategies',
  'classifiers',
  'seeds',
  'repeat',
  'maxPages',
  'json',
] as const;

/** Settings of `sfwc compare`. */
export const compareFields = withOptions(BASICS, ['plugin', 'maxDepth', 'follow'], {
  web: field(path, {
    help: 'the stored web to crawl: folder of pages, WARC file',
    placeholder: 'PATH',
    written: 'names',
  }),
  kb,
  out: field(path, {
    help: 'folder for results.json and results.csv',
    placeholder: 'PATH',
  }),
  topics: field(z.array(topicName).default([]), {
    help: "topics to compare on; default: the web's topics that are in the knowledge base",
    placeholder: 'LIST',
    written: 'list',
  }),
  strategies: field(z.array(openName<(typeof strategyChoices)[number]>()).min(1).default(['all']), {
    help: 'crawlers to compare, or all; see below',
    placeholder: 'LIST',
    written: 'list',
    choices: strategyChoices,
  }),
  classifiers: field(z.array(openName<ClassifierName>()).default([]), {
    help: 'classifiers that judge the pages; default: ensemble',
    placeholder: 'LIST',
    written: 'list',
    choices: CLASSIFIER_NAMES,
  }),
  plugin,
  thesaurus,
  anyLanguage,
  seeds: field(z.array(z.string().min(1)).default([]), {
    help: "URLs to start from, or files of URLs; default: the web's seeds of each topic",
    placeholder: 'URL|FILE',
    written: 'repeatable',
  }),
  seedsCount: field(z.number().int().min(1).optional(), {
    help: 'number of seeds per crawl, drawn from the seeds and corpus pages of the topic',
    placeholder: 'N',
    written: 'number',
  }),
  repeat: field(z.number().int().min(1).max(100).default(1), {
    help: 'how often to repeat each crawl; repeats draw new seeds',
    placeholder: 'N',
    written: 'number',
  }),
  randomSeed: field(z.number().int().min(0).default(1), {
    help: 'random seed for drawing seeds',
    placeholder: 'N',
    written: 'number',
  }),
  maxPages: field(z.number().int().min(1).default(1000), {
    help: 'maximum number of pages per crawl: N of the measures',
    placeholder: 'N',
    written: 'number',
  }),
  maxDepth: field(z.number().int().min(0).default(1000), {
    help: 'maximum number of links from a seed',
    placeholder: 'N',
    written: 'number',
  }),
  follow: field(z.enum(['accepted', 'all']).optional(), {
    help: 'whose links to follow: accepted pages (and seeds) or all; default: as the strategy does',
    placeholder: 'WHICH',
  }),
  json,
} as const);

export type CompareSettings = Values<typeof compareFields>;

/** Options of compareStrategies. */
export type CompareOptions = OptionsOf<typeof compareFields>;
