import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { hash52 } from '../../support/hash.js';

/**
 * Marks of the pages that are being read, which tell when the crawl is resumed after its process ended without notice that
 * one of them may have ended it.
 */
export type ReadingMarks = ReturnType<typeof openReadingMarks>;

/** Milliseconds that reading a page may take before it is suspected to never end. */
const LONG = 5000;
const [MARK_BYTES, DIGITS, MAX_DEATHS] = [17, 14, 9];

/** W: a page that waits to be tried again; R: one that is being read. */
interface Mark {
  readonly slot: number;
  readonly deaths: number;
  readonly kind: 'W' | 'R';
  readonly since: number;
}

/**
 * Opens the marks of a crawl. Each page has a slot in a small file, which is written in place, so that a mark costs some
 * microseconds. The file is removed at the end where nothing is marked.
 * @throws OutputError
 */
export function openReadingMarks(file: string, now = (): number => performance.now()) {
  const marks = new Map<string, Mark>();
  const free: number[] = [];
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDWR | constants.O_CREAT);
    for (const line of readFileSync(handle, 'latin1').split('\n')) {
      const [, kind, before = '0', key] = /^([WR])(\d)([0-9a-f]{14})$/.exec(line.trim()) ?? [];
      const deaths = Math.min(Number(before) + (kind === 'R' ? 1 : 0), MAX_DEATHS);
      if (key !== undefined) marks.set(key, { slot: marks.size, deaths, kind: 'W', since: 0 });
    }
  } catch (thrown) {
    throw cannotWrite(file, thrown);
  }
  let slots = marks.size;
  const write = (slot: number, text: string): void =>
    void writeSync(handle, `${text.padEnd(MARK_BYTES - 1)}\n`, slot * MARK_BYTES, 'latin1');
  const put = (key: string, mark: Mark): void => {
    marks.set(key, mark);
    write(mark.slot, `${mark.kind}${mark.deaths}${key}`);
  };
  const remove = (key: string): void => {
    const mark = marks.get(key);
    if (mark === undefined) return;
    marks.delete(key);
    free.push(mark.slot);
    write(mark.slot, '');
  };
  for (const [key, mark] of marks) put(key, mark);
  const deathsOf = (url: string): number => (marks.size === 0 ? 0 : (marks.get(keyOf(url))?.deaths ?? 0));
  const begin = (url: string): void => {
    const key = keyOf(url);
    const { slot = free.pop() ?? slots++, deaths = 0 } = marks.get(key) ?? {};
    put(key, { slot, deaths, kind: 'R', since: now() });
  };
  return {
    /** Number of times that the process ended while this page was being read. */
    deaths: deathsOf,
    /** Marks a page that is about to be read. The mark stays in the file when the process ends. */
    begin,
    /** Marks a page and reads it; a suspect alone, so that no other page is blamed if the process ends again. */
    during: readingInTurn(deathsOf, begin),
    /** The page has come to its end. */
    end: (url: string) => remove(keyOf(url)),
    /** The page was given up. Where reading it had taken long, that counts as an end of the process. */
    leave(url: string): void {
      const key = keyOf(url);
      const mark = marks.get(key);
      if (mark?.kind !== 'R') return;
      const deaths = Math.min(mark.deaths + (now() - mark.since > LONG ? 1 : 0), MAX_DEATHS);
      if (deaths > 0) put(key, { ...mark, deaths, kind: 'W' });
      else remove(key);
    },
    close(): void {
      closeSync(handle);
      if (marks.size === 0) rmSync(file, { force: true });
    },
  };
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

function keyOf(url: string): string {
  return hash52(url).toString(16).padStart(DIGITS, '0');
}
