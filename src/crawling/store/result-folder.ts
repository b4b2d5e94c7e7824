import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type CrawlEvent, REASONS, type ReasonCode } from '../../model/crawl-event.js';
import { InputError, SfwcError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { DATABASE, DESCRIPTION, EVENTS, QUADS, unreadableCrawl } from '../../support/crawl-folder.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { fileExists } from '../../support/files/file-exists.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { wholeLines } from '../../support/files/whole-lines.js';
import type { CrawlState } from '../engine/crawl-types.js';
import { isCrawlFolder, readDescription } from './crawl-description.js';
import { ACTIONS_FILE, COMMANDS_FOLDER } from './crawl-memory.js';
import { hasBegun, isCrawlRunning, readStoredEvents, removeCrawlStore } from './crawl-store.js';
import {
  cutEvents,
  endOfEvents,
  eventAt,
  eventLine,
  noEventAtEnd,
  parseEvent,
  readEvent,
  type LinePlace,
} from './event-file.js';
import { openPageStore, PAGES_FILE } from './page-store.js';

const SKIPPED = 'skipped.jsonl';
/** Files that extensions make of the results of a crawl. */
const DERIVED_FILES = ['search.db'];
/** The folder in a result folder with the models that the crawl trained. */
const MODELS = 'models';

/** The results of one crawl on disk: `events.jsonl`, `crawl.json`, `pages.warc`, and in the end `skipped.jsonl`. */
export type ResultFolder = Awaited<ReturnType<typeof folderAt>>;

/**
 * Makes a folder for the results of a crawl; it may exist, with other files in it.
 * @param options.force removes the results of an earlier crawl from the folder, and nothing else
 * @throws InputError when the folder holds results and `force` is not set, or a crawl is writing to it; OutputError
 */
export async function createResultFolder(
  path: string,
  options: { readonly force?: boolean } = {},
): Promise<ResultFolder> {
  if (options.force !== true) await refuseResults(path);
  else if (await holdsResults(path)) await writing(path, () => removeResults(path));
  await writing(path, () => mkdir(path, { recursive: true }));
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
 * Opens the results of a crawl that continues, and brings its events to where the crawl stood: what was not written to its end
 * is cut off, and so is what the crawl does not know of (after a power failure); what is missing is written.
 *
 * @param state of the crawl; absent before its first event
 * @param eventsAfter lines of the events after the one of this number
 * @throws InputError when events are missing that cannot be written again; OutputError
 */
export async function reopenResultFolder(
  path: string,
  { sequence: last, stored = 0 }: Pick<CrawlState, 'sequence' | 'stored'> = { sequence: 0 },
  eventsAfter: (sequence: number) => readonly string[],
): Promise<ResultFolder> {
  const file = join(path, EVENTS);
  await writing(path, async () => {
    await mkdir(path, { recursive: true });
    // The end of the last run is not the end of the crawl any more.
    for (const name of [QUADS, SKIPPED]) await rm(join(path, name), { force: true });
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
    /**
     * Writes events. Their lines have been handed to the operating system when this resolves. Call it again only then, and
     * after the pages that they speak of were stored. @throws OutputError; what was written before stays readable
     */
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
 * The events of a crawl in their order, one for each URL: where a page was judged again, with its last judgement. A last line
 * that was not written to its end (the crawl was killed, the disk was full) is left out.
 * @throws InputError when there are no events, or naming the line when one in the middle is damaged
 */
export async function* readEvents(path: string): AsyncGenerator<CrawlEvent> {
  checkArguments('readEvents', { path: [path, 'string'] });
  yield* eventsUpTo(path, Number.POSITIVE_INFINITY);
}

/** As {@link readEvents}, without those that are written from now on. @throws as {@link readEvents} */
export async function* readEventsSoFar(path: string): AsyncGenerator<CrawlEvent> {
  const { size } = await stat(join(path, EVENTS)).catch(() => ({ size: 0 }));
  if (size > 0 || !isCrawlRunning(path)) yield* eventsUpTo(path, size);
}

/** @param size bytes of the file that are read */
async function* eventsUpTo(path: string, size: number): AsyncGenerator<CrawlEvent> {
  const expected = await expectEvents(path);
  // Places only: when a model was retrained, most pages have been judged again.
  const again = new Map<string, LinePlace | CrawlEvent>();
  for await (const { line, place } of eventLines(path, '"rejudged":', size, expected)) {
    const event = parseEvent(line);
    if (event?.rejudged !== undefined) again.set(event.url, place ?? event);
  }
  const file = again.size === 0 ? undefined : await open(join(path, EVENTS));
  try {
    for await (const event of allEvents(path, size, expected)) {
      if (event.rejudged !== undefined) continue;
      const { sequence, time, fetched } = event;
      const place = again.get(event.url);
      const last = place && 'begin' in place ? file && (await eventAt(file, place)) : place;
      yield last === undefined ? event : { ...last, sequence, time, fetched };
    }
  } finally {
    await file?.close();
  }
}

/** The events of all lines. @throws InputError as {@link readEvents} */
async function* allEvents(path: string, size: number, expected: ExpectedEvents): AsyncGenerator<CrawlEvent> {
  const file = join(path, EVENTS);
  let [number, before] = [0, 0];
  let damaged: InputError | undefined;
  for await (const { line } of eventLines(path, '', size, expected)) {
    number += 1;
    // Only now is it known that the damaged line was not the last one, which a running crawl is writing.
    if (damaged !== undefined) throw damaged;
    const event = readEvent(line);
    if (typeof event === 'string') {
      damaged = new InputError(`${file}:${number}: not an event of a crawl: ${event}`, { hint: RESTORE });
      continue;
    }
    if (expected.isNumbered) requireNext(before, event.sequence, `${file}:${number}`);
    before = event.sequence;
    yield event;
  }
  if (damaged !== undefined && expected.bytes < Infinity) throw damaged;
}

/** A line of an events file. */
interface EventLine {
  readonly line: string;
  /** Absent where the crawl was killed before it wrote the line: its database has it. */
  readonly place?: LinePlace;
}

/** Bytes read at once. */
const PIECE = 262_144;

/**
 * The lines of the events, or those that hold a mark. Most pieces of a file do not hold it, and are not looked at further.
 * @param size bytes of the file that are read
 * @throws InputError when they cannot be read, or events are missing ({@link expectEvents})
 */
export async function* eventLines(
  path: string,
  mark: string,
  size = Number.POSITIVE_INFINITY,
  expected?: ExpectedEvents,
): AsyncGenerator<EventLine> {
  const { bytes, behind, isDamaged } = expected ?? (await expectEvents(path));
  if (expected === undefined && isDamaged) throw noEventAtEnd(join(path, EVENTS));
  const part = { highWaterMark: PIECE, end: Math.max(0, Math.min(size, bytes) - 1) };
  let read = 0;
  try {
    for await (const lines of wholeLines(createReadStream(join(path, EVENTS), part))) {
      // One byte was read at least.
      if (bytes === 0) break;
      if (lines.includes(mark))
        for (const line of linesOf(lines, read)) if (line.line.includes(mark)) yield line;
      read += lines.length;
    }
  } catch (thrown) {
    throw unreadableCrawl(path, EVENTS, thrown);
  }
  for (const line of behind) if (line.includes(mark)) yield { line };
}

/** @param before bytes of the file before the piece */
function* linesOf(piece: Buffer, before: number): Generator<EventLine> {
  for (let begin = 0; begin < piece.length;) {
    const end = piece.indexOf('\n', begin);
    const place = { begin: before + begin, length: end - begin };
    yield { line: piece.toString('utf8', begin, end), place };
    begin = end + 1;
  }
}

/** Remedy for lost events. */
export const RESTORE = 'restore the file from a copy, or crawl again into another folder';

const endSchema = z.object({
  events: z.int().min(0).optional(),
  summary: z.looseObject({}).optional(),
  shared: z.looseObject({}).optional(),
});

/** Expected events of the crawl. */
interface ExpectedEvents {
  /** Bytes of the file that are read: up to the end of its last whole line, unless the crawl is running. */
  readonly bytes: number;
  /** Lines of the last events, which a killed crawl has not written to its file yet. */
  readonly behind: readonly string[];
  /** True where each line has the number of its event, so that a missing one is noticed. */
  readonly isNumbered: boolean;
  /** True where the last whole line of the file is not an event. */
  readonly isDamaged: boolean;
}

/**
 * Compares the events in the folder of a crawl with what the crawl says of itself: `crawl.json` once it has ended, else its
 * database. A crawl that is running is not compared.
 * @throws InputError when events at the end are missing, or `crawl.json` or the database is damaged
 */
export async function expectEvents(folder: string): Promise<ExpectedEvents> {
  const running = isCrawlRunning(folder);
  const described = (await isCrawlFolder(folder))
    ? await readDescription(folder, endSchema).catch((thrown: unknown) => {
        if (running) return {};
        throw thrown;
      })
    : {};
  const { events, summary, shared }: z.output<typeof endSchema> = described;
  // Of the URLs of a worker of a shared crawl, others may have ended some.
  const isNumbered = shared === undefined && events !== undefined;
  const expected = { bytes: Infinity, behind: [], isNumbered, isDamaged: false };
  if (running) return expected;
  const { bytes, sequence } = await endOfEvents(join(folder, EVENTS));
  if (sequence === undefined) return { ...expected, bytes, isDamaged: true };
  const isEnded = summary !== undefined;
  if (isEnded && events !== undefined && events <= sequence) return { ...expected, bytes };
  const stored = existsSync(join(folder, DATABASE))
    ? readStoredEvents(folder, sequence)
    : { last: 0, lines: [] };
  const last = (isEnded ? events : undefined) ?? stored.last;
  if (last <= sequence) return { ...expected, bytes };
  const isStored = stored.lines.length === last - sequence;
  if (isStored && !isEnded) return { ...expected, bytes, behind: stored.lines };
  throw new InputError(
    `${join(folder, EVENTS)} is cut: of the ${last} events of the crawl it lacks ${last - sequence}`,
    { hint: isStored ? `to restore it: sfwc crawl --resume --out ${folder}` : RESTORE },
  );
}

/** Checks the numbers of two events, one after the other. @param where the line of the second @throws InputError */
export function requireNext(before: number, sequence: number, where: string): void {
  if (sequence === before + 1) return;
  throw new InputError(`${where}: event ${sequence} stands where event ${before + 1} should be`, {
    hint: RESTORE,
  });
}

/** Writes all events of a crawl, replacing those that are there as a whole. @throws OutputError; what the events throw */
export async function writeEvents(path: string, events: AsyncIterable<CrawlEvent>): Promise<void> {
  await replaceFile(join(path, EVENTS), asLines(events));
}

/**
 * Writes `skipped.jsonl`, a line for each URL that was skipped or failed, out of the events, in their order; it is
 * whole or not there. @throws InputError as {@link readEvents}; OutputError
 */
export async function writeSkipped(path: string): Promise<void> {
  await replaceFile(join(path, SKIPPED), asLines(skippedOf(path)));
}

async function* asLines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

async function* skippedOf(path: string): AsyncGenerator<object> {
  for await (const { url, state, code, message, referrer, depth, time } of readEvents(path))
    if (state !== 'done') yield { url, state, code, message, referrer, depth, time };
}

/** True if a folder holds the results of a crawl. One that failed before it began, as on a full disk, has none. */
export async function holdsResults(path: string): Promise<boolean> {
  if (await fileExists(join(path, DESCRIPTION))) return true;
  const events = await stat(join(path, EVENTS)).catch(() => undefined);
  return events !== undefined && (events.size > 0 || hasBegun(path));
}

async function removeResults(path: string): Promise<void> {
  removeCrawlStore(path);
  const files = [EVENTS, DESCRIPTION, QUADS, SKIPPED, PAGES_FILE, ACTIONS_FILE, ...DERIVED_FILES];
  for (const name of [...files, COMMANDS_FOLDER, MODELS])
    await rm(join(path, name), { force: true, recursive: true });
}

/** Appends events and returns the file's new length. Lines that do not fit on the disk are taken back. */
async function appendEvents(
  file: FileHandle,
  events: readonly CrawlEvent[],
  length: number,
): Promise<number> {
  const lines = Buffer.concat(events.map((event) => Buffer.from(`${eventLine(event)}\n`)));
  try {
    await file.appendFile(lines);
  } catch (thrown) {
    await file.truncate(length).catch(() => undefined);
    throw thrown;
  }
  return length + lines.length;
}

async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    throw cannotWrite(path, thrown, { what: `results to ${path}` });
  }
}

/**
 * The last event of a URL; without one, that of the URL that redirected to it. Only lines that name the URL are parsed.
 * @throws InputError when the folder has no events
 */
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

/**
 * Why a crawl brought not a single page: a line for each reason with one address as its example, the most frequent reason
 * first. Undefined where nothing was skipped and nothing failed. @throws InputError as `readEvents`
 */
export async function whyNoPage(out: string): Promise<readonly string[] | undefined> {
  const reasons = new Map<ReasonCode, { readonly example: CrawlEvent; count: number }>();
  for await (const event of readEvents(out)) {
    if (event.code === undefined || event.state === 'done') continue;
    const known = reasons.get(event.code);
    if (known === undefined) reasons.set(event.code, { example: event, count: 1 });
    else known.count += 1;
  }
  if (reasons.size === 0) return undefined;
  return [...reasons]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([code, { example, count }]) => {
      const addresses = count === 1 ? example.url : `${count} addresses, such as ${example.url}`;
      return [addresses, REASONS[code], example.message ?? ''].filter((part) => part !== '').join(': ');
    });
}
