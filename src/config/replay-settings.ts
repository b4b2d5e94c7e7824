import { z } from 'zod';
import { STRATEGY_NAMES, type StrategyName } from '../model/strategy.js';
import {
  accept,
  annotator,
  anyLanguage,
  classifier,
  endpointFields,
  json,
  kb,
  path,
  plugin,
  thesaurus,
  topicName,
} from './common.js';
import { field, openName, type Values } from './field.js';
import { labels, spotlightServiceFields } from './linking-settings.js';
import { webFields } from './web-settings.js';

/** Settings of `sfwc replay`. */
export const replayFields = {
  kb,
  topic: field(topicName.optional(), {
    help: 'name of the topic (default: that of the crawl)',
    placeholder: 'NAME',
  }),
  classifier: field(classifier.schema, {
    ...classifier.meta,
    help: 'judge the pages again by this classifier (default: the verdicts stand)',
  }),
  strategy: field(openName<StrategyName>().optional(), {
    help: 'put what was fetched into the order in which this strategy would have taken it',
    placeholder: 'NAME',
    choices: STRATEGY_NAMES,
  }),
  accept,
  plugin,
  follow: field(z.enum(['accepted', 'all']).optional(), {
    help: 'with --strategy: follow links of accepted pages (and seeds), or of all; default: as it does',
    placeholder: 'WHICH',
  }),
  web: field(path.optional(), {
    help: 'web in files that was crawled: has the pages that the crawl neither kept nor archived',
    placeholder: 'PATH',
  }),
  ...webFields,
  thesaurus,
  labels,
  annotator,
  anyLanguage,
  ...spotlightServiceFields,
  ...endpointFields,
  json,
} as const;

export type ReplaySettings = Values<typeof replayFields>;
