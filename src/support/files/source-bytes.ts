import { open } from 'node:fs/promises';
import { InputError, messageOf } from '../../model/errors.js';
import { isGzip } from './signature.js';
import { gunzip, type DamagedGzip } from './gunzip.js';

const READ_BYTES = 262_144;

/** The rest of a file cannot be read from a position on: its compressed data ends early, say. */
export class SourceEnds extends Error {
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message);
  }
}

/** Message about a gzip file that is cut off or damaged at a position. */
export function brokenGzip(position: number, cause: DamagedGzip): SourceEnds {
  return new SourceEnds(position, `the gzip data ends or breaks here (${cause.message}); fetch it again`);
}

/**
 * The bytes of a file in pieces, decompressed where its name or its first bytes say gzip.
 * @throws InputError when the file cannot be read; DamagedGzip after the last good bytes
 */
export async function* readBytes(source: string): AsyncGenerator<Uint8Array> {
  const bytes = readRaw(source);
  const first = await bytes.next();
  if (first.done === true) return;
  const whole = (async function* () {
    try {
      yield first.value;
      yield* bytes;
    } finally {
      // Where the reader stops at the first piece, the file is still open.
      await bytes.return(undefined);
    }
  })();
  yield* /\.gz$/i.test(source) || isGzip(first.value) ? gunzip(whole) : whole;
}

/** The bytes of a file as they are, in pieces. @throws InputError when it cannot be read */
export async function* readRaw(source: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(source);
    try {
      yield* file.createReadStream({ highWaterMark: READ_BYTES }) as AsyncIterable<Uint8Array>;
    } finally {
      await file.close();
    }
  } catch (thrown) {
    const hint = 'Check the path and its permissions.';
    throw new InputError(`${source} cannot be read: ${messageOf(thrown)}`, { hint, cause: thrown });
  }
}
