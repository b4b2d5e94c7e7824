import { z } from 'zod';
import { queryMemory } from '../../../app/settings/common.js';
import { field, type Values } from '../../../support/settings/field.js';

/** Settings of `sfwc ui`. */
export const uiFields = {
  port: field(z.number().int().min(0).max(65_535).default(0), {
    help: 'port to listen on; 0 picks a free one',
    placeholder: 'PORT',
    written: 'number',
  }),
  host: field(z.string().min(1).default('127.0.0.1'), {
    help: 'address to listen on; anyone who can reach it and knows the token can steer the crawl',
    placeholder: 'ADDRESS',
  }),
  token: field(z.string().min(8, 'must have 8 characters or more').optional(), {
    secret: true,
    help: 'secret that the page asks for; default: a random one, which is part of the printed address',
    placeholder: 'SECRET',
  }),
  queryMemory,
} as const;

export type UiSettings = Values<typeof uiFields>;
