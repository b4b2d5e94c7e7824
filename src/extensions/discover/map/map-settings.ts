import { json, kb, networkFields, plugin, terms, topic } from '../../../app/settings/common.js';
import { crawlFields } from '../../../app/settings/crawl-settings.js';
import { field, withBasics, type OptionsOf, type Values } from '../../../support/settings/field.js';
import { seedsFields } from '../seeds/seeds-settings.js';

/** Settings of `sfwc map` and `mapHosts`; `--help` shows the first ones, `--help-all` the others as well. */
export const mapFields = withBasics(['kb', 'topic', 'out', 'maxSeeds', 'delay', 'userAgent', 'json'], {
  kb,
  topic,
  // Further nouns are words such as product and index, which addresses have anyway.
  terms: field(terms.schema.unwrap().default(50), terms.meta),
  out: seedsFields.out,
  maxSeeds: field(seedsFields.maxSeeds.schema.unwrap().default(100), seedsFields.maxSeeds.meta),
  delay: crawlFields.delay,
  ...networkFields,
  plugin,
  web: crawlFields.web,
  json,
} as const);

export type MapSettings = Values<typeof mapFields>;
/** Options of mapHosts, without the hosts. */
export type MapOptions = OptionsOf<typeof mapFields>;
