import { z } from 'zod';
import { queryMemory, queryTimeout } from '../../../app/settings/common.js';
import { crawlFields } from '../../../app/settings/crawl-settings.js';
import { contactSchema } from '../workbench/crawl-plan.js';
import { field, type Values } from '../../../support/settings/field.js';

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
