import { z } from 'zod';
import { path, queryMemory, topicName, endpointFields } from './common.js';
import { field, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc query`. */
export const queryFields = {
  file: field(path.optional(), {
    help: 'file with the query, such as one in queries/',
    placeholder: 'FILE',
  }),
  param: field(z.array(z.string().regex(/^[A-Za-z_]\w*=/, 'must be name=value')).default([]), {
    help: 'value of a parameter that the query declares; some are required',
    placeholder: 'NAME=VALUE',
    written: 'repeatable',
  }),
  format: field(z.enum(['table', 'csv', 'tsv', 'json', 'turtle', 'ntriples']).default('table'), {
    help: 'table, csv, tsv, json; turtle or ntriples for CONSTRUCT and DESCRIBE',
    placeholder: 'FORMAT',
  }),
  topic: field(topicName.optional(), {
    help: 'query only this topic; default: all topics together',
    placeholder: 'NAME',
    written: 'names',
  }),
  crawl: field(z.array(path).default([]), {
    help: 'folder of a crawl to query as well',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  source: field(z.array(path).default([]), {
    help: 'SPARQL endpoint, RDF file or knowledge base to query as well; repeatable',
    placeholder: 'URL|FILE|DIR',
    written: 'each',
  }),
  queryMemory,
  ...endpointFields,
} as const;

/** Options of query. */
export type QueryOptions = OptionsOf<typeof queryFields>;
