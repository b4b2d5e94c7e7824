import { z } from 'zod';
import { idField, plugin, textField, titleField } from './common.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc corpus stats`. */
export const corpusStatsFields = {
  format: field(z.enum(['table', 'json']).default('table'), {
    help: 'table or json',
    placeholder: 'FORMAT',
    commandOnly: true,
  }),
  plugin,
  textField,
  titleField,
  idField,
} as const;

export type CorpusStatsSettings = Values<typeof corpusStatsFields>;
