import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, messageOf } from '../../model/errors.js';

const pageSchema = z.object({
  url: z.url(),
  /** Relative to the folder. */
  file: z.string(),
  /** The kind of page: an article, an index, a trap…; informative only. */
  kind: z.string(),
  /** The topics that the page is about: the ground truth. */
  topics: z.array(z.string()),
  contentType: z.string(),
  /** True when robots.txt forbids the page. */
  forbidden: z.boolean().optional(),
});

const manifestSchema = z.object({
  hosts: z.array(z.string()),
  /** Seeds by topic. */
  seeds: z.record(z.string(), z.array(z.url())),
  redirects: z.array(z.object({ from: z.url(), to: z.string(), status: z.number().int() })).default([]),
  pages: z.array(pageSchema),
});

/** A page of a sample web. */
export type SamplePage = z.output<typeof pageSchema>;

/** `manifest.json` of a sample web: its hosts, seeds, redirects and pages with the topics that they are about. */
export type SampleManifest = z.output<typeof manifestSchema>;

/** Reads the manifest of a sample web. @throws InputError naming the file and the field that is wrong */
export async function readManifest(folder: string): Promise<SampleManifest> {
  const file = join(folder, 'manifest.json');
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (thrown) {
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
  const result = manifestSchema.safeParse(content);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new InputError(`${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a manifest'}`);
}
