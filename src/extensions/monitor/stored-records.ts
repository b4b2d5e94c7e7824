import { z } from 'zod';

const count = z.number().int().nonnegative();

/** A stored `PageRecord`. */
export const pageSchema = z.looseObject({
  url: z.url(),
  finalUrl: z.url().optional(),
  state: z.enum(['kept', 'rejected', 'gone', 'skipped', 'failed']),
  title: z.string(),
  firstSeen: z.number(),
  lastAsked: z.number(),
  lastRead: z.number().optional(),
  round: count.optional(),
  visits: z.array(z.looseObject({ days: z.number(), changed: z.boolean() })),
  digest: z.string().optional(),
  failures: count,
  leads: z.number(),
  depth: count,
  referrer: z.string().optional(),
});

/** A stored `BegunRound`. */
export const begunSchema = z.looseObject({
  number: count,
  startedAt: z.number(),
  found: z.array(z.looseObject({ url: z.string() })),
});

/** A stored `RoundReport`. */
export const reportSchema = z.looseObject({
  collection: z.string(),
  round: count,
  topic: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  crawl: z.string(),
  requested: count,
  unchanged: count,
  missed: count,
  pages: count,
  counts: z.record(z.string(), count),
  noPage: z.array(z.string()).optional(),
  matters: z.array(z.string()),
  changes: z.array(
    z.looseObject({ kind: z.string(), url: z.string(), title: z.string(), why: z.string(), at: z.string() }),
  ),
});
