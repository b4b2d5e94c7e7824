import { z } from 'zod';
import { path } from './common.js';
import { field, type Values } from './field.js';

/** Settings of `sfwc serve`. */
export const serveFields = {
  host: field(z.string().min(1).default('127.0.0.1'), {
    help: 'address to listen on; 0.0.0.0 lets other machines in',
    placeholder: 'ADDRESS',
  }),
  port: field(z.number().int().min(0).max(65535).default(3030), {
    help: 'port to listen on; 0 takes a free one',
    placeholder: 'N',
    written: 'number',
  }),
  crawl: field(z.array(path).default([]), {
    help: 'result folder of a crawl to serve together with the knowledge base',
    placeholder: 'OUT',
    written: 'repeatable',
  }),
  writable: field(z.boolean().default(false), {
    help: 'allow changes to whoever has the token; they are saved to the files, until a topic is built again',
    written: 'switch',
  }),
  token: field(z.string().min(8, 'must have 8 characters or more').optional(), {
    secret: true,
    help: 'secret that changes need; better in the environment, where no list of processes shows it',
    placeholder: 'SECRET',
  }),
  workers: field(z.number().int().min(1).max(64).default(2), {
    help: 'queries answered at the same time; each worker holds all data in memory',
    placeholder: 'N',
    written: 'number',
  }),
  timeout: field(z.number().min(0.1).max(86_400).default(30), {
    help: 'seconds for a query; then it is ended',
    placeholder: 'S',
    written: 'number',
  }),
  maxRows: field(z.number().int().min(1).default(100_000), {
    help: 'rows or triples of an answer; a longer one is cut, and a header says so',
    placeholder: 'N',
    written: 'number',
  }),
  maxWaiting: field(z.number().int().min(0).default(32), {
    help: 'requests that may wait for a worker; more are sent away',
    placeholder: 'N',
    written: 'number',
  }),
  maxQuery: field(z.number().int().min(100).default(1_000_000), {
    help: 'largest query in bytes',
    placeholder: 'N',
    written: 'number',
  }),
  maxUpload: field(z.number().int().min(1024).default(50_000_000), {
    help: 'largest update, or graph that is sent, in bytes',
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
      help: 'web sites whose pages may ask, beside those on this machine; * for all',
      placeholder: 'ORIGIN',
      written: 'repeatable',
    },
  ),
} as const;

export type ServeSettings = Values<typeof serveFields>;
