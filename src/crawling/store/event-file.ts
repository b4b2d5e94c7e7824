import { open, type FileHandle } from 'node:fs/promises';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import { eventSchema } from './stored-value.js';
import { firstIssue } from '../../support/parse-json.js';

/** Bytes that are read at a time, from the end. */
const STEP = 1 << 16;
const NEWLINE = 0x0a;

/** Place of a line of a file, in bytes. */
export interface LinePlace {
  readonly begin: number;
  readonly length: number;
}

const lines = new WeakMap<CrawlEvent, string>();

/** The line of an event, without its end. It is made once for all who write it: lines with many links are long. */
export function eventLine(event: CrawlEvent): string {
  const known = lines.get(event);
  if (known !== undefined) return known;
  const made = JSON.stringify(event);
  lines.set(event, made);
  return made;
}

/** The event of a line; undefined where the file has changed. */
export async function eventAt(
  file: FileHandle,
  { begin, length }: LinePlace,
): Promise<CrawlEvent | undefined> {
  return parseEvent((await bytes(file, begin, begin + length)).toString('utf8'));
}

/** An event out of its line; undefined for anything else, such as a last line that is incomplete. */
export function parseEvent(line: string): CrawlEvent | undefined {
  const event = readEvent(line);
  return typeof event === 'string' ? undefined : event;
}

/** An event out of its line; for anything else, what is wrong with it. */
export function readEvent(line: string): CrawlEvent | string {
  try {
    const value: unknown = JSON.parse(line);
    const { error } = eventSchema.safeParse(value);
    return error === undefined ? (value as CrawlEvent) : firstIssue(error);
  } catch (thrown) {
    return firstIssue(thrown);
  }
}

/**
 * Cuts off the end of an events file: a last line that was not written to its end, and events after `last`.
 * @returns the number of the last event that is left; 0 where there is none
 * @throws InputError when a line at the end is not an event
 */
export async function cutEvents(path: string, last: number): Promise<number> {
  for (let before = Infinity; ;) {
    const { bytes: end, begin, sequence } = await endOfEvents(path, before);
    if (sequence === undefined) throw noEventAtEnd(path);
    if (sequence > last) {
      before = begin;
      continue;
    }
    const file = await open(path, 'r+');
    await file.truncate(end).finally(() => file.close());
    return sequence;
  }
}

/** End of the whole lines of an events file, where the last of them begins, and the number of its event; 0 without any. */
interface EventsEnd {
  readonly bytes: number;
  readonly begin: number;
  /** Undefined where the last whole line is not an event. */
  readonly sequence: number | undefined;
}

/** Looks for the last line that was written to its end. @param before bytes of the file that are looked at */
export async function endOfEvents(path: string, before = Infinity): Promise<EventsEnd> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return { bytes: 0, begin: 0, sequence: 0 };
  try {
    const end = await lineEnd(file, Math.min(before, (await file.stat()).size));
    if (end === 0) return { bytes: 0, begin: 0, sequence: 0 };
    const begin = await lineEnd(file, end - 1);
    return { bytes: end, begin, sequence: await sequenceOf(file, begin, end) };
  } finally {
    await file.close();
  }
}

/** The place after the last newline before `before`; 0 where there is none. */
async function lineEnd(file: FileHandle, before: number): Promise<number> {
  for (let end = before; end > 0; end -= STEP) {
    const begin = Math.max(0, end - STEP);
    const place = (await bytes(file, begin, end)).lastIndexOf(NEWLINE);
    if (place >= 0) return begin + place + 1;
  }
  return 0;
}

async function bytes(file: FileHandle, begin: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - begin), 0, end - begin, begin);
  return buffer.subarray(0, bytesRead);
}

async function sequenceOf(file: FileHandle, begin: number, end: number): Promise<number | undefined> {
  try {
    const line = JSON.parse((await bytes(file, begin, end)).toString('utf8')) as { sequence?: unknown };
    return typeof line.sequence === 'number' ? line.sequence : undefined;
  } catch {
    return undefined;
  }
}

/** The error for a whole line that is not an event. */
export function noEventAtEnd(path: string): InputError {
  return new InputError(`${path}: a line at its end is not an event of a crawl`, {
    hint: 'restore the file; the crawl cannot continue without its events',
  });
}
