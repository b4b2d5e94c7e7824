import { z } from 'zod';

/** The shapes of what the workbench's operations answer, for the description of the API. */

export const topicSchema = z.object({
  name: z.string(),
  files: z.number(),
  built: z.object({ at: z.string(), bytes: z.number() }).optional(),
});

const checkedText = z.object({
  id: z.string(),
  title: z.string(),
  characters: z.number(),
  language: z.string(),
  remark: z.string().optional(),
});

export const wholeTopicSchema = topicSchema.extend({
  folder: z.string(),
  sources: z.array(z.object({ name: z.string(), bytes: z.number() })),
  standing: z.object({
    texts: z.array(checkedText),
    problems: z.array(z.looseObject({ where: z.string(), message: z.string() })),
    language: z.string(),
    recommended: z.number(),
    least: z.number(),
    advice: z.array(z.string()),
    words: z.array(z.object({ word: z.string(), texts: z.number(), weight: z.number() })),
  }),
  nouns: z.array(z.object({ noun: z.string(), documents: z.number() })),
  about: z.string().optional(),
  isStale: z.boolean(),
});

export const summarySchema = z.object({
  name: z.string(),
  out: z.string(),
  topic: z.string(),
  state: z.string(),
  paused: z.boolean(),
  requested: z.number(),
  accepted: z.number(),
  harvest: z.number().nullable(),
  maxPages: z.number(),
  startedAt: z.string(),
  lastEventAt: z.string().optional(),
  bytes: z.number(),
  curve: z.array(z.tuple([z.number(), z.number()])).readonly(),
  problem: z.string().optional(),
});

export const startedSchema = z.object({
  name: z.string(),
  state: z.enum(['starting', 'begun', 'failed']),
  problem: z.string().optional(),
  log: z.string(),
});

export const planSchema = z.object({
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  command: z.string(),
  estimate: z.object({ pages: z.number(), seconds: z.number(), hosts: z.number(), text: z.string() }),
});

export const webSchema = z.object({
  name: z.string(),
  kind: z.enum(['sample', 'folder', 'archive']),
  summary: z.string(),
  seeds: z.record(z.string(), z.array(z.string())).optional(),
});

/** The folder of a workbench. */
export const folderSchema = z.object({
  folder: z.string(),
  version: z.string(),
  endings: z.array(z.string()).describe('endings of the files that can be texts of a topic'),
  formats: z.array(z.object({ format: z.string(), title: z.string(), summary: z.string() })),
  limits: z.object({ textBytes: z.number(), files: z.number(), archiveBytes: z.number() }),
});

/** The folder of a workbench, and the limits of what it takes. JSON. */
export type Folder = z.output<typeof folderSchema>;
