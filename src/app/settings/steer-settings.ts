import { z } from 'zod';
import { accept, json } from './common.js';
import { frontier } from './crawl-settings.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings that all commands have that steer a crawl. */
export const steerFields = {
  frontier: field(frontier.schema, {
    ...frontier.meta,
    help: 'database of a crawl that workers share; OUT is then the name of the crawl',
  }),
  by: field(z.string().min(1).max(100).optional(), {
    help: 'who asks for it, for the record; default: your user name',
    placeholder: 'NAME',
  }),
  wait: field(z.number().min(0).max(3600).default(10), {
    help: 'seconds to wait until the crawl has taken it',
    placeholder: 'S',
    written: 'number',
  }),
  json,
} as const;

const undo = field(z.boolean().default(false), { help: 'undo the action', written: 'switch' });

/** Settings of `sfwc block`. */
export const blockFields = { undo, ...steerFields } as const;

/** Settings of `sfwc boost`. */
export const boostFields = {
  times: field(z.number().min(-100).max(100).default(1), {
    help: 'standard deviations of the queued priorities to add; below 0 lowers them',
    placeholder: 'N',
    written: 'number',
  }),
  first: field(z.boolean().default(false), {
    help: 'request them before all other URLs instead',
    written: 'switch',
  }),
  undo,
  ...steerFields,
} as const;

/** Settings of `sfwc adjust`. */
export const adjustFields = {
  delay: field(z.number().min(0).max(3600).optional(), {
    help: 'seconds between two requests to one host',
    placeholder: 'S',
    written: 'number',
  }),
  concurrency: field(z.number().int().min(1).max(1000).optional(), {
    help: 'hosts to contact at the same time',
    placeholder: 'N',
    written: 'number',
  }),
  accept: field(accept.schema.unwrap().optional(), {
    ...accept.meta,
    help: 'how much to accept: precise, balanced, broad, or a share from 0 to 1; judges the pages so far again',
  }),
  threshold: field(z.number().optional(), {
    help: 'score from which pages are accepted, in the unit of the classifier; judges the pages so far again',
    placeholder: 'SCORE',
    written: 'number',
  }),
  ...steerFields,
} as const;

export type SteerSettings = Values<typeof steerFields>;
