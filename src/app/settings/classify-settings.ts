import { withBasics, type Values, type OptionsOf, field } from '../../support/settings/field.js';
import * as common from './common.js';
import { crawlFields, workers } from './crawl-settings.js';

const BASICS = [
  ...(['kb', 'topic', 'classifier', 'accept', 'anyLanguage', 'urls', 'explain', 'workers', 'json'] as const),
] as const;

export const classifyFields = withBasics(BASICS, {
  kb: common.kb,
  topic: common.topics,
  classifier: common.classifier,
  accept: common.accept,
  plugin: common.plugin,
  thesaurus: common.thesaurus,
  anyLanguage: common.anyLanguage,
  encoder: common.encoder,
  urls: common.text(
    common.path.optional(),
    'FILE',
    'also judge the URLs of a file, one per line; - for standard input',
  ),
  explain: field(common.json.schema, {
    help: 'show the nouns with the most influence on the verdict',
    written: 'switch',
    commandOnly: true,
  }),
  workers,
  delay: crawlFields.delay,
  concurrency: crawlFields.concurrency,
  userAgent: common.userAgent,
  connectTo: common.connectTo,
  timeout: common.timeout,
  maxBytes: common.maxBytes,
  allowPrivate: common.allowPrivate,
  ...common.endpointFields,
  json: common.json,
} as const);

export type ClassifySettings = Values<typeof classifyFields>;

export type ClassifyOptions = OptionsOf<typeof classifyFields>;
