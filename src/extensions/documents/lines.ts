import { decodeStrictUtf8 } from '../../web/page/charset.js';
import { guessEncoding } from '../../web/page/guess-encoding.js';
import { DamagedData, endsAt } from '../../support/files/source-bytes.js';

/** One line of a byte stream. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Without the line end; undefined when the line is longer than the limit. */
  readonly bytes: Uint8Array | undefined;
}

const NEWLINE = 0x0a;

/**
 * Splits a stream of bytes at `\n`. Holds one line in memory, and of a line above the limit nothing. When the stream
 * fails, the error comes after the last complete line and the unfinished one is dropped.
 */
async function* splitLines(chunks: AsyncIterable<Uint8Array>, maximumBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let [length, number] = [0, 0];
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length <= maximumBytes) parts.push(part);
    else parts = [];
  };
  const take = (): Line => {
    const bytes = length > maximumBytes ? undefined : Buffer.concat(parts);
    [parts, length] = [[], 0];
    number += 1;
    return { number, bytes };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

const UTF_16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/**
 * UTF-16 with a byte order mark as UTF-8, and another encoding that the beginning of the file is in; Windows-1252 and UTF-8 as they
 * are. Excel writes "Unicode text" in UTF-16.
 */
async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) {
      const found = UTF_16.find(({ mark }) => mark.every((byte, index) => chunk[index] === byte));
      const encoding = found?.encoding ?? encodingOf(chunk);
      if (encoding !== undefined) decoder = new TextDecoder(encoding);
    }
    isFirst = false;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
}

/** Undefined for UTF-8 and Windows-1252; the last line of the bytes may end within a character. */
function encodingOf(bytes: Uint8Array): string | undefined {
  const whole = bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1 || undefined);
  if (decodeStrictUtf8(whole) !== undefined) return undefined;
  const guess = guessEncoding(whole);
  return guess === 'windows-1252' ? undefined : guess;
}

/** The lines of a text file in UTF-8 or Windows-1252; other encodings become UTF-8. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): AsyncGenerator<Line> {
  let last = 0;
  try {
    for await (const line of splitLines(asUtf8(chunks), maximumBytes)) {
      last = line.number;
      yield line;
    }
  } catch (thrown) {
    throw thrown instanceof DamagedData ? endsAt(last + 1, thrown) : thrown;
  }
}
