import { z } from 'zod';
import { json, kb, path, plugin } from '../../app/settings/common.js';
import { crawlFields, frontier, watching, workers } from '../../app/settings/crawl-settings.js';
import { field } from '../../support/settings/field.js';

const givenFrontier = field(frontier.schema.unwrap(), frontier.meta);

/** Settings of `sfwc shared join` and `joinCrawl`: all others are those that the crawl was begun with. */
export const joinFields = {
  frontier: givenFrontier,
  out: crawlFields.out,
  kb: field(kb.schema.optional(), {
    ...kb.meta,
    help: 'knowledge base, where this machine has it in another place than the one that began the crawl',
  }),
  maxPages: field(z.number().int().min(1).optional(), {
    help: 'maximum number of pages to request, by all workers together, from now on',
    placeholder: 'N',
    written: 'number',
  }),
  concurrency: field(crawlFields.concurrency.schema.unwrap().optional(), crawlFields.concurrency.meta),
  workers,
  plugin: field(plugin.schema.unwrap().optional(), plugin.meta),
  force: crawlFields.force,
  ...watching,
  json,
} as const;

/** Settings of `sfwc shared status`. */
export const sharedStatusFields = { frontier: givenFrontier, json } as const;

/** Settings of `sfwc shared collect`. */
export const collectFields = {
  frontier: givenFrontier,
  out: field(path, { help: 'folder for the results of all workers', placeholder: 'PATH' }),
  force: crawlFields.force,
  json,
} as const;
