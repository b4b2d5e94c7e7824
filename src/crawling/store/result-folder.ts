import { createReadStream, existsSync } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { makeFolder } from '../../support/files/file-exists.js';
import { join } from 'node:path';
import { z } from 'zod';
import { type CrawlEvent, REASONS, type ReasonCode } from '../../model/crawl-event.js';
import { InputError, SfwcError, shellWord } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { DESCRIPTION, EVENTS, QUADS, unreadableCrawl } from '../../support/crawl-folder.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { wholeLines } from '../../support/files/whole-lines.js';
import type { CrawlState } from '../engine/crawl-types.js';
import { isCrawlFolder, readDescription } from './crawl-description.js';
import { ACTIONS_FILE, COMMANDS_FOLDER } from './crawl-memory.js';
import { hasBegun, isCrawlRunning, removeCrawlStore } from './crawl-store.js';
import {
  cutEvents,
  endOfEvents,
  eventAt,
  parseEvent,
  readEvent,
  requireNext,
  RESTORE,
  type LinePlace,
} from './event-file.js';
import { openPageStore, PAGES_FILE } from './page-store.js';

/** Files that extensions make of the results of a crawl. */
const DERIVED_FILES = ['search.db'];
/** The folder in a result folder with the models that the crawl trained. */
const MODELS = 'models';

/** The results of one crawl on disk: `events.jsonl`, `crawl.json`, `pages.warc`. */
export type ResultFolder = Awaited<ReturnType<typeof folderAt>>;

/**
 * Makes a folder for the results of a crawl; it may exist. @param options.force removes the results of an earlier crawl
 * @throws InputError when the folder holds results and `force` is not set, or a crawl is writing to it; OutputError
 */
export async function createResultFolder(
  path: string,
  options: { readonly force?: boolean } = {},
): Promise<ResultFolder> {
  if (options.force !== true) await refuseResults(path);
  else if (await holdsResults(path)) await writing(path, () => removeResults(path));
  await writing(path, () => makeFolder(path));
  return folderAt(path);
}

/** @throws InputError where a folder holds the results of a crawl */
export async function refuseResults(path: string): Promise<void> {
  if (!(await holdsResults(path))) return;
  throw new InputError(`${path} already holds the results of a crawl`, {
    hint: 'choose another folder, continue that crawl with --resume, or replace it with --force',
  });
}

/**
 * Opens the results of a crawl that continues, and brings its events to where the crawl stood: what it does not know of, or was
 * not written to its end, is cut off; what is missing is written. @param eventsAfter lines of the events after this number
 * @throws InputError when events are missing that cannot be written again; OutputError
 */
export async function reopenResultFolder(
  path: string,
  { sequence: last, stored = 0 }: Pick<CrawlState, 'sequence' | 'stored'> = { sequence: 0 },
  eventsAfter: (sequence: number) => readonly string[],
): Promise<ResultFolder> {
  const file = join(path, EVENTS);
  await writing(path, async () => {
    await makeFolder(path);
    // The end of the last run is not the end of the crawl any more.
    await rm(join(path, QUADS), { force: true });
    await (await open(file, 'a')).close();
  });
  const written = await writing(path, () => cutEvents(file, last));
  const missing = eventsAfter(written);
  if (missing.length !== last - written)
    throw new InputError(`${file} lacks events ${written + 1} to ${last}`, { hint: RESTORE });
  const folder = await folderAt(path, last, stored);
  await folder.record(missing.map((line) => JSON.parse(line) as CrawlEvent));
  return folder;
}

