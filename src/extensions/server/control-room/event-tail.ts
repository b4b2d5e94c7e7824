import { open, type FileHandle } from 'node:fs/promises';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { eventAt, parseEvent, type LinePlace } from '../../../crawling/store/event-file.js';

/** Bytes that are read at a time. */
const CHUNK = 1 << 20;
/** A longer line is not an event: memory stays bounded whatever the file holds. */
const LONGEST_LINE = 64 << 20;
const NEWLINE = 0x0a;

/** Reads the events of a crawl that another process writes: at each call those that were added since the last one. */
export interface EventTail {
  /**
   * @param onEvent called for each event in order
   * @returns false when the file became shorter or another one, because the crawl was started again: nothing that was read counts any more,
   *   and the next call starts from the beginning
   */
  read(onEvent: (event: CrawlEvent, place: LinePlace) => void): Promise<boolean>;
}

/** @param file an events file, which need not be there yet */
export function openEventTail(file: string): EventTail {
  let offset = 0;
  let known: string | undefined;
  return {
    async read(onEvent) {
      const handle = await open(file, 'r').catch(() => undefined);
      if (handle === undefined) {
        const hadEvents = offset > 0;
        [offset, known] = [0, undefined];
        return !hadEvents;
      }
      try {
        const { size, ino, birthtimeMs } = await handle.stat();
        const identity = `${ino} ${birthtimeMs}`;
        const isOther = size < offset || (known !== undefined && identity !== known);
        known = identity;
        if (isOther) {
          offset = 0;
          return false;
        }
        let rest: Buffer = Buffer.alloc(0);
        for await (const chunk of chunksOf(handle, offset, size)) {
          rest = takeLines(Buffer.concat([rest, chunk]));
          if (rest.length > LONGEST_LINE) break;
        }
        return true;
      } finally {
        await handle.close();
      }

      function takeLines(data: Buffer): Buffer {
        let begin = 0;
        for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, begin)) {
          const event = parseEvent(data.toString('utf8', begin, end));
          if (event !== undefined) onEvent(event, { begin: offset, length: end - begin });
          offset += end + 1 - begin;
          begin = end + 1;
        }
        return data.subarray(begin);
      }
    },
  };
}

/** The bytes of a file between two places, piece by piece; fewer where it became shorter. */
async function* chunksOf(handle: FileHandle, from: number, end: number): AsyncGenerator<Buffer> {
  for (let at = from; at < end;) {
    const chunk = Buffer.alloc(Math.min(CHUNK, end - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** The events of lines, in their order, without those where the file has changed. The file is opened once. */
export async function readEventsAt(
  file: string,
  places: readonly LinePlace[],
): Promise<readonly CrawlEvent[]> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return [];
  const events: CrawlEvent[] = [];
  try {
    for (const place of places) {
      const event = await eventAt(handle, place);
      if (event !== undefined) events.push(event);
    }
    return events;
  } finally {
    await handle.close();
  }
}
