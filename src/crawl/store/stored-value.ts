import { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { eventSchema } from './event-schema.js';
import { firstIssue } from '../../support/text/first-issue.js';

/** What to do where the database of a crawl is damaged. */
export const DAMAGED_HINT =
  'the folder still has the pages and events of the crawl; start a new crawl in another folder';

/** The failure for a value in the database of a crawl that is not what was written there. */
export function damagedValue(path: string, what: string, cause: unknown): InputError {
  return new InputError(`${path} is damaged: ${what}: ${firstIssue(cause)}`, {
    hint: DAMAGED_HINT,
    cause,
  });
}

/**
 * A JSON value in the database of a crawl, which may be damaged.
 * @param what names the value in messages
 * @throws InputError that names the file, where the value is not JSON or does not fit the schema
 */
export function storedValue(path: string, what: string, text: unknown, schema: z.ZodType): unknown {
  try {
    const value: unknown = JSON.parse(String(text));
    schema.parse(value);
    return value;
  } catch (thrown) {
    throw damagedValue(path, what, thrown);
  }
}

const count = z.number().int().nonnegative();
const counts = z.record(z.string(), count);
/** Milliseconds since the epoch, as far as dates go. */
const moment = z.number().min(-8.64e15).max(8.64e15);
// JSON has no infinite numbers; the value in the row counts.
const priority = z.looseObject({ value: z.number().nullable(), reason: z.string() });

/** An entry of the queue. */
export const queuedUrlSchema = z.looseObject({
  url: z.url(),
  depth: count,
  referrer: z.string().optional(),
  anchorText: z.string().optional(),
  linkContext: z.string().optional(),
  priority,
  sample: priority.optional(),
});

/** The counts of the frontier. */
export const frontierCountsSchema = z.looseObject({
  done: count,
  skipped: count,
  failed: count,
  next: count,
  queued: count.optional(),
  hosts: count.optional(),
  waiting: count.optional(),
});

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
    secondChoice: count.optional(),
    acceptedByTopic: counts.optional(),
    rejudged: count.optional(),
    bytes: count,
    recent: z.string(),
    recentRequests: z.looseObject({ second: z.number(), counts: z.array(count) }).optional(),
  }),
  scope: z.array(z.string()),
  archive: z.looseObject({ file: z.string(), length: count }).optional(),
  rejudging: z.looseObject({ next: z.number().int().positive(), thresholds: z.array(z.number()) }).optional(),
  survey: z.looseObject({ drawn: count, waiting: z.string().optional() }).optional(),
});

/** What a crawl was begun with; its settings are checked by those who use them. */
export const keptPlanSchema = z.looseObject({
  settings: z.looseObject({ maxPages: z.number(), maxSeconds: z.number().optional() }),
  seeds: z.array(z.string()),
  startedAt: moment,
});

/** What a crawl is occupied with; null where it requests pages. */
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

/** What a crawl remembers, by kind. */
export const MEMORY_SCHEMAS = {
  form: z.looseObject({ texts: z.array(z.unknown()), run: count }),
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

/** What a strategy observed. */
export const heardSchema = z.looseObject({
  entry: queuedUrlSchema,
  event: eventSchema,
  valued: z.array(z.string()).optional(),
});
