import { z } from 'zod';
import { field, grouped } from '../../support/settings/field.js';

/** Whether, by what and how far the scripts of pages are run. */
export const renderFields = grouped('Options of rendering', {
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
  renderShare: field(z.number().min(0).max(1).default(0.2), {
    noOption: true,
    help: 'with --render auto: maximum share of pages that are rendered',
    placeholder: 'SHARE',
    written: 'number',
  }),
  renderSeconds: field(z.number().min(1).max(600).default(20), {
    noOption: true,
    help: 'time limit per page in seconds; the content at that point is used',
    placeholder: 'S',
    written: 'number',
  }),
  renderRequests: field(z.number().int().min(0).max(1000).default(50), {
    noOption: true,
    help: 'maximum number of requests of the scripts of a page',
    placeholder: 'N',
    written: 'number',
  }),
  renderBytes: field(z.number().int().min(10_000).default(10_000_000), {
    noOption: true,
    help: 'maximum size in bytes of what the scripts of a page load, and of the rendered page',
    placeholder: 'BYTES',
    written: 'number',
  }),
  renderMemory: field(z.number().int().min(64).max(8192).default(512), {
    noOption: true,
    help: 'maximum memory in MB of the process that renders a page',
    placeholder: 'MB',
    written: 'number',
  }),
});
