import { z } from 'zod';
import type { OptionsOf } from '../../support/settings/field.js';
import { path, queryMemory, several, text, topicName } from './common.js';

const params = z.array(z.string().regex(/^[A-Za-z_]\w*=/, 'must be name=value')).default([]);
const FORMATS = ['table', 'csv', 'tsv', 'json', 'turtle', 'ntriples'] as const;
const FORMAT = 'table, csv, tsv, json; turtle or ntriples of CONSTRUCT and DESCRIBE';
const CRAWL = 'folder of a crawl to query as well; repeatable';
const SOURCE = 'endpoint, RDF file or knowledge base to query as well';

export const queryFields = {
  file: text(path.optional(), 'FILE', 'file with the query, such as one in queries/'),
  param: several(params, 'repeatable', 'NAME=VALUE', 'value of a parameter that the query declares'),
  format: text(z.enum(FORMATS).default('table'), 'FORMAT', FORMAT),
  topic: several(topicName.optional(), 'names', 'NAME', 'query only this topic; default: all'),
  crawl: several(z.array(path).default([]), 'each', 'OUT', CRAWL, { argumentOnly: true }),
  source: several(z.array(path).default([]), 'each', 'URL|FILE|DIR', SOURCE),
  queryMemory,
} as const;

export type QueryOptions = OptionsOf<typeof queryFields>;
