import { z } from 'zod';
import type { OptionsOf } from '../../support/settings/field.js';
import { endpointFields, path, queryMemory, several, text, topicName } from './common.js';

export const queryFields = {
  file: text(path.optional(), 'FILE', 'file with the query, such as one in queries/'),
  param: several(
    z.array(z.string().regex(/^[A-Za-z_]\w*=/, 'must be name=value')).default([]),
    'repeatable',
    'NAME=VALUE',
    'value of a parameter that the query declares',
  ),
  format: text(
    z.enum(['table', 'csv', 'tsv', 'json', 'turtle', 'ntriples']).default('table'),
    'FORMAT',
    'table, csv, tsv, json; turtle or ntriples of CONSTRUCT and DESCRIBE',
  ),
  topic: several(topicName.optional(), 'names', 'NAME', 'query only this topic; default: all'),
  crawl: several(z.array(path).default([]), 'each', 'OUT', 'folder of a crawl to query as well; repeatable', {
    argumentOnly: true,
  }),
  source: several(
    z.array(path).default([]),
    'each',
    'URL|FILE|DIR',
    'endpoint, RDF file or knowledge base to query as well',
  ),
  queryMemory,
  ...endpointFields,
} as const;

export type QueryOptions = OptionsOf<typeof queryFields>;
