import { z } from 'zod';
import { json } from '../../app/settings/common.js';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of `sfwc extract`. */
export const extractFields = {
  force: field(z.boolean().default(false), {
    help: 'read all pages again',
    written: 'switch',
    argumentOnly: true,
  }),
  json,
} as const;

export type ExtractSettings = Values<typeof extractFields>;
