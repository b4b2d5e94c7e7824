import { z } from 'zod';
import { endpointFields, json, kb, plugin } from './common.js';
import { spotlightServiceFields } from './linking-settings.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc explain`. */
export const explainFields = {
  full: field(z.boolean().default(false), {
    help: 'also read the kept body of the page in full, by tagger and linkers, and judge it by that',
    written: 'switch',
    argumentOnly: true,
  }),
  kb: field(kb.schema.optional(), {
    ...kb.meta,
    help: 'with --full: knowledge base of the topics; default: that of the crawl',
  }),
  plugin,
  ...spotlightServiceFields,
  ...endpointFields,
  json,
} as const;

export type ExplainSettings = Values<typeof explainFields>;
