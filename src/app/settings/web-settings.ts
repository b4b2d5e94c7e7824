import { z } from 'zod';
import { path } from './common.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of a web in files. */
export const webFields = {
  webHost: field(z.string().min(1).optional(), {
    help: 'host name of a folder that holds the pages of one host',
    placeholder: 'NAME',
  }),
  webTopics: field(path.optional(), {
    path: true,
    help: 'file with the topics of the web: topic, role, page; default: topics.tsv next to the pages',
    placeholder: 'FILE',
  }),
  webSeed: field(z.number().int().min(0).default(1), {
    help: 'random seed of the response times of the stored web',
    placeholder: 'N',
    written: 'number',
  }),
} as const;

export type WebSettings = Values<typeof webFields>;
