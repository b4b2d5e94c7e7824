import { z } from 'zod';
import { STRATEGY_NAMES } from '../model/strategy.js';
import { CLASSIFIER_NAMES, type ClassifierName } from '../model/topic.js';
import { anyLanguage, json, kb, path, plugin, thesaurus, topicName } from './common.js';
import { field, openName, type Values } from './field.js';
import { labels, spotlightServiceFields } from './linking-settings.js';
import { webFields } from './web-settings.js';

/** The built-in crawlers that a comparison can hold; the last two are bounds. */
export const COMPARED_STRATEGIES = [...STRATEGY_NAMES, 'lookahead', 'label-greedy'] as const;
export type ComparedStrategy = (typeof COMPARED_STRATEGIES)[number];

const strategyChoices = ['all', ...COMPARED_STRATEGIES] as const;

/** Settings of `sfwc compare`. */
export const compareFields = {
  web: field(path, {
    help: 'the web to crawl, in files: folder of pages, WARC file, linked articles',
    placeholder: 'PATH',
  }),
  kb,
  out: field(path, {
    help: 'folder for results.json, results.csv, report.html, comparison.md',
    placeholder: 'PATH',
  }),
  topics: field(z.array(topicName).default([]), {
    help: 'topics to compare on; default: those of the web that the knowledge base has',
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
    help: "classifiers that judge the pages; default: the topic's ensemble if trained, else krs-calibrated",
    placeholder: 'LIST',
    written: 'list',
    choices: CLASSIFIER_NAMES,
  }),
  plugin,
  thesaurus,
  labels,
  anyLanguage,
  ...spotlightServiceFields,
  truth: field(path.optional(), {
    help: 'pages that are about a topic: lines of address, tab, topic (default: as the web says)',
    placeholder: 'FILE',
  }),
  seeds: field(z.array(z.string().min(1)).default([]), {
    help: "addresses to start from, or files of them; default: the web's seeds of each topic",
    placeholder: 'URL|FILE',
    written: 'repeatable',
  }),
  seedsCount: field(z.number().int().min(1).optional(), {
    help: 'how many seeds each crawl gets, drawn from the seeds and corpus pages of the topic',
    placeholder: 'N',
    written: 'number',
  }),
  repeat: field(z.number().int().min(1).max(100).default(1), {
    help: 'how often each crawl is done, from the second on with seeds that are drawn anew',
    placeholder: 'N',
    written: 'number',
  }),
  seed: field(z.number().int().min(0).default(1), {
    help: 'draws seeds',
    placeholder: 'N',
    written: 'number',
  }),
  maxPages: field(z.number().int().min(1).default(1000), {
    help: 'pages that each crawl requests at most: N of the measures',
    placeholder: 'N',
    written: 'number',
  }),
  maxDepth: field(z.number().int().min(0).default(1000), {
    help: 'links away from the seeds at most',
    placeholder: 'N',
    written: 'number',
  }),
  follow: field(z.enum(['accepted', 'all']).optional(), {
    help: 'follow links of accepted pages (and seeds), or of all; default: as each strategy does',
    placeholder: 'WHICH',
  }),
  judgeFirst: field(z.number().int().min(100).optional(), {
    help: 'judge pages by so many characters, to save time; cut the texts of the corpus alike',
    placeholder: 'N',
    written: 'number',
  }),
  ...webFields,
  workers: field(z.number().int().min(1).max(64).default(1), {
    help: 'worker threads that crawl',
    placeholder: 'N',
    written: 'number',
  }),
  force: field(z.boolean().default(false), {
    help: 'crawl again what results.json in the folder already has',
    written: 'switch',
  }),
  json,
} as const;

export type CompareSettings = Values<typeof compareFields>;
