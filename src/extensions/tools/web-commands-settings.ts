import { z } from 'zod';
import { json } from '../../app/settings/common.js';
import { webFields } from '../../app/settings/web-settings.js';
import { field, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc web info`. */
export const webInfoFields = { ...webFields, json } as const;

/** Settings of `sfwc web serve`. */
export const webServeFields = {
  port: field(z.number().int().min(0).max(65535).default(8080), {
    help: 'port to listen on at 127.0.0.1; 0 picks a free one',
    placeholder: 'PORT',
    written: 'number',
  }),
  ...webFields,
} as const;

/** Options of describeWeb. */
export type WebInfoOptions = OptionsOf<typeof webInfoFields>;

/** Options of serveStoredWeb. */
export type WebServeOptions = OptionsOf<typeof webServeFields>;
