import { z } from 'zod';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc login`. */
export const loginFields = {
  browserState: field(z.string().min(1), {
    help: 'file to save the session in; what it has of other hosts stays',
    placeholder: 'FILE',
    path: true,
  }),
  address: field(z.url({ protocol: /^https?$/ }).optional(), {
    help: 'page to begin at; default: the home page of the host',
    placeholder: 'URL',
  }),
  browser: crawlFields.browser,
  noBrowserSandbox: crawlFields.noBrowserSandbox,
} as const;

export type LoginSettings = Values<typeof loginFields>;
