import { ByteCursor } from '../../web/archive/byte-cursor.js';
import { DamagedGzip } from '../../support/files/gunzip.js';
import { readLines } from '../../language/corpus/records/lines.js';
import { readBytes, SourceEnds } from '../../support/files/source-bytes.js';
import { InputError } from '../../model/errors.js';
import type { WordReader } from '../../model/topic.js';
import { interruptible } from '../../support/interruptible.js';
import type { WordSpaceParameters } from '../../judging/topic/word-space.js';
import { givenWordSpace, MOST_GIVEN_TERMS, type WantedTerms } from './learn-word-space.js';

/** Dimensions of a vector at most: beyond, the file is of another kind. */
const MOST_DIMENSIONS = 2000;
/** Bytes of a line, and of a word in a binary file. */
const LONGEST_LINE = 262_144;
const LONGEST_WORD = 2000;
/** Bytes by which the kind of a file is known. */
const HEAD = 4096;
const BYTES_OF_NUMBER = 4;
const SPACE = 0x20;
const HINT = 'vectors are in the text or binary format of word2vec, or in that of GloVe; also .gz';

/** A word of a file with its vector, which is read only where it is wanted. */
interface FoundVector {
  readonly word: string;
  /** @throws InputError naming the place, when it is not a vector */
  numbers(): Float32Array;
}

/**
 * Reads word vectors, one at a time: the text and the binary format of word2vec, and that of GloVe; `.gz` is decompressed.
 *
 * Kept are the vectors of the words of the texts, and of the file's first other words, which are its most frequent ones,
 * up to {@link MOST_GIVEN_TERMS} in all: pages hold words that no text does. Words are compared as classifiers count
 * them, in lower case without a plural s; of several words of a file that become one, the one that is written so counts,
 * else the first.
 *
 * @throws InputError naming file and line, if the file is in another format, is cut off, or does not contain any word of the texts; the signal's reason
 */
export async function readWordVectors(
  file: string,
  wanted: WantedTerms,
  words: WordReader,
  signal?: AbortSignal,
): Promise<WordSpaceParameters> {
  const kept = new Map<string, Float32Array>();
  const exact = new Set<string>();
  let others = 0;
  for await (const found of interruptible(vectorsIn(file), signal)) {
    const [term, ...more] = words(found.word);
    if (term === undefined || more.length > 0) continue;
    const isExact = found.word === term;
    if (kept.has(term) && (exact.has(term) || !isExact)) continue;
    if (!kept.has(term) && !wanted.terms.has(term)) {
      if (others >= MOST_GIVEN_TERMS - wanted.terms.size) continue;
      others += 1;
    }
    kept.set(term, found.numbers());
    if (isExact) exact.add(term);
  }
  if (kept.size === others)
    throw new InputError(`${file} has a vector for none of the words of the texts`, {
      hint: 'give vectors of English words',
    });
  const [first] = kept.values();
  return givenWordSpace(kept, first?.length ?? 0, wanted);
}

/** The vectors of a file in their order. @throws InputError */
async function* vectorsIn(file: string): AsyncGenerator<FoundVector> {
  try {
    const head = await headOf(file);
    const header = /^(\d+) (\d+)\s*\n/.exec(head.toString('latin1'));
    if (head.length === 0) throw damaged(`${file} is empty`);
    if (header === null) yield* textVectors(file, undefined);
    else {
      const size = { words: Number(header[1]), dimensions: Number(header[2]) };
      if (size.dimensions < 1 || size.dimensions > MOST_DIMENSIONS)
        throw damaged(
          `${file}:1: vectors of ${size.dimensions} dimensions; 1 to ${MOST_DIMENSIONS} can be read`,
        );
      if (isText(head.subarray(header[0].length))) yield* textVectors(file, size);
      else yield* binaryVectors(file, size);
    }
  } catch (thrown) {
    if (thrown instanceof SourceEnds) throw damaged(`${file}:${thrown.position}: ${thrown.message}`);
    if (thrown instanceof DamagedGzip)
      throw damaged(`${file}: the gzip data ends or breaks (${thrown.message})`);
    throw thrown;
  }
}

