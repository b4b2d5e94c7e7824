import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { parseJson } from '../../support/parse-json.js';

/** Marks of the pages that are being read, any of which may have ended the process without notice. */
export type ReadingMarks = ReturnType<typeof openReadingMarks>;

/** Milliseconds that reading a page may take before it is suspected to never end. */
const LONG = 5000;

/** The file: of each marked page its address, how often it may have ended the process, and whether it is being read. */
const marksSchema = z.array(z.tuple([z.string(), z.number(), z.boolean()])).catch([]);

/** A marked page: one that is being read since then, or waits to be tried again. */
interface Mark {
  readonly deaths: number;
  readonly since?: number;
}

/** Opens the marks of a crawl: one line in a small file, which is written in place. @throws OutputError */
export function openReadingMarks(file: string, now = (): number => performance.now()) {
  const marks = new Map<string, Mark>();
  const handle = openMarks(file);
  // What lies behind the line is of a longer one before it.
  const [line = ''] = readFileSync(handle, 'utf8').split('\n');
  for (const [url, deaths, isRead] of marksSchema.parse(parseJson(line)))
    marks.set(url, { deaths: deaths + Number(isRead) });
  const set = (url: string, mark: Mark | undefined): void => {
    if (mark !== undefined) marks.set(url, mark);
    else if (!marks.delete(url)) return;
    const all = [...marks].map(([page, { deaths, since }]) => [page, deaths, since !== undefined]);
    writeSync(handle, `${JSON.stringify(all)}\n`, 0);
  };
  const deathsOf = (url: string): number => marks.get(url)?.deaths ?? 0;
  const begin = (url: string): void => set(url, { deaths: deathsOf(url), since: now() });
  return {
    /** Number of times that the process ended while this page was being read. */
    deaths: deathsOf,
    /** Marks a page that is about to be read. The mark stays in the file when the process ends. */
    begin,
    /** Marks a page and reads it; a suspect alone, so that no other page is blamed if the process ends again. */
    during: readingInTurn(deathsOf, begin),
    /** The page has come to its end. */
    end: (url: string) => set(url, undefined),
    /** The page was given up. Where reading it had taken long, that counts as an end of the process. */
    leave(url: string): void {
      const { deaths = 0, since } = marks.get(url) ?? {};
      if (since === undefined) return;
      const after = deaths + Number(now() - since > LONG);
      set(url, after > 0 ? { deaths: after } : undefined);
    },
    close(): void {
      closeSync(handle);
      if (marks.size === 0) rmSync(file, { force: true });
    },
  };
}

function openMarks(file: string): number {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT);
  } catch (thrown) {
    throw cannotWrite(file, thrown);
  }
}

function readingInTurn(deathsOf: (url: string) => number, begin: (url: string) => void) {
  const running = new Set<Promise<unknown>>();
  /** Reading of the latest suspect, which all later ones wait for. */
  let alone: Promise<unknown> | undefined;
  return async <T>(url: string, read: () => Promise<T>): Promise<T> => {
    const start = (): Promise<T> => {
      begin(url);
      return read();
    };
    const isSuspect = deathsOf(url) > 0;
    const before = isSuspect ? Promise.allSettled(running) : alone;
    const work = before === undefined ? start() : before.then(start, start);
    running.add(work);
    if (isSuspect) alone = work;
    try {
      return await work;
    } finally {
      running.delete(work);
      if (alone === work) alone = undefined;
    }
  };
}
