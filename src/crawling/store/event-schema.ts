import { z } from 'zod';
import { pointInTime } from '../../support/time/retry-after.js';
import { parseUrl } from '../../support/parse-url.js';
import { METADATA_SOURCES, type PageMetadata } from '../../model/page-metadata.js';

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
});

const count = z.number().int().nonnegative();
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
export const listedTimesSchema = z.looseObject({
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
