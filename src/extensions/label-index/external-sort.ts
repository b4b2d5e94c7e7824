import TinyQueue from 'tinyqueue';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cannotWrite } from '../../support/files/cannot-write.js';

/** Lines in order, in pieces, as often as wanted. */
export interface SortedLines {
  /** How many lines there are. */
  readonly count: number;
  /** The lines by their UTF-16 code units, in arrays of some thousands. */
  readonly read: () => AsyncGenerator<readonly string[]>;
}

/** Takes lines in any order and gives them back sorted, however many they are. */
export interface LineSorter {
  /** @param line without line end @throws OutputError when a run cannot be written */
  readonly add: (line: string) => void;
  readonly finish: () => SortedLines;
}

/** Characters and lines that are held before they become a sorted run on disk: about 100 MB of memory. */
const CHARACTERS_IN_MEMORY = 24_000_000;
const LINES_IN_MEMORY = 400_000;
const READ_BYTES = 256 * 1024;
const WRITE_CHARACTERS = 1_000_000;
const LINES_IN_PIECE = 4096;
const NEWLINE = 0x0a;

/** A sorter's limits; tests set small ones. */
export interface SorterOptions {
  readonly linesInMemory?: number;
}

/**
 * External merge sort: runs that fit into memory are sorted and written, then merged by a heap (Knuth, The Art of
 * Computer Programming 3, 5.4). The caller removes the folder with the runs in it.
 *
 * @param folder an existing folder for the runs
 * @param name what the runs' names begin with
 */
export function createLineSorter(folder: string, name: string, options: SorterOptions = {}): LineSorter {
  const { linesInMemory = LINES_IN_MEMORY } = options;
  const runs: string[] = [];
  let lines: string[] = [];
  let characters = 0;
  let count = 0;
  const flush = (): void => {
    if (lines.length === 0) return;
    const file = path.join(folder, `${name}-${runs.length}`);
    writeRun(file, lines.sort(compareLines));
    runs.push(file);
    lines = [];
    characters = 0;
  };
  return {
    add: (line) => {
      lines.push(line);
      characters += line.length;
      count += 1;
      if (lines.length >= linesInMemory || characters >= CHARACTERS_IN_MEMORY) flush();
    },
    finish: () => {
      flush();
      return { count, read: () => merge(runs) };
    },
  };
}

/** The lines of one group: those with the same text before their first tab. */
export interface LineGroup {
  readonly key: string;
  /** What stands behind the first tab of each. */
  readonly rest: readonly string[];
}

/** Puts neighbouring lines with one key together. A line without a tab is a key with nothing behind it. */
export async function* groupLines({ read }: SortedLines): AsyncGenerator<readonly LineGroup[]> {
  let key: string | undefined;
  let rest: string[] = [];
  for await (const piece of read()) {
    const groups: LineGroup[] = [];
    for (const line of piece) {
      const tab = line.indexOf('\t');
      const own = tab < 0 ? line : line.slice(0, tab);
      if (own !== key) {
        if (key !== undefined) groups.push({ key, rest });
        key = own;
        rest = [];
      }
      rest.push(tab < 0 ? '' : line.slice(tab + 1));
    }
    yield groups;
  }
  if (key !== undefined) yield [{ key, rest }];
}

function compareLines(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function writeRun(file: string, lines: readonly string[]): void {
  try {
    const descriptor = openSync(file, 'w');
    try {
      let text = '';
      for (const line of lines) {
        text += `${line}\n`;
        if (text.length < WRITE_CHARACTERS) continue;
        writeAll(descriptor, Buffer.from(text));
        text = '';
      }
      writeAll(descriptor, Buffer.from(text));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(descriptor, bytes, written);
  }
}

/** Reads a run line by line. */
class RunReader {
  /** The line that is next; undefined at the end. */
  line: string | undefined;
  readonly #descriptor: number;
  #lines: readonly string[] = [];
  #next = 0;
  #left = Buffer.alloc(0);

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r');
    this.advance();
  }

  advance(): void {
    if (this.#next >= this.#lines.length) this.#fill();
    this.line = this.#lines[this.#next];
    this.#next += 1;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #fill(): void {
    this.#next = 0;
    this.#lines = [];
    for (;;) {
      const chunk = Buffer.allocUnsafe(READ_BYTES);
      const length = readSync(this.#descriptor, chunk, 0, READ_BYTES, null);
      if (length === 0) return;
      const bytes = Buffer.concat([this.#left, chunk.subarray(0, length)]);
      const end = bytes.lastIndexOf(NEWLINE);
      this.#left = bytes.subarray(end + 1);
      if (end < 0) continue;
      this.#lines = bytes.toString('utf8', 0, end).split('\n');
      return;
    }
  }
}

async function* merge(files: readonly string[]): AsyncGenerator<readonly string[]> {
  const readers: RunReader[] = [];
  try {
    for (const file of files) readers.push(new RunReader(file));
    const unread = new TinyQueue(readers.filter(hasLine), (a, b) => (a.line < b.line ? -1 : 1));
    let piece: string[] = [];
    for (let first = unread.pop(); first !== undefined; first = unread.pop()) {
      piece.push(first.line);
      const reader: RunReader = first;
      reader.advance();
      if (hasLine(reader)) unread.push(reader);
      if (piece.length < LINES_IN_PIECE) continue;
      yield piece;
      piece = [];
      // Reading is synchronous; signals and timers get their turn here.
      await nextTurn();
    }
    if (piece.length > 0) yield piece;
  } finally {
    for (const reader of readers) reader.close();
  }
}

function hasLine(reader: RunReader): reader is RunReader & { readonly line: string } {
  return reader.line !== undefined;
}
