import { z } from 'zod';
import { field } from '../../support/settings/field.js';

/** Whether, by what and how far the scripts of pages are run. */
export const renderFields = {
  render: field(z.enum(['never', 'auto', 'always']).default('auto'), {
    help: 'run scripts of pages: never, auto (of shells, where a Chromium is found and it pays), always',
    placeholder: 'never|auto|always',
  }),
  browser: field(z.string().min(1).optional(), {
    noOption: true,
    help: 'the Chromium or Chrome to render with; default: the first one found',
    placeholder: 'PATH',
    path: true,
  }),
  noBrowserSandbox: field(z.boolean().default(false), {
    noOption: true,
    help: 'run the browser without its sandbox, as root has to; only in a container of its own',
    written: 'switch',
  }),
} as const;
