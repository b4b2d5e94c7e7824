import { z } from 'zod';
import { field, type Values } from '../../support/settings/field.js';

/** Settings of a web in files. */
export const webFields = {
  webHost: field(z.string().min(1).optional(), {
    help: 'host name of a folder that holds the pages of one host',
    placeholder: 'NAME',
  }),
} as const;

export type WebSettings = Values<typeof webFields>;