/** @param last number of the last event @param stored bytes of the pages, if some may be there */
async function folderAt(path: string, last = 0, stored?: number) {
  const pages = openPageStore(join(path, PAGES_FILE), stored);
  const file = await writing(path, () => open(join(path, EVENTS), 'a'));
  let length = (await file.stat()).size;
  const sync = async (): Promise<void> => {
    pages.sync();
    await file.sync();
  };
  return {
    path,
    /** Accepted pages, and rejected ones that may be accepted later. */
    pages,
    /** Writes events whose pages were stored, one call after the other. @throws OutputError; what was written before stays */
    record: (events: readonly CrawlEvent[]) =>
      writing(path, async () => {
        length = await appendEvents(file, events, length);
        last = events.at(-1)?.sequence ?? last;
      }),
    /** Sees to it that pages and events are on the disk. @throws OutputError */
    sync: () => writing(path, sync),
    /** Writes `crawl.json` with the number of events so far, replacing an earlier one as a whole. @throws OutputError */
    describe: (description: Readonly<Record<string, unknown>>) =>
      replaceFile(join(path, DESCRIPTION), jsonFile({ ...description, ...(last > 0 && { events: last }) })),
    /** Sees to it that pages and events are on the disk, and closes the files. @throws OutputError */
    close: () =>
      writing(path, async () => {
        await sync();
        pages.close();
        await file.close();
      }),
  };
}

/** The file of a model that a crawl trained, within its folder. */
export function modelFile(number: number): string {
  return `${MODELS}/model-${number}.json.gz`;
}

/**
 * The events of a crawl so far in their order, one for each URL: where a page was judged again, with its last judgement.
 * @throws InputError when there are no events or some are missing, or naming the line when one is damaged
 */
export async function* readEvents(path: string): AsyncGenerator<CrawlEvent> {
  checkArguments('readEvents', { path: [path, 'string'] });
  const extent = await extentOfEvents(path);
  // Places only: when a model was retrained, most pages have been judged again.
  const again = new Map<string, LinePlace>();
  for await (const { line, place } of eventLines(path, '"rejudged":', extent)) {
    const event = parseEvent(line);
    if (event?.rejudged !== undefined) again.set(event.url, place);
  }
  const name = join(path, EVENTS);
  const file = again.size === 0 ? undefined : await open(name);
  let [number, before] = [0, 0];
  try {
    for await (const { line } of eventLines(path, '', extent)) {
      const where = `${name}:${(number += 1)}`;
      const event = readEvent(line, where);
      const { url, sequence, time, fetched, rejudged } = event;
      if (extent.isNumbered) requireNext(before, sequence, where);
      before = sequence;
      if (rejudged !== undefined) continue;
      const place = again.get(url);
      const last = place && file && (await eventAt(file, place));
      yield last === undefined ? event : { ...last, sequence, time, fetched };
    }
  } finally {
    await file?.close();
  }
}

/** Bytes read at once. */
const PIECE = 262_144;

/** The lines of the events that hold a mark, and their places. @throws InputError as {@link extentOfEvents} */
export async function* eventLines(
  path: string,
  mark: string,
  extent?: Extent,
): AsyncGenerator<{ readonly line: string; readonly place: LinePlace }> {
  const { bytes } = extent ?? (await extentOfEvents(path));
  if (bytes === 0) return;
  let begin = 0;
  try {
    const part = createReadStream(join(path, EVENTS), { highWaterMark: PIECE, end: bytes - 1 });
    for await (const lines of wholeLines(part)) {
      const isMarked = lines.includes(mark);
      for (let at = 0; isMarked && at < lines.length;) {
        const end = lines.indexOf('\n', at);
        const line = lines.toString('utf8', at, end);
        if (line.includes(mark)) yield { line, place: { begin: begin + at, length: end - at } };
        at = end + 1;
      }
      begin += lines.length;
    }
  } catch (thrown) {
    throw unreadableCrawl(path, EVENTS, thrown);
  }
}

const endSchema = z.object({
  events: z.int().min(0).optional(),
  summary: z.looseObject({}).optional(),
  shared: z.looseObject({}).optional(),
});

/** Events that are there. */
interface Extent {
  /** Bytes of the file up to the end of its last whole line. */
  readonly bytes: number;
  /** True where each line has the number of its event, so that a missing one is noticed. */
  readonly isNumbered: boolean;
}

