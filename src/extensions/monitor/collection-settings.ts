import { z } from 'zod';
import { readDays } from './duration.js';
import { without } from '../../support/without.js';
import { webAddress } from '../../app/settings/common.js';
import { crawlFields, watching } from '../../app/settings/crawl-settings.js';
import { field, type Values } from '../../support/settings/field.js';

/** A duration, as days. */
const days = z.string().transform((text, context) => {
  const read = readDays(text);
  if (read === undefined)
    context.addIssue({ code: 'custom', message: 'is not a duration such as 90m, 6h, 1d or 2w' });
  return read ?? NaN;
});

/** The forms of the report of a round. */
const FORMATS = ['markdown', 'json', 'rdf', 'atom'] as const;

/** The file of a collection that `sfwc monitor` keeps fresh. */
export const collectionFields = {
  topic: crawlFields.topic,
  kb: crawlFields.kb,
  seeds: crawlFields.seeds,
  out: field(crawlFields.out.schema, {
    ...crawlFields.out.meta,
    path: true,
    help: 'folder of the collection',
  }),
  budget: field(z.number().int().min(1).default(200), {
    help: 'pages to request in a round',
    written: 'number',
  }),
  every: field(days.default(1), { help: 'time from round to round' }),
  shortest: field(days.default(0.25), { help: 'time between two visits of a page, at least' }),
  longest: field(days.default(60), { help: 'time between two visits of a page, at most' }),
  revisits: field(z.number().min(0).max(1).default(0.5), {
    help: 'share of the budget for pages of the collection; the rest discovers new ones',
    written: 'number',
  }),
  feeds: field(z.boolean().default(true), {
    help: 'read the feeds that pages of the collection and seeds link to',
    written: 'switch',
  }),
  sitemaps: field(z.boolean().default(true), {
    help: "read the sitemaps named in robots.txt of the seeds' hosts",
    written: 'switch',
  }),
  goneAfter: field(z.number().int().min(1).max(100).default(3), {
    help: 'failures in a row after which a page is gone; 404 and 410 count at once',
    written: 'number',
  }),
  reports: field(z.array(z.enum(FORMATS)).default([...FORMATS]), {
    help: 'forms of the report of a round',
    written: 'list',
  }),
  matters: field(z.array(z.string()).default(['new >= 1', 'changed >= 1', 'gone >= 1']), {
    help: 'conditions under which a round matters; any is enough',
    written: 'each',
  }),
  webhook: field(webAddress.optional(), {
    help: 'where reports of rounds that matter are sent, as JSON by POST',
  }),
  crawl: field(z.record(z.string(), z.unknown()).default({}), { help: 'further settings of the crawls' }),
} as const;

/** Settings that a collection sets itself, or that do not apply to one. */
const DECIDED = [
  ...(['topic', 'kb', 'seeds', 'out', 'sitemaps', 'maxPages', 'revisit', 'discardPages'] as const),
  ...(['force', 'resume', 'frontier', 'crawlName', 'lease', 'json'] as const),
  ...(['kbUser', 'kbPassword', 'kbToken', 'teacher', 'teacherModel', 'teacherKey'] as const),
  ...(Object.keys(watching) as (keyof typeof watching)[]),
] as const;

/** The section `crawl` of a collection's file. */
export const collectionCrawlFields = without(crawlFields, ...DECIDED);

export type CollectionCrawlSettings = Values<typeof collectionCrawlFields>;

/** What the file of a collection says. */
export type CollectionSettings = Omit<Values<typeof collectionFields>, 'crawl'> & {
  readonly crawl: CollectionCrawlSettings;
};
