import { z } from 'zod';
import { field } from '../../support/settings/field.js';

/** A year, month, day or instant: `2026`, `2026-10`, `2026-10-31`, or up to 14 digits as archives write them. */
const time = z
  .string()
  .regex(
    /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?|(?:\d\d){0,5})$/,
    'is not a time such as 2026, 2026-10 or 2026-10-31',
  );

/** The archive whose captures are crawled instead of hosts. */
export const capturesFields = {
  captures: field(z.string().min(1).optional(), {
    help: 'crawl the captures of an archive instead of hosts: URL of a CDX server',
    placeholder: 'URL',
    argumentOnly: true,
  }),
  at: field(time.optional(), {
    help: 'with captures: take the captures nearest to this time; default: the latest',
    placeholder: 'TIME',
    argumentOnly: true,
  }),
  from: field(time.optional(), {
    help: 'with captures: leave out captures before this time',
    placeholder: 'TIME',
    argumentOnly: true,
  }),
  to: field(time.optional(), {
    help: 'with captures: leave out captures after this time',
    placeholder: 'TIME',
    argumentOnly: true,
  }),
  warcBase: field(z.string().min(1).optional(), {
    help: 'with captures: URL that the names of WARC files are relative to; default: by the server',
    placeholder: 'URL',
    argumentOnly: true,
  }),
} as const;
