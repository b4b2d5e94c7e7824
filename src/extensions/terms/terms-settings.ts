import { z } from 'zod';
import { json, topicName } from '../../app/settings/common.js';
import { field, type Values } from '../../support/settings/field.js';
import { steerFields } from '../../app/settings/steer-settings.js';

const list = z.array(z.string().trim().min(1).max(100));

/** Settings of `sfwc terms`. */
export const termsFields = {
  topic: field(topicName.optional(), {
    help: 'the topic; required if the crawl has several',
    placeholder: 'NAME',
    written: 'names',
  }),
  take: field(list.default([]), {
    help: 'add these proposed terms to the topic; separate them by commas',
    placeholder: 'TERM,…',
    written: 'list',
    argumentOnly: true,
  }),
  refuse: field(list.default([]), {
    help: 'never propose these terms again, and remove those that were added',
    placeholder: 'TERM,…',
    written: 'list',
    argumentOnly: true,
  }),
  by: steerFields.by,
  json,
} as const;

export type TermsSettings = Values<typeof termsFields>;