function damaged(message: string): InputError {
  return new InputError(message, { hint: HINT });
}

async function headOf(file: string): Promise<Buffer> {
  const cursor = new ByteCursor(readBytes(file));
  try {
    return Buffer.from(await cursor.take(HEAD));
  } finally {
    await cursor.close();
  }
}

/** Whether a word is followed by digits: bytes of binary numbers hardly ever all are. */
function isText(bytes: Buffer): boolean {
  const line = bytes.toString('latin1').split('\n', 1)[0] ?? '';
  return /^\S+(?: +[-+.\deE]+)+[ \r]*$/.test(line) || /^\S+(?: +[-+.\deE]+){8}/.test(line);
}

interface VectorFile {
  readonly words: number;
  readonly dimensions: number;
}

async function* textVectors(file: string, size: VectorFile | undefined): AsyncGenerator<FoundVector> {
  let dimensions = size?.dimensions;
  let words = 0;
  for await (const { number, bytes } of readLines(readBytes(file), LONGEST_LINE)) {
    if (number === 1 && size !== undefined) continue;
    const where = `${file}:${number}`;
    if (bytes === undefined) throw damaged(`${where}: the line is longer than ${LONGEST_LINE} bytes`);
    const line = Buffer.from(bytes).toString('utf8').trim();
    if (line === '') continue;
    dimensions ??= line.split(' ').length - 1;
    words += 1;
    yield vectorOfLine(line, dimensions, where);
  }
  if (size !== undefined && words < size.words)
    throw damaged(`${file} ends after ${words} of ${size.words} words: it was cut off`);
}

function vectorOfLine(line: string, dimensions: number, where: string): FoundVector {
  if (dimensions < 1 || dimensions > MOST_DIMENSIONS)
    throw damaged(`${where}: a word and 1 to ${MOST_DIMENSIONS} numbers are expected in each line`);
  const fields = line.split(' ');
  const numbers = fields.slice(-dimensions);
  // Some files have words with blanks in them.
  const word = fields.slice(0, -dimensions);
  if (word.length === 0 || (word.length > 1 && Number.isFinite(Number(word.at(-1)))))
    throw damaged(`${where}: ${fields.length - 1} numbers where vectors have ${dimensions}`);
  return {
    word: word.join(' '),
    numbers: () => Float32Array.from(numbers, (written) => numberOf(written, where)),
  };
}

function numberOf(written: string, where: string): number {
  const value = Number(written);
  if (written !== '' && Number.isFinite(value)) return value;
  throw damaged(`${where}: '${written.slice(0, 40)}' is not a number`);
}

async function* binaryVectors(file: string, { words, dimensions }: VectorFile): AsyncGenerator<FoundVector> {
  const cursor = new ByteCursor(readBytes(file));
  try {
    await cursor.line(LONGEST_LINE);
    for (let number = 1; number <= words; number += 1) {
      const where = `${file}: word ${number} of ${words}`;
      const word = await wordAt(cursor, where);
      const bytes = Buffer.from(await cursor.take(dimensions * BYTES_OF_NUMBER));
      if (bytes.length < dimensions * BYTES_OF_NUMBER)
        throw damaged(`${where}: the file ends here; it was cut off`);
      yield { word, numbers: () => floatsOf(bytes, where) };
    }
  } finally {
    await cursor.close();
  }
}

/** The word before the next blank. A line end may stand between a vector and the next word. */
async function wordAt(cursor: ByteCursor, where: string): Promise<string> {
  const bytes = await cursor.through(SPACE, LONGEST_WORD);
  if (bytes === undefined) throw damaged(`${where}: the file ends here; it was cut off`);
  if (bytes.at(-1) !== SPACE) throw damaged(`${where}: no word; the file was cut off, or is of another kind`);
  return Buffer.from(bytes).toString('utf8').trim();
}

function floatsOf(bytes: Buffer, where: string): Float32Array {
  return Float32Array.from({ length: bytes.length / BYTES_OF_NUMBER }, (_, at) => {
    const value = bytes.readFloatLE(at * BYTES_OF_NUMBER);
    if (Number.isFinite(value)) return value;
    throw damaged(`${where}: a number that is not finite`);
  });
}
