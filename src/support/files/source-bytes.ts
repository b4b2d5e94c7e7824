import { open } from 'node:fs/promises';
import { InputError, messageOf } from '../../model/errors.js';
import { isGzip } from './signature.js';
import { createGunzip } from 'node:zlib';
import { bytePieces } from '../batches.js';

/** The compressed data is cut off or damaged. */
export class DamagedGzip extends Error {}

/** Bytes that any file may expand to; beyond them, how many times the size of the compressed data. */
interface ExpansionLimit {
  readonly bytes: number;
  readonly ratio: number;
}

/** Texts shrink to a tenth or a fifth, tables and logs to a fiftieth at best; blanks shrink to a thousandth. */
const EXPANSION_LIMIT: ExpansionLimit = { bytes: 128 * 1_048_576, ratio: 200 };

/** Bytes that the decompressor is given at once; what they expand to is in memory: at most 17 MB. */
const PIECE_BYTES = 16_384;

/**
 * Decompresses gzip, including several members in a row. Everything that could be decompressed is yielded before the
 * error: a stream piped through zlib would drop what it still holds when the end is missing.
 * @throws DamagedGzip after the last good bytes when the data ends early, is not gzip, or expands beyond the limit
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  limit = EXPANSION_LIMIT,
): AsyncGenerator<Uint8Array> {
  const inflater = createGunzip();
  let [into, out] = [0, 0];
  let ready: Uint8Array[] = [];
  let failure: Error | undefined;
  // After an error zlib does not call back for the piece it was at; `close` then ends the wait.
  let wake: () => void = () => undefined;
  inflater.on('data', (chunk: Uint8Array) => ready.push(chunk));
  inflater.on('error', (error) => (failure = error));
  inflater.on('close', () => wake());
  const step = async (start: (done: () => void) => void): Promise<Uint8Array[]> => {
    await new Promise<void>((resolve) => {
      wake = resolve;
      start(resolve);
    });
    const taken = ready;
    ready = [];
    return taken;
  };
  const failed = (): Error | undefined => failure;
  try {
    for await (const chunk of smallPieces(chunks)) {
      const parts = await step((done) => inflater.write(chunk, () => done()));
      into += chunk.length;
      out += parts.reduce((sum, part) => sum + part.length, 0);
      if (out > limit.bytes && out > into * limit.ratio)
        throw new DamagedGzip(
          `it expands to more than ${limit.ratio} times its size, as only data made to fill a memory does`,
        );
      yield* parts;
      if (failed() !== undefined) break;
    }
    if (failed() === undefined) yield* await step((done) => inflater.once('end', done).end());
    const error = failed();
    if (error !== undefined) throw new DamagedGzip(error.message, { cause: error });
  } finally {
    inflater.destroy();
  }
}

async function* smallPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield* bytePieces(chunk, PIECE_BYTES);
}

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
