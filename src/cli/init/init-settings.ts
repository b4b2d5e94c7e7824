import { z } from 'zod';
import { path, topicName } from '../../app/settings/common.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { buildFields } from '../../app/settings/build-settings.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc init`: what the project file is to hold. */
export const initFields = {
  topic: field(topicName.optional(), buildFields.topic.meta),
  sources: field(z.array(path).default([]), {
    help: 'texts about the topic: folders or files',
    placeholder: 'SOURCE',
    written: 'repeatable',
  }),
  background: buildFields.background,
  seeds: field(z.array(z.string().min(1)).default([]), crawlFields.seeds.meta),
  maxPages: field(z.number().int().min(1).optional(), crawlFields.maxPages.meta),
  kb: field(path.default('kb'), buildFields.kb.meta),
  out: field(path.default('out'), crawlFields.out.meta),
  yes: field(z.boolean().default(false), {
    help: 'do not prompt; leave missing values blank',
    written: 'switch',
    argumentOnly: true,
  }),
  force: field(z.boolean().default(false), {
    help: 'replace the project file that is there',
    written: 'switch',
  }),
} as const;

export type InitSettings = Values<typeof initFields>;
