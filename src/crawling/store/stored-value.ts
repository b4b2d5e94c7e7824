import { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { METADATA_SOURCES, type PageMetadata } from '../../model/page-metadata.js';
import { parseUrl } from '../../support/parse-url.js';
import {
  damagedDatabase,
  storedJson,
  type DatabaseFile,
  isDamage,
} from '../../support/files/database-file.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { pointInTime } from '../../support/time/retry-after.js';

/** The database of a crawl, for messages about damage. */
export function crawlDatabaseFile(path: string): DatabaseFile {
  return {
    path,
    hint: 'the folder still has the pages and events of the crawl; start a new crawl in another folder',
  };
}

/** The error for a damaged value in the database of a crawl. */
export function damagedValue(path: string, what: string, cause: unknown): InputError {
  return damagedDatabase(crawlDatabaseFile(path), cause, what);
}

/** A JSON value in the database of a crawl; see {@link storedJson}. @throws InputError when it is damaged */
export function storedValue(path: string, what: string, text: unknown, schema: z.ZodType): unknown {
  return storedJson(crawlDatabaseFile(path), text, schema, what);
}

const count = z.number().int().nonnegative();
const counts = z.record(z.string(), count);
function stated<T extends z.ZodType>(value: T) {
  return z.object({ value, source: z.enum(METADATA_SOURCES), confidence: z.number() }).optional();
}

/** Statements of a page about itself, as files have them. */
const metadataSchema: z.ZodType<PageMetadata> = z.object({
  published: stated(z.string()),
  modified: stated(z.string()),
  authors: stated(z.array(z.string())),
  site: stated(z.string()),
  description: stated(z.string()),
  language: stated(z.string()),
  licence: stated(z.string()),
  canonical: stated(z.string()),
});

const address = z.string().refine((text) => parseUrl(text) !== undefined, 'must be an absolute URL');

const evidence = z.looseObject({
  lemma: z.string(),
  iri: z.string().optional(),
  facet: z.string().optional(),
  documents: z.number(),
  idf: z.number(),
  pull: z.number(),
  mentions: z.array(z.tuple([count, count])).optional(),
});

const reason = z.looseObject({
  summary: z.string(),
  meanIdf: z.number().nullable(),
  band: z.looseObject({ low: z.number().nullable(), high: z.number().nullable() }),
  nouns: z.looseObject({ distinct: count, linked: count, unknown: count }),
  evidence: z.array(evidence),
  members: z.array(z.looseObject({ member: z.string(), score: z.number(), odds: z.number() })).optional(),
  cut: z.looseObject({ at: count, of: count }).optional(),
  otherLanguage: z.string().optional(),
  annotator: z.string().optional(),
  ignored: z.looseObject({ terms: z.array(z.string()), score: z.number() }).optional(),
  overruled: z.looseObject({ by: z.string(), accepted: z.boolean(), summary: z.string() }).optional(),
});

const verdict = z.looseObject({
  accepted: z.boolean(),
  score: z.number(),
  classifier: z.string(),
  reason,
  topic: z.string().optional(),
  model: z.number().optional(),
});

const formerVerdict = z.looseObject({
  accepted: z.boolean(),
  threshold: z.number().nullable(),
  model: z.number().optional(),
});

/** Times of a page in lists. */
const listedTimesSchema = z.looseObject({
  published: z.string().optional(),
  modified: z.string().optional(),
});

/** Place of a stored page. */
export const storedPageSchema = z.object({
  offset: count,
  source: count.optional(),
  body: count,
  text: count,
});

/** Fields of a line of `events.jsonl` that readers of events rely on; events of other versions may hold more. */
export const eventSchema = z.looseObject({
  sequence: count,
  time: pointInTime,
  url: address,
  state: z.enum(['done', 'skipped', 'failed']),
  code: z.string().optional(),
  message: z.string().optional(),
  depth: count,
  referrer: z.string().optional(),
  anchorText: z.string().optional(),
  priority: z
    .looseObject({
      value: z.number(),
      reason: z.string(),
      contributions: z.array(z.looseObject({ feature: z.string(), value: z.number() })).optional(),
    })
    .optional(),
  sample: z.literal(true).optional(),
  fetched: z.boolean(),
  finalUrl: address.optional(),
  status: z.number().optional(),
  contentType: z.string().optional(),
  validators: z.looseObject({ etag: z.string().optional(), lastModified: z.string().optional() }).optional(),
  capturedAt: pointInTime.optional(),
  archived: z.looseObject({ time: pointInTime, archive: z.string() }).optional(),
  canonicalUrl: z.string().optional(),
  fingerprint: z.string().optional(),
  resembles: z.string().optional(),
  bytes: count.optional(),
  truncated: z.string().optional(),
  checksum: z.string().optional(),
  stored: storedPageSchema.optional(),
  title: z.string().optional(),
  reading: z.looseObject({ from: z.string() }).optional(),
  listed: listedTimesSchema.optional(),
  metadata: metadataSchema.optional(),
  judgement: verdict.extend({ topics: z.array(verdict).optional() }).optional(),
  subjects: z.array(z.looseObject({ iri: z.string(), label: z.string(), weight: z.number() })).optional(),
  links: z.array(address).optional(),
  left: z.record(z.string(), z.union([z.array(count), z.literal('all')])).optional(),
  rejudged: formerVerdict
    .extend({ sequence: count, time: pointInTime, topics: z.array(formerVerdict).optional() })
    .optional(),
});
/** Milliseconds since the epoch, within the range of Date. */
const moment = z.number().min(-8.64e15).max(8.64e15);
// JSON writes an infinite priority as null. The value column of the row holds the number.
const priority = z.looseObject({ value: z.number().nullable(), reason: z.string() });

/** An entry of the queue. */
export const queuedUrlSchema = z.looseObject({
  url: z.url(),
  depth: count,
  referrer: z.string().optional(),
  anchorText: z.string().optional(),
  linkContext: z.string().optional(),
  trail: z.string().optional(),
  listed: listedTimesSchema.optional(),
  priority,
  sample: priority.optional(),
});

/** Numbers of the frontier for those who look at the database while a crawl is running: URLs under way are queued. */
export const frontierFiguresSchema = z.looseObject({ queued: count, hosts: count, waiting: count });

/** The state of a crawl after its last event. */
export const crawlStateSchema = z.looseObject({
  sequence: count,
  startedAt: moment,
  time: moment,
  seconds: z.number().nonnegative(),
  tally: z.looseObject({
    states: z.looseObject({ done: count, skipped: count, failed: count }),
    reasons: counts,
    links: counts,
    fetched: count,
    accepted: count,
    acceptedHosts: count.optional(),
    secondChoice: count,
    acceptedByTopic: counts.optional(),
    rejudged: count.optional(),
    bytes: count,
    recent: z.string(),
  }),
  scope: z.array(z.string()),
  archive: z.looseObject({ file: z.string(), length: count }).optional(),
  stored: count.optional(),
  rejudging: z.looseObject({ next: z.number().int().positive(), thresholds: z.array(z.number()) }).optional(),
});

/** The plan of a crawl. Its readers check the settings. */
export const keptPlanSchema = z.looseObject({
  settings: z.looseObject({ maxPages: z.number(), maxSeconds: z.number().optional() }),
  seeds: z.array(z.string()),
  startedAt: moment,
  frontier: z.string().optional(),
});

/** The activity of a crawl; null while it requests pages. */
export const activitySchema = z
  .looseObject({
    judgingAgain: z.looseObject({ pages: count, done: count }).optional(),
    waiting: z.looseObject({ why: z.string(), since: moment, until: moment.optional() }).optional(),
  })
  .nullable();

/** Hosts that are contacted or rest. */
export const hostStandingSchema = z.looseObject({
  contacted: z.array(z.string()),
  resting: z.array(z.tuple([z.string(), z.number()])),
});

/** Schemas of the memory of a crawl, by kind. */
export const MEMORY_SCHEMAS = {
  trap: z.number().min(0),
  'busy-host': z.looseObject({ failures: count, readyAt: moment, givenUp: moment.optional() }),
  sitemaps: z.unknown(),
} as const;

/** An action that a crawl took. */
export const takenActionSchema = z.looseObject({
  id: z.string(),
  by: z.string(),
  time: z.string(),
  after: count,
  effect: z.string(),
  action: z.looseObject({ kind: z.string() }),
});

/** Observation of a strategy. */
export const observationSchema = z.looseObject({
  entry: queuedUrlSchema,
  event: eventSchema,
  valued: z.array(z.string()).optional(),
});

/** SQLite says of both disks alike that they are full. */
const TMPDIR_AND_RESUME =
  'look at the folder for temporary files as well (TMPDIR); then continue with --resume';

/** Runs what may fail in the database of a crawl. @throws InputError where its file is damaged; else OutputError */
export function failing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    if (isDamage(thrown)) throw damagedDatabase(crawlDatabaseFile(path), thrown);
    throw cannotWrite(path, thrown, { then: TMPDIR_AND_RESUME });
  }
}
