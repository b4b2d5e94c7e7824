import { z } from 'zod';
import { endpointFields, json } from '../../app/settings/common.js';
import { field, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc kb info`. */
export const kbInfoFields = {
  void: field(z.boolean().default(false), {
    help: 'print a VoID description in Turtle',
    written: 'switch',
    commandOnly: true,
  }),
  json,
  ...endpointFields,
} as const;

/** Options of describeKnowledgeBases. */
export type KbInfoOptions = OptionsOf<typeof kbInfoFields>;
