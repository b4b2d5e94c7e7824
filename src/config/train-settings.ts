import { z } from 'zod';
import { buildFields } from './build-settings.js';
import { kb, topic, path, plugin, classifier, json } from './common.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc train` and `trainClassifier`. */
export const trainFields = {
  kb,
  topic,
  classifier,
  plugin,
  background: field(z.array(path).default([]), {
    help: "unlabelled texts on any subjects; default: the topic's background, else WordNet's glosses",
    placeholder: 'SOURCE',
    written: 'repeatable',
  }),
  collection: field(z.array(path).default([]), {
    help: 'ensemble, regression: a large collection of texts to learn related words from',
    placeholder: 'SOURCE',
    written: 'repeatable',
  }),
  features: field(z.number().int().min(10).max(1_000_000).default(5000), {
    help: 'itfidf-bayes, tfidf-bayes: number of terms, selected by mutual information',
    placeholder: 'N',
    written: 'number',
  }),
  workers: buildFields.workers,
  textField: buildFields.textField,
  titleField: buildFields.titleField,
  idField: buildFields.idField,
  json,
} as const;

export type TrainSettings = Values<typeof trainFields>;
