import { z } from 'zod';
import { buildFields } from '../../app/settings/build-settings.js';
import {
  classifier,
  json,
  kb,
  number,
  path,
  plugin,
  several,
  topic,
  whole,
} from '../../app/settings/common.js';
import { withBasics, type OptionsOf, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc train` and `trainClassifier`. */
export const trainFields = withBasics(['kb', 'topic', 'classifier', 'labelledPages', 'crawl', 'json'], {
  kb,
  topic,
  classifier,
  plugin,
  labelledPages: several(
    z.array(path).default([]),
    'repeatable',
    'FILE',
    'labelled pages: CSV, JSON lines, or what sfwc rate keeps; needs 8, of both kinds',
  ),
  crawl: several(
    z.array(path).default([]),
    'repeatable',
    'OUT',
    'result folder of a crawl in which labelled addresses are looked up',
  ),
  features: number(
    whole(10, 1_000_000).default(5000),
    'N',
    'itfidf-bayes, tfidf-bayes: number of terms, selected by mutual information',
  ),
  workers: buildFields.workers,
  json,
} as const);

export type TrainSettings = Values<typeof trainFields>;

/** Options of trainClassifier. */
export type TrainOptions = OptionsOf<typeof trainFields>;