/** Extent of the events of a crawl. @throws InputError when there are none, some are missing, or `crawl.json` is damaged */
export async function extentOfEvents(folder: string): Promise<Extent> {
  const file = join(folder, EVENTS);
  const running = isCrawlRunning(folder);
  if (!running && !existsSync(file)) throw unreadableCrawl(folder, EVENTS);
  const described = (await isCrawlFolder(folder)) ? readDescription(folder, endSchema) : undefined;
  const { events, summary, shared } = (await (running ? described?.catch(() => undefined) : described)) ?? {};
  const { bytes, sequence } = await endOfEvents(file);
  const lacking = running || summary === undefined ? 0 : (events ?? 0) - (sequence ?? Infinity);
  if (lacking > 0)
    throw new InputError(`${file} is cut: of the ${events} events of the crawl it lacks ${lacking}`, {
      hint: `to restore it: sfwc crawl --resume --out ${shellWord(folder)}`,
    });
  // Of the URLs of a worker of a shared crawl, others may have ended some.
  return { bytes, isNumbered: shared === undefined && events !== undefined };
}

/** Writes all events of a crawl, replacing those that are there as a whole. @throws OutputError; what the events throw */
export async function writeEvents(path: string, events: AsyncIterable<CrawlEvent>): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for await (const event of events) yield `${JSON.stringify(event)}\n`;
  }
  await replaceFile(join(path, EVENTS), lines());
}

/** True if a folder holds the results of a crawl. One that failed before it began, as on a full disk, has none. */
export async function holdsResults(path: string): Promise<boolean> {
  if (await isCrawlFolder(path)) return true;
  const events = await stat(join(path, EVENTS)).catch(() => undefined);
  return events !== undefined && (events.size > 0 || hasBegun(path));
}

async function removeResults(path: string): Promise<void> {
  removeCrawlStore(path);
  const files = [EVENTS, DESCRIPTION, QUADS, PAGES_FILE, ACTIONS_FILE, ...DERIVED_FILES];
  for (const name of [...files, COMMANDS_FOLDER, MODELS])
    await rm(join(path, name), { force: true, recursive: true });
}

/** Returns the file's new length. Lines that do not fit on the disk are taken back. */
async function appendEvents(file: FileHandle, events: readonly CrawlEvent[], length: number) {
  const lines = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  try {
    await file.appendFile(lines);
    return length + lines.length;
  } catch (thrown) {
    await file.truncate(length).catch(() => undefined);
    throw thrown;
  }
}

async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    throw cannotWrite(path, thrown, { what: `results to ${path}` });
  }
}

/** The last event of a URL; without one, that of the URL that redirected to it. @throws InputError when there are no events */
export async function findEvent(path: string, url: string): Promise<CrawlEvent | undefined> {
  let own: CrawlEvent | undefined;
  let redirected: CrawlEvent | undefined;
  // The value of a property, not one of the many links of an event.
  for await (const { line } of eventLines(path, `":${JSON.stringify(url)}`)) {
    const event = parseEvent(line);
    if (event?.url === url) own = event;
    else if (event?.finalUrl === url) redirected = event;
  }
  return own ?? redirected;
}

/** Why a crawl brought no page: a line for each reason with an example, the most frequent first; undefined without any. */
export async function whyNoPage(out: string): Promise<readonly string[] | undefined> {
  const reasons = new Map<ReasonCode, { readonly example: CrawlEvent; readonly count: number }>();
  for await (const event of readEvents(out)) {
    if (event.code === undefined || event.state === 'done') continue;
    const { example = event, count = 0 } = reasons.get(event.code) ?? {};
    reasons.set(event.code, { example, count: count + 1 });
  }
  const lines = [...reasons]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([code, { example, count }]) => {
      const addresses = count === 1 ? example.url : `${count} addresses, such as ${example.url}`;
      return [addresses, REASONS[code], ...(example.message ? [example.message] : [])].join(': ');
    });
  return lines.length === 0 ? undefined : lines;
}
