import { z } from 'zod';
import { STRATEGY_NAMES, type StrategyName } from '../../judging/plugins/built-in-strategies.js';
import {
  accept,
  anyLanguage,
  classifier,
  encoder,
  endpointFields,
  json,
  kb,
  path,
  plugin,
  thesaurus,
  topicNames,
  topics,
} from '../../app/settings/common.js';
import { field, openName, withBasics, type Values, type OptionsOf } from '../../support/settings/field.js';
import { spotlightServiceFields } from '../../app/settings/linking-settings.js';
import { webFields } from '../../app/settings/web-settings.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = ['kb', 'topic', 'classifier', 'strategy', 'accept', 'follow', 'web', 'json'] as const;

/** Settings of `sfwc replay`. */
export const replayFields = withBasics(BASICS, {
  kb,
  topic: field(topicNames.optional(), {
    ...topics.meta,
    help: 'name of the topic; repeatable; default: the topics of the crawl',
  }),
  classifier: field(classifier.schema, {
    ...classifier.meta,
    help: 'judge the pages again with this classifier; default: keep the verdicts',
  }),
  strategy: field(openName<StrategyName>().optional(), {
    help: 'reorder the fetched pages as this strategy would have fetched them',
    placeholder: 'NAME',
    choices: STRATEGY_NAMES,
  }),
  accept,
  plugin,
  follow: field(z.enum(['accepted', 'all']).optional(), {
    help: 'with --strategy: whose links to follow, accepted or all; default: as the strategy does',
    placeholder: 'WHICH',
  }),
  web: field(path.optional(), {
    help: 'the stored web that was crawled, for pages that the crawl neither kept nor archived',
    placeholder: 'PATH',
  }),
  ...webFields,
  thesaurus,
  anyLanguage,
  encoder,
  ...spotlightServiceFields,
  ...endpointFields,
  json,
} as const);

export type ReplaySettings = Values<typeof replayFields>;

/** Options of replayCrawl. */
export type ReplayOptions = OptionsOf<typeof replayFields>;
