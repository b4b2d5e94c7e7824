import { z } from 'zod';
import { json } from '../../app/settings/common.js';
import { frontier } from '../../app/settings/crawl-settings.js';
import { field, type Values } from '../../support/settings/field.js';
import { without } from '../../support/without.js';
import { renderFields } from '../../app/settings/render-settings.js';

/** Settings of `sfwc doctor`. */
export const doctorFields = {
  browser: field(renderFields.browser.schema, without(renderFields.browser.meta, 'noOption')),
  frontier: field(frontier.schema, {
    ...frontier.meta,
    help: 'also check that this PostgreSQL database can be reached',
  }),
  network: field(z.boolean().default(false), {
    help: 'also check that the Web can be reached: one request to https://www.wikipedia.org/',
    written: 'switch',
  }),
  json,
} as const;

export type DoctorSettings = Values<typeof doctorFields>;
