import { z } from 'zod';
import { buildFields } from '../../app/settings/build-settings.js';
import { kb, topic, path, plugin, classifier, json } from '../../app/settings/common.js';
import { field, withBasics, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = ['kb', 'topic', 'classifier', 'labelledPages', 'crawl', 'json'] as const;

/** Settings of `sfwc train` and `trainClassifier`. */
export const trainFields = withBasics(BASICS, {
  kb,
  topic,
  classifier,
  plugin,
  labelledPages: field(z.array(path).default([]), {
    help: 'labelled pages: CSV, JSON lines, or what sfwc rate keeps; needs 8, of both kinds',
    placeholder: 'FILE',
    written: 'repeatable',
  }),
  crawl: field(z.array(path).default([]), {
    help: 'result folder of a crawl in which labelled addresses are looked up',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  features: field(z.number().int().min(10).max(1_000_000).default(5000), {
    help: 'itfidf-bayes, tfidf-bayes: number of terms, selected by mutual information',
    placeholder: 'N',
    written: 'number',
  }),
  workers: buildFields.workers,
  json,
} as const);

export type TrainSettings = Values<typeof trainFields>;

/** Options of trainClassifier. */
export type TrainOptions = OptionsOf<typeof trainFields>;
