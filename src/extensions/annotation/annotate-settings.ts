import { z } from 'zod';
import { endpointFields, json, kb, plugin, topicNames, topics } from '../../app/settings/common.js';
import { spotlightServiceFields } from '../../app/settings/linking-settings.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc annotate`. */
export const annotateFields = {
  kb: field(kb.schema.optional(), {
    ...kb.meta,
    help: 'knowledge base of the topics: folder or SPARQL endpoint; default: that of the crawl',
  }),
  topic: field(topicNames.optional(), {
    ...topics.meta,
    help: 'topic whose linkers are used; repeatable; default: the topics of the crawl',
  }),
  force: field(z.boolean().default(false), {
    help: 'annotate all pages again',
    written: 'switch',
    argumentOnly: true,
  }),
  plugin,
  ...spotlightServiceFields,
  ...endpointFields,
  json,
} as const;

export type AnnotateSettings = Values<typeof annotateFields>;
