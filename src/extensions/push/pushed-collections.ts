import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isCrawlFolder } from '../../crawling/store/crawl-description.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { requireCrawl } from '../../support/crawl-folder.js';
import { pushedPages, type PushedPage } from './push-documents.js';

/** The rounds of a collection that `sfwc monitor` keeps. */
const ROUNDS = 'rounds';
/** A page that answers so is gone. */
const GONE = new Set([404, 410]);

/**
 * The folder of a crawl, or those of the rounds of a monitored collection in their order.
 * @throws InputError where there is neither
 */
export async function pushedFolders(out: string): Promise<readonly string[]> {
  if (await isCrawlFolder(out)) return [out];
  const names = await readdir(join(out, ROUNDS)).catch((): string[] => []);
  const rounds: string[] = [];
  for (const name of names.sort()) {
    const folder = join(out, ROUNDS, name);
    if (await isCrawlFolder(folder)) rounds.push(folder);
  }
  if (rounds.length === 0) requireCrawl(out);
  return rounds.length === 0 ? [out] : rounds;
}

/**
 * The accepted pages of a crawl, or of all rounds: each as the last round has it in which it changed. Pages that a later round
 * rejected, or that are gone, are not among them; those that it could not reach are.
 * @throws InputError
 */
export async function* pagesOfFolders(
  folders: readonly string[],
  warn: (message: string) => void,
): AsyncGenerator<PushedPage> {
  const last = folders.length > 1 ? await lastFolders(folders) : undefined;
  for (const folder of folders)
    for await (const page of pushedPages(folder, warn))
      if (last === undefined || last.get(page.url) === folder) yield page;
}

/** The folder from which each page is taken, by its address. */
async function lastFolders(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const last = new Map<string, string>();
  for (const folder of folders)
    for await (const { url, judgement, code, status = 0, truncated } of readEvents(folder)) {
      if (truncated !== undefined && last.has(url)) continue;
      if (judgement?.accepted === true) {
        if (code !== 'unchanged' || !last.has(url)) last.set(url, folder);
      } else if (judgement !== undefined || GONE.has(status)) last.delete(url);
    }
  return last;
}
