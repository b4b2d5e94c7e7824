import { z } from 'zod';
import { InputError } from '../../model/errors.js';
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
const text = z.string();
const address = text.refine((written) => parseUrl(written) !== undefined, 'must be an absolute URL');
/** Milliseconds since the epoch, within the range of Date. */
const moment = z.number().min(-8.64e15).max(8.64e15);

/** Optional properties of one type, by their names. */
function optional(names: string, type: z.ZodType = text): Record<string, z.ZodType> {
  return Object.fromEntries(names.split(' ').map((name) => [name, type.optional()]));
}

const stated = (value: z.ZodType) => z.looseObject({ value, source: text, confidence: z.number() });

const verdict = z.looseObject({
  ...{ accepted: z.boolean(), score: z.number(), classifier: text, ...optional('topic') },
  ...optional('model', z.number()),
  reason: z.looseObject({
    summary: text,
    meanIdf: z.number().nullable(),
    band: z.looseObject({ low: z.number().nullable(), high: z.number().nullable() }),
    nouns: z.looseObject({ distinct: count, linked: count, unknown: count }),
    evidence: z.array(
      z.looseObject({ lemma: text, documents: z.number(), idf: z.number(), pull: z.number() }),
    ),
  }),
});

const formerVerdict = z.looseObject({ accepted: z.boolean(), threshold: z.number().nullable() });

/** Place of a stored page. */
export const storedPageSchema = z.object({
  ...{ offset: count, source: count.optional(), body: count, text: count },
});

/** Fields of a line of `events.jsonl` that readers of events rely on; events of other versions may hold more. */
export const eventSchema = z.looseObject({
  ...{ sequence: count, time: pointInTime, url: address, depth: count, fetched: z.boolean() },
  state: z.enum(['done', 'skipped', 'failed']),
  ...optional('code message referrer anchorText contentType canonicalUrl fingerprint resembles'),
  ...optional('truncated checksum title'),
  ...optional('status', z.number()),
  ...optional('bytes', count),
  ...optional('sample', z.literal(true)),
  ...optional('finalUrl', address),
  ...optional('capturedAt', pointInTime),
  ...optional('priority', z.looseObject({ value: z.number(), reason: text })),
  ...optional('validators listed', z.looseObject({})),
  ...optional('archived', z.looseObject({ time: pointInTime, archive: text })),
  ...optional('stored', storedPageSchema),
  ...optional('reading', z.looseObject({ from: text })),
  ...optional(
    'metadata',
    z.object({
      ...optional('published modified site description language licence canonical', stated(text)),
      ...optional('authors', stated(z.array(text))),
    }),
  ),
  ...optional('judgement', verdict.extend({ topics: z.array(verdict).optional() })),
  ...optional('subjects', z.array(z.looseObject({ iri: text, label: text, weight: z.number() }))),
  ...optional('links', z.array(address)),
  ...optional('left', z.record(text, z.union([z.array(count), z.literal('all')]))),
  ...optional(
    'rejudged',
    formerVerdict.extend({
      ...{ sequence: count, time: pointInTime, topics: z.array(formerVerdict).optional() },
    }),
  ),
});

// JSON writes an infinite priority as null. The value column of the row holds the number.
const priority = z.looseObject({ value: z.number().nullable(), reason: text });

/** An entry of the queue. */
export const queuedUrlSchema = z.looseObject({
  ...{ url: z.url(), depth: count, priority, ...optional('sample', priority) },
  ...optional('referrer anchorText linkContext trail'),
});

/** Numbers of the frontier; URLs under way are queued. */
export const frontierFiguresSchema = z.looseObject({ queued: count, hosts: count, waiting: count });

/** The state of a crawl after its last event. */
export const crawlStateSchema = z.looseObject({
  ...{ sequence: count, startedAt: moment, time: moment, seconds: z.number().nonnegative() },
  tally: z.looseObject({
    states: z.looseObject({ done: count, skipped: count, failed: count }),
    ...{ reasons: counts, links: counts, recent: text },
    ...{ fetched: count, accepted: count, secondChoice: count, bytes: count },
    ...optional('acceptedHosts rejudged', count),
    ...optional('acceptedByTopic trapHosts', counts),
  }),
  scope: z.array(text),
  ...optional('archive', z.looseObject({ file: text, length: count })),
  ...optional('stored', count),
  ...optional('rejudging', z.looseObject({ next: count.positive(), thresholds: z.array(z.number()) })),
});

/** The plan of a crawl. Its readers check the settings. */
export const keptPlanSchema = z.looseObject({
  settings: z.looseObject({ maxPages: z.number(), maxSeconds: z.number().optional() }),
  ...{ seeds: z.array(text), startedAt: moment, ...optional('frontier') },
});

/** The activity of a crawl; null while it requests pages. */
const activity = z.looseObject({
  ...optional('judgingAgain', z.looseObject({ pages: count, done: count })),
  ...optional('waiting', z.looseObject({ why: text, since: moment, until: moment.optional() })),
});
export const activitySchema = activity.nullable();

/** Hosts that are contacted or rest. */
export const hostStandingSchema = z.looseObject({
  ...{ contacted: z.array(text), resting: z.array(z.tuple([text, z.number()])) },
});

/** An action that a crawl took. */
export const takenActionSchema = z.looseObject({
  ...{ id: text, by: text, time: text, after: count, effect: text },
  action: z.looseObject({ kind: text }),
});

/** Schemas of the memory of a crawl, by kind. */
export const MEMORY_SCHEMAS = {
  trap: z.number().min(0),
  'busy-host': z.looseObject({ failures: count, readyAt: moment, givenUp: moment.optional() }),
  'busy-page': count,
  action: takenActionSchema,
  sitemaps: z.unknown(),
  host: z.looseObject({ pages: count, revealed: count }),
  explored: text,
} as const;

/** Observation of a strategy. */
export const observationSchema = z.looseObject({
  ...{ entry: queuedUrlSchema, event: eventSchema, ...optional('valued', z.array(text)) },
});

/** Runs what may fail in the database of a crawl. @throws InputError where its file is damaged; else OutputError */
export function failing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown;
    if (isDamage(thrown)) throw damagedDatabase(crawlDatabaseFile(path), thrown);
    // SQLite says of both disks alike that they are full.
    throw cannotWrite(path, thrown, { then: 'look also at the folder TMPDIR; then continue with --resume' });
  }
}
