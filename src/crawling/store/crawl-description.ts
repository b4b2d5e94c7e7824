import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fileExists } from '../../support/files/file-exists.js';
import { DESCRIPTION, unreadableCrawl } from '../../support/crawl-folder.js';

/** True if a crawl was begun in a folder. */
export function isCrawlFolder(folder: string): Promise<boolean> {
  return fileExists(join(folder, DESCRIPTION));
}

/** Description of a crawl. @throws InputError where there is none, or it does not fit the schema */
export async function readDescription<T>(folder: string, schema: z.ZodType<T>): Promise<T> {
  const read = async (): Promise<T> =>
    schema.parse(JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8')));
  return read().catch((cause: unknown) => {
    throw unreadableCrawl(folder, DESCRIPTION, cause);
  });
}

const workerSchema = z.object({ shared: z.object({ name: z.string(), worker: z.number() }).optional() });

/** Of results that a worker of a shared crawl wrote: the name of the crawl, and the number of the worker. */
type WorkerPart = NonNullable<z.output<typeof workerSchema>['shared']>;

/** Whose part of a shared crawl a folder holds; undefined for other crawls. @throws InputError as {@link readDescription} */
export async function readWorkerPart(folder: string): Promise<WorkerPart | undefined> {
  return (await readDescription(folder, workerSchema)).shared;
}
