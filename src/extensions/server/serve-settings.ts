import { z } from 'zod';
import { maxRows, path, queryMemory, queryTimeout } from '../../app/settings/common.js';
import { field, type Values, type OptionsOf } from '../../support/settings/field.js';

/** Settings of `sfwc serve`. */
export const serveFields = {
  host: field(z.string().min(1).default('127.0.0.1'), {
    help: 'address to listen on; 0.0.0.0 accepts connections from other machines',
    placeholder: 'ADDRESS',
  }),
  port: field(z.number().int().min(0).max(65535).default(3030), {
    help: 'port to listen on; 0 picks a free one',
    placeholder: 'PORT',
    written: 'number',
  }),
  crawl: field(z.array(path).default([]), {
    help: 'result folder of a crawl to serve together with the knowledge base, and to search at /search',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  workers: field(z.number().int().min(1).max(64).default(2), {
    help: 'queries answered in parallel; each worker holds all data in memory',
    placeholder: 'N',
    written: 'number',
  }),
  queryTimeout,
  queryMemory,
  maxRows,
  maxWaiting: field(z.number().int().min(0).default(32), {
    help: 'requests that may wait for a worker; more are refused',
    placeholder: 'N',
    written: 'number',
  }),
  maxQuery: field(z.number().int().min(100).default(1_000_000), {
    help: 'maximum size of a query, in bytes',
    placeholder: 'N',
    written: 'number',
  }),
  cors: field(
    z
      .array(
        z
          .string()
          .regex(/^(?:\*|https?:\/\/[^/\s]+)$/, 'must be an origin such as https://example.org, or *'),
      )
      .default([]),
    {
      help: 'web sites whose pages may send queries, besides those on this machine; * for all',
      placeholder: 'ORIGIN',
      written: 'repeatable',
    },
  ),
} as const;

export type ServeSettings = Values<typeof serveFields>;

/** Options of serve. */
export type ServeOptions = OptionsOf<typeof serveFields>;
