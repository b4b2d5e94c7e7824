import { followLinks, idField, json, plugin, textField, titleField } from '../../app/settings/common.js';
import type { Values, OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc corpus stats`. */
export const corpusStatsFields = {
  json,
  plugin,
  textField,
  titleField,
  idField,
  followLinks,
} as const;

export type CorpusStatsSettings = Values<typeof corpusStatsFields>;

/** Options of describeCorpus. */
export type CorpusStatsOptions = OptionsOf<typeof corpusStatsFields>;
