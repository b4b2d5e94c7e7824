import { z } from 'zod';
import { accept, json } from './common.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc steer`. */
export const steerFields = {
  by: field(z.string().min(1).max(100).optional(), {
    help: 'who asks for it, for the record; default: your user name',
    placeholder: 'NAME',
  }),
  wait: field(z.number().min(0).max(3600).default(10), {
    help: 'seconds to wait until the crawl has taken it',
    placeholder: 'S',
    written: 'number',
  }),
  times: field(z.number().min(-100).max(100).optional(), {
    help: 'boost: standard deviations of the queued priorities to add; below 0: later; default: 1',
    placeholder: 'N',
    written: 'number',
    argumentOnly: true,
  }),
  delay: field(z.number().min(0).max(3600).optional(), {
    help: 'adjust: seconds between two requests to one host',
    placeholder: 'S',
    written: 'number',
    argumentOnly: true,
  }),
  concurrency: field(z.number().int().min(1).max(1000).optional(), {
    help: 'adjust: hosts to contact at the same time',
    placeholder: 'N',
    written: 'number',
    argumentOnly: true,
  }),
  accept: field(accept.schema.unwrap().optional(), {
    ...accept.meta,
    help: 'adjust: precise, balanced, broad, or a share from 0 to 1; judges the pages so far again',
    argumentOnly: true,
  }),
  threshold: field(z.number().optional(), {
    help: 'adjust: lowest score of an accepted page, as the classifier has it; judges the pages so far again',
    placeholder: 'SCORE',
    written: 'number',
    argumentOnly: true,
  }),
  alike: field(z.boolean().optional(), {
    help: 'rate: also for alike pages near the threshold; with skip, for those answered together',
    written: 'switch',
    argumentOnly: true,
  }),
  json,
} as const;

export type SteerSettings = Values<typeof steerFields>;
