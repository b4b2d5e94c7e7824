import { z } from 'zod';
import {
  kb,
  topic,
  classifier,
  plugin,
  thesaurus,
  anyLanguage,
  json,
  endpointFields,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
} from './common.js';
import { labels, spotlightServiceFields } from './linking-settings.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc classify`. */
export const classifyFields = {
  kb,
  topic,
  classifier,
  plugin,
  thesaurus,
  labels,
  anyLanguage,
  ...spotlightServiceFields,
  explain: field(z.boolean().default(false), {
    help: 'show the nouns that pulled most',
    written: 'switch',
    commandOnly: true,
  }),
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
  ...endpointFields,
  json,
} as const;

export type ClassifySettings = Values<typeof classifyFields>;
