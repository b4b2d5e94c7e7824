import { open, type FileHandle } from 'node:fs/promises';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import { eventSchema } from './stored-value.js';
import { firstIssue } from '../../support/parse-json.js';

/** Bytes that are read at a time, from the end. */
const STEP = 1 << 16;
const NEWLINE = 0x0a;

/** Remedy for lost events. */
export const RESTORE = 'restore the file from a copy, or crawl again into another folder';

/** Place of a line of a file, in bytes. */
export interface LinePlace {
  readonly begin: number;
  readonly length: number;
}

/** The event of a line; undefined where the file has changed. */
export async function eventAt(file: FileHandle, line: LinePlace): Promise<CrawlEvent | undefined> {
  return parseEvent((await bytes(file, line.begin, line.begin + line.length)).toString('utf8'));
}

/** An event out of its line; undefined for anything else. */
export function parseEvent(line: string): CrawlEvent | undefined {
  try {
    return readEvent(line, '');
  } catch {
    return undefined;
  }
}

/** An event out of its line. @param where the line, for the error @throws InputError */
export function readEvent(line: string, where: string): CrawlEvent {
  try {
    const value: unknown = JSON.parse(line);
    eventSchema.parse(value);
    return value as CrawlEvent;
  } catch (thrown) {
    throw new InputError(`${where}: not an event of a crawl: ${firstIssue(thrown)}`, { hint: RESTORE });
  }
}

/** Checks the numbers of two events, one after the other. @param where the line of the second @throws InputError */
export function requireNext(before: number, sequence: number, where: string): void {
  if (sequence === before + 1) return;
  const message = `${where}: event ${sequence} stands where event ${before + 1} should be`;
  throw new InputError(message, { hint: RESTORE });
}

/**
 * Cuts off a last line that was not written to its end, and events after `last`. Returns the number of the last event left, or 0.
 * @throws InputError when a line at the end is not an event
 */
export async function cutEvents(path: string, last: number): Promise<number> {
  let end = await endOfEvents(path);
  while (end.sequence !== undefined && end.sequence > last) end = await endOfEvents(path, end.begin);
  if (end.sequence === undefined)
    throw new InputError(`${path}: a line at its end is not an event of a crawl`, { hint: RESTORE });
  const file = await open(path, 'r+');
  await file.truncate(end.bytes).finally(() => file.close());
  return end.sequence;
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
    return { bytes: end, begin, sequence: (await eventAt(file, { begin, length: end - begin }))?.sequence };
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
