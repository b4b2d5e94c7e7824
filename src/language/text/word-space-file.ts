import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { sha256 } from '../../support/hash.js';
import { once } from '../../support/once.js';
import { firstIssue } from '../../support/parse-json.js';

/** Bytes of a number before the vectors: the step size of a word's vector, and the weight of the word. */
const NUMBER = 4;

/** The vectors of words, a signed byte per number. */
export interface WordTable {
  readonly terms: readonly string[];
  /** By term: what the word weighs in a text. */
  readonly idf: ArrayLike<number>;
  readonly dimensions: number;
  /** By term: the step size of its vector. */
  readonly scales: ArrayLike<number>;
  /** The vectors, term after term. */
  readonly steps: Int8Array;
}

/** A word space in memory that threads share. */
export interface SharedWordSpace {
  /** SHA-256 of what follows the header. */
  readonly checksum: string;
  readonly words: number;
  readonly dimensions: number;
  /** Step sizes and weights, vectors, and words, one a line: see {@link openWordTable}. */
  readonly memory: SharedArrayBuffer;
}

const headerSchema = z.looseObject({
  format: z.literal('sfwc word space'),
  version: z.literal(1),
  words: z.int().positive(),
  dimensions: z.int().positive(),
  checksum: z.string(),
  space: z.string().optional(),
});

/** Reads a word space: a line of JSON, little-endian numbers, the words (`scripts/make-word-space.py`). @throws InputError */
export function readWordSpace(file: string, english?: string): SharedWordSpace {
  try {
    const content = gunzipSync(readFileSync(file));
    const end = content.indexOf('\n');
    const header: unknown = JSON.parse(content.toString('utf8', 0, Math.max(end, 0)));
    const { checksum, words, dimensions, space } = headerSchema.parse(header);
    const body = content.subarray(end + 1);
    if (space !== english) throw new Error('it was made for another word space of English');
    if (sha256(body) !== checksum) throw new Error('its checksum is wrong');
    const memory = new SharedArrayBuffer(body.length);
    new Uint8Array(memory).set(body);
    return { checksum, words, dimensions, memory };
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${firstIssue(cause)}`, {
      hint: 'install sfwc again: the file comes with it',
      cause,
    });
  }
}

/** The word space of English that comes with sfwc, read at the first call. @throws as {@link readWordSpace} */
export const shareWordSpace = once(() => readWordSpace(packagedPath('corpora/word-space-en.gz')));

/**
 * The words of another language in which nouns are found. In place of a vector, a word has English words: of each the number,
 * in two bytes, and its share, in one (`scripts/make-word-space-languages.py`). @throws as {@link readWordSpace}
 */
export function readWordsIn(language: string, { checksum }: SharedWordSpace): SharedWordSpace {
  return readWordSpace(packagedPath(`corpora/word-space-${language}.gz`), checksum);
}

/** The table of a word space: 3 MB more for its words, while the vectors stay in the memory that threads share. */
export function openWordTable({ words, dimensions, memory }: SharedWordSpace): WordTable {
  const view = new DataView(memory);
  const numbers = (from: number): Float64Array =>
    Float64Array.from({ length: words }, (_, place) => view.getFloat32(2 * NUMBER * place + from, true));
  const vectors = 2 * NUMBER * words;
  return {
    terms: Buffer.from(memory, vectors + words * dimensions)
      .toString('utf8')
      .split('\n'),
    idf: numbers(NUMBER),
    dimensions,
    scales: numbers(0),
    steps: new Int8Array(memory, vectors, words * dimensions),
  };
}
