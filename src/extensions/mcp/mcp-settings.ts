import { z } from 'zod';
import {
  allowPrivate,
  connectTo,
  kb,
  maxRows,
  path,
  queryMemory,
  queryTimeout,
  userAgent,
} from '../../app/settings/common.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { field, withBasics, type Values } from '../../support/settings/field.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = ['kb', 'out', 'read', 'hosts', 'readOnly', 'maxPages', 'maxSeconds', 'maxCrawls'] as const;

/** Settings of `sfwc mcp`: what an assistant may use, and how much of it. */
export const mcpFields = withBasics(BASICS, {
  kb: field(kb.schema, { ...kb.meta, help: 'folder of the knowledge base to use and to build topics in' }),
  out: field(path.optional(), {
    ...crawlFields.out.meta,
    help: 'folder below which crawls are written; without it, assistants cannot crawl',
  }),
  read: field(z.array(path).default([]), {
    help: 'folders and files that assistants may read texts and pages from; default: none',
    placeholder: 'PATH',
    written: 'repeatable',
    path: true,
  }),
  hosts: field(
    z
      .array(z.string().regex(/^[a-z0-9*._-]+$/i, 'must be a host name such as example.org or *.example.org'))
      .default([]),
    {
      help: 'hosts that may be contacted: example.org, *.example.org; default: all public hosts',
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
  workers: crawlFields.workers,
  queryTimeout,
  queryMemory,
  maxRows: field(z.number().int().min(1).max(100_000).default(1000), {
    ...maxRows.meta,
    help: 'maximum rows or triples of the answer to a query; a longer one is cut',
  }),
  userAgent,
  connectTo,
  allowPrivate,
} as const);

export type McpSettings = Values<typeof mcpFields>;
