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
