import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../model/errors.js';
import { firstIssue } from './parse-json.js';

/** The file in a result folder with what a crawl says of itself: settings, topics, and when it has ended its summary. */
export const DESCRIPTION = 'crawl.json';
/** Events: the outcome of each URL, one line each. */
export const EVENTS = 'events.jsonl';
/** The frontier of the crawl, and all that is needed to continue. */
export const DATABASE = 'frontier.db';
/** The crawl as RDF, written when the crawl ends. */
export const QUADS = 'crawl.nq.gz';

/** The failure for a folder that does not hold a crawl: the same wherever a command needs one. */
export function noCrawl(folder: string, cause?: unknown): InputError {
  return new InputError(`there is no crawl in ${folder}`, {
    hint: `${existsSync(folder) ? '' : 'the folder does not exist; '}name the folder that sfwc crawl wrote to (--out)`,
    cause,
  });
}

/** @throws InputError ({@link noCrawl}) for a folder that does not hold a crawl */
export function requireCrawl(folder: string): void {
  if (!holdsCrawl(folder)) throw noCrawl(folder);
}

/** The failure to read a file of a crawl. */
export function unreadableCrawl(folder: string, name: string, cause?: unknown): InputError {
  if (!holdsCrawl(folder)) return noCrawl(folder, cause);
  const file = join(folder, name);
  const why = existsSync(file) ? `cannot be read: ${firstIssue(cause)}` : 'is missing';
  return new InputError(`${file} ${why}`, { hint: 'restore the file from a copy, or crawl again', cause });
}

export function holdsCrawl(folder: string): boolean {
  return [DESCRIPTION, EVENTS].some((name) => existsSync(join(folder, name)));
}
