import { z } from 'zod';
import { maxRows, path, queryMemory, queryTimeout } from '../../app/settings/common.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { field, type OptionsOf, type Values } from '../../support/settings/field.js';
import { contactSchema } from './workbench/crawl-plan.js';

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
    help: 'queries that may wait for a worker; ten times as many searches may wait; more are refused',
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

/** Settings of `sfwc ui`. */
export const uiFields = {
  port: field(z.number().int().min(0).max(65_535).default(0), {
    help: 'port to listen on; 0 picks a free one',
    placeholder: 'PORT',
    written: 'number',
  }),
  host: field(z.string().min(1).default('127.0.0.1'), {
    help: 'address to listen on; anyone who can reach it and knows the token can steer the crawl',
    placeholder: 'ADDRESS',
  }),
  token: field(z.string().min(8, 'must have 8 characters or more').optional(), {
    secret: true,
    help: 'secret that the page asks for; default: a random one, which is part of the printed address',
    placeholder: 'SECRET',
  }),
  queryMemory,
} as const;

export type UiSettings = Values<typeof uiFields>;

/** Settings of `sfwc mcp`: limits for an assistant. */
export const mcpFields = {
  contact: field(contactSchema.optional(), {
    help: 'your e-mail or web address, which servers see; without it, assistants can crawl stored webs only',
    placeholder: 'ADDRESS',
  }),
  hosts: field(
    z
      .array(z.string().regex(/^[a-z0-9*._-]+$/i, 'must be a host name such as example.org or *.example.org'))
      .default([]),
    {
      help: 'hosts that assistants may name and crawl: example.org, *.example.org; default: all public hosts',
      placeholder: 'PATTERN',
      written: 'repeatable',
    },
  ),
  readOnly: field(z.boolean().default(false), {
    help: 'assistants can judge, query and read, but not build, crawl or steer',
    written: 'switch',
  }),
  maxPages: field(crawlFields.maxPages.schema, {
    ...crawlFields.maxPages.meta,
    help: 'maximum number of pages that a crawl may request',
  }),
  maxSeconds: field(crawlFields.maxSeconds.schema.unwrap().default(3600), {
    ...crawlFields.maxSeconds.meta,
    help: 'maximum duration of a crawl in seconds',
  }),
  maxCrawls: field(z.number().int().min(1).max(32).default(1), {
    help: 'maximum number of crawls at a time',
    placeholder: 'N',
    written: 'number',
  }),
  delay: field(crawlFields.delay.schema, {
    ...crawlFields.delay.meta,
    help: 'minimum number of seconds between requests to the same host',
  }),
  concurrency: field(crawlFields.concurrency.schema, {
    ...crawlFields.concurrency.meta,
    help: 'maximum number of hosts contacted in parallel by a crawl',
  }),
  queryTimeout,
  queryMemory,
} as const;

export type McpSettings = Values<typeof mcpFields>;
