import { z } from 'zod';
import { json, path } from '../../app/settings/common.js';
import { field, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc pack`. */
export const packFields = {
  to: field(path.optional(), {
    path: true,
    help: 'file to write; default: crawl.wacz in the folder of the crawl',
    placeholder: 'FILE',
  }),
  with: field(z.array(path).default([]), {
    path: true,
    help: 'earlier crawls that the archive refers to, where they have moved; repeatable',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  title: field(z.string().min(1).optional(), {
    help: 'title of the archive; default: the topics of the crawl',
    placeholder: 'TEXT',
  }),
  json,
} as const;

export type PackSettings = Values<typeof packFields>;

/** Options of packCrawl. */
export type PackOptions = OptionsOf<typeof packFields>;
