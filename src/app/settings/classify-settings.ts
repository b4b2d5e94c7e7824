import { withBasics, type Values, type OptionsOf, field } from '../../support/settings/field.js';
import * as common from './common.js';
import { crawlFields, workers } from './crawl-settings.js';

const BASICS = [
  ...(['kb', 'topic', 'classifier', 'accept', 'anyLanguage', 'urls', 'explain', 'workers', 'json'] as const),
] as const;

const URLS = 'also judge the URLs of a file, one per line; - for standard input';
const EXPLAIN = 'show the nouns with the most influence on the verdict';

export const classifyFields = withBasics(BASICS, {
  kb: common.kb,
  topic: common.topics,
  ...common.judgingFields,
  urls: common.text(common.path.optional(), 'FILE', URLS),
  explain: field(common.json.schema, { ...common.json.meta, help: EXPLAIN }),
  workers,
  delay: crawlFields.delay,
  concurrency: crawlFields.concurrency,
  ...common.networkFields,
  json: common.json,
} as const);

export type ClassifySettings = Values<typeof classifyFields>;

export type ClassifyOptions = OptionsOf<typeof classifyFields>;
