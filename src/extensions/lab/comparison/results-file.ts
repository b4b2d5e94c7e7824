import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ComparedCrawl, Comparison } from '../evaluation/comparison.js';
import { CRAWL_ENDS } from '../../../model/crawl-event.js';
import { InputError, messageOf } from '../../../model/errors.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import type { FinishedCrawl } from './job.js';

/** The files of a comparison in its folder. */
export const COMPARISON_FILES = {
  results: 'results.json',
  table: 'results.csv',
} as const;

const page = z.number().int().min(0);
const comparisonSchema = z.object({
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  maxPages: z.number().int(),
  webPages: z.number().int(),
  pages: z.array(z.string()),
  topics: z.array(
    z.object({
      name: z.string(),
      truth: z.enum(['labels', 'verdicts']),
      targets: z.array(page),
      given: z.array(page).default([]),
    }),
  ),
  crawls: z.array(
    z.object({
      key: z.string(),
      topic: z.string(),
      classifier: z.string(),
      strategy: z.string(),
      repeat: z.number().int(),
      seeds: z.array(page),
      fetches: z.array(page),
      accepted: z.array(page),
      maxAverageSimilarity: z.number().nullable(),
      ended: z.enum(CRAWL_ENDS),
      seconds: z.number(),
    }),
  ),
});

/** The saved results in a folder; undefined if there are none. @throws InputError when they are damaged */
export async function readComparison(folder: string): Promise<Comparison | undefined> {
  const content = await readJson(path.join(folder, COMPARISON_FILES.results));
  if (content === undefined) return undefined;
  const parsed = comparisonSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InputError(
    `${path.join(folder, COMPARISON_FILES.results)}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    { hint: 'the file is not the result of a comparison; choose another folder, or replace it with --force' },
  );
}

/** Writes a file of a comparison. @throws OutputError */
export async function writeComparisonFile(folder: string, name: string, content: string): Promise<void> {
  await replaceFile(path.join(folder, name), content);
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InputError(`${file} is not JSON: ${messageOf(error)}`, {
      hint: 'choose another folder, or replace the results with --force',
      cause: error,
    });
  }
}

/** Numbers URLs in the order of their first use. */
export function createPageTable(pages: readonly string[]): {
  readonly pages: string[];
  readonly indexOf: (url: string) => number;
} {
  const table = [...pages];
  const places = new Map(table.map((url, index) => [url, index]));
  return {
    pages: table,
    indexOf(url) {
      const place = places.get(url) ?? table.push(url) - 1;
      places.set(url, place);
      return place;
    },
  };
}

/** A finished crawl with numbers for URLs. */
export function toComparedCrawl(crawl: FinishedCrawl, indexOf: (url: string) => number): ComparedCrawl {
  return {
    ...crawl,
    seeds: crawl.seeds.map(indexOf),
    fetches: crawl.fetches.map(indexOf),
    accepted: crawl.accepted.map(indexOf),
  };
}
