import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, messageOf } from '../../../model/errors.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';
import { NO_LISTS, type SourceLists } from './lists.js';

const FORMAT = 'sfwc harvest';
const VERSION = 1;
const LISTS = 'lists.json';
const RUNS = 'runs';
const RUN_NAME = /^\d{3,}$/;

/** What is kept between runs. */
export interface HarvestState {
  readonly topic: string;
  readonly lists: SourceLists;
}

/** The file with what is known of pages. */
export function knownPagesFile(folder: string): string {
  return join(folder, 'known-pages.jsonl');
}

/** The folder with the results of a run: that of a crawl. */
export function runFolder(folder: string, run: string): string {
  return join(folder, RUNS, run);
}

/** The runs that a folder holds, finished or not, in their order: `001`, `002` … */
export async function runsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, RUNS)).catch(() => []);
  return names.filter((name) => RUN_NAME.test(name)).sort((a, b) => Number(a) - Number(b));
}

/** The name of the run after these. */
export function nextRun(runs: readonly string[]): string {
  return String(Math.max(0, ...runs.map(Number)) + 1).padStart(3, '0');
}

/**
 * What earlier runs left; nothing where there was none.
 * @throws InputError when the file is damaged, or the folder belongs to another topic
 */
export async function readState(folder: string, topic: string): Promise<HarvestState> {
  const file = join(folder, LISTS);
  if (!(await fileExists(file))) return { topic, lists: NO_LISTS };
  const value = await parse(file);
  const { format, version, topic: own, runs, hubs, sites, dropped } = value;
  const lists = [runs, hubs, sites, dropped];
  if (format !== FORMAT || version !== VERSION || !lists.every(Array.isArray))
    throw new InputError(`${file} does not hold the lists of a harvest`, {
      hint: 'harvest into another folder',
    });
  if (own !== topic)
    throw new InputError(`${folder} holds harvests for the topic '${String(own)}'`, {
      hint: 'harvest each topic into a folder of its own',
    });
  return { topic, lists: { runs, hubs, sites, dropped } as SourceLists };
}

async function parse(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch (thrown) {
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, {
      hint: 'repair it, or start again in another folder',
      cause: thrown,
    });
  }
}

/** Saves what the next run needs. @throws OutputError */
export async function writeState(folder: string, { topic, lists }: HarvestState): Promise<void> {
  const { runs, hubs, sites, dropped } = lists;
  const state = { format: FORMAT, version: VERSION, topic, runs, hubs, sites, dropped };
  await replaceFile(join(folder, LISTS), jsonFile(state));
}
