import { z } from 'zod';
import { endpointFields, json, kb, path, plugin } from '../../app/settings/common.js';
import { crawlFields, frontier, lease, watching } from '../../app/settings/crawl-settings.js';
import { field, type OptionsOf } from '../../support/settings/field.js';
import { renderFields } from '../../app/settings/render-settings.js';

const givenFrontier = field(frontier.schema.unwrap(), frontier.meta);

/** Settings of `sfwc crawl --join` and `joinCrawl`: all others are those that the crawl was begun with. */
export const joinFields = {
  join: field(z.string().min(1), {
    help: 'take part in the crawl of this name; see below',
    placeholder: 'NAME',
    argumentOnly: true,
  }),
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
  workers: crawlFields.workers,
  plugin: field(plugin.schema.unwrap().optional(), plugin.meta),
  lease,
  browser: renderFields.browser,
  noBrowserSandbox: renderFields.noBrowserSandbox,
  kbUser: endpointFields.kbUser,
  kbPassword: endpointFields.kbPassword,
  kbToken: endpointFields.kbToken,
  force: crawlFields.force,
  ...watching,
  json,
} as const;

/** Settings of `sfwc collect`. */
export const collectFields = {
  frontier: givenFrontier,
  out: field(path, { help: 'folder for the results of all workers', placeholder: 'PATH' }),
  force: crawlFields.force,
  json,
} as const;

/** Settings of `sfwc drop`. */
export const dropFields = {
  frontier: givenFrontier,
  force: field(z.boolean().default(false), {
    help: 'remove the crawl even while workers are running',
    written: 'switch',
  }),
} as const;

/** Options of joinCrawl. */
export type JoinOptions = OptionsOf<typeof joinFields>;

/** Options of collectCrawl. */
export type CollectOptions = OptionsOf<typeof collectFields>;

/** Options of dropSharedCrawl. */
export type DropOptions = OptionsOf<typeof dropFields>;
