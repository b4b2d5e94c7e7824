import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { DATABASE, EVENTS } from '../../support/crawl-folder.js';
import { isCrawlFolder, readDescription } from './crawl-description.js';
import { isCrawlRunning, readStoredEvents } from './crawl-store.js';
import { endOfEvents } from './event-file.js';

const schema = z.object({
  events: z.int().min(0).optional(),
  summary: z.looseObject({}).optional(),
  shared: z.looseObject({}).optional(),
});

/** Expected events of the crawl. */
export interface ExpectedEvents {
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
  const { events, summary, shared } = await describedEvents(folder, running);
  const hasDatabase = existsSync(join(folder, DATABASE));
  // Of the URLs of a worker of a shared crawl, others may have ended some.
  const isNumbered = shared === undefined && events !== undefined;
  const expected = { bytes: Infinity, behind: [], isNumbered, isDamaged: false };
  if (running) return expected;
  const { bytes, sequence } = await endOfEvents(join(folder, EVENTS));
  if (sequence === undefined) return { ...expected, bytes, isDamaged: true };
  const isEnded = summary !== undefined;
  const isWhole = isEnded && events !== undefined && events <= sequence;
  const behind = isWhole ? [] : eventsBehind(folder, sequence, isEnded, { events, hasDatabase });
  return { ...expected, bytes, behind };
}

/** Lines of the events that the file lacks, from the database. @throws InputError where they are not there, or the crawl has ended */
function eventsBehind(
  folder: string,
  written: number,
  isEnded: boolean,
  { events, hasDatabase }: { readonly events: number | undefined; readonly hasDatabase: boolean },
): readonly string[] {
  const stored = hasDatabase ? readStoredEvents(folder, written) : { last: 0, lines: [] };
  const last = (isEnded ? events : undefined) ?? stored.last;
  if (last <= written) return [];
  const isStored = stored.lines.length === last - written;
  if (isStored && !isEnded) return stored.lines;
  const lacks = numbers(written + 1, last);
  throw new InputError(
    `${join(folder, EVENTS)} is cut: of the ${last} events of the crawl it lacks ${lacks}`,
    {
      hint: isStored ? `to restore it: sfwc crawl --resume --out ${folder}` : RESTORE,
    },
  );
}

/** Remedy for lost events. */
export const RESTORE = 'restore the file from a copy, or crawl again into another folder';

/** Checks the numbers of two events, one after the other. @param where the line of the second @throws InputError */
export function requireNext(before: number, sequence: number, where: string): void {
  if (sequence === before + 1) return;
  const lacks = sequence > before ? `; missing: ${numbers(before + 1, sequence - 1)}` : '';
  throw new InputError(`${where}: event ${sequence} stands where event ${before + 1} should be${lacks}`, {
    hint: RESTORE,
  });
}

/** Numbers of events: `1 (41)`, or `5 (12 to 16)`. */
function numbers(from: number, to: number): string {
  return `${to - from + 1} (${from === to ? from : `${from} to ${to}`})`;
}

async function describedEvents(folder: string, running: boolean): Promise<z.output<typeof schema>> {
  if (!(await isCrawlFolder(folder))) return {};
  return readDescription(folder, schema).catch((thrown: unknown) => {
    if (running) return {};
    throw thrown;
  });
}
