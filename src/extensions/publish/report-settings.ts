import { z } from 'zod';
import { json, path } from '../../app/settings/common.js';
import { field, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc report`. */
export const reportFields = {
  to: field(path.optional(), {
    path: true,
    help: 'file to write; default: report.html in the folder of the crawl',
    placeholder: 'FILE',
  }),
  title: field(z.string().min(1).optional(), {
    help: 'title of the page; default: the topics of the crawl',
    placeholder: 'TEXT',
  }),
  json,
} as const;

export type ReportSettings = Values<typeof reportFields>;

/** Options of reportCrawl. */
export type ReportOptions = OptionsOf<typeof reportFields>;
