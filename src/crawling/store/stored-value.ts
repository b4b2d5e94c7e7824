import { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { eventSchema, listedTimesSchema } from './event-schema.js';
import {
  damagedDatabase,
  storedJson,
  type DatabaseFile,
  isDamage,
} from '../../support/files/damaged-database.js';
import { cannotWrite } from '../../support/files/cannot-write.js';

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
    trapHosts: counts.optional(),
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
  'busy-page': count,
  robots: z.looseObject({}),
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
