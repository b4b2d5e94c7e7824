import { createGunzip } from 'node:zlib';
import { EXPANSION_LIMIT, smallPieces, watchExpansion } from './expansion.js';

/** The compressed data is cut off or damaged. */
export class DamagedGzip extends Error {}

/**
 * Decompresses gzip, including several members in a row. Everything that could be decompressed is yielded before the error:
 * a stream piped through zlib would drop what it still holds when the end is missing. At most 17 MB are in memory.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  limit = EXPANSION_LIMIT,
): AsyncGenerator<Uint8Array> {
  const expansion = watchExpansion(limit);
  const inflater = createGunzip();
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
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      const harm = expansion.note(chunk.length, length);
      if (harm !== undefined) throw new DamagedGzip(harm);
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
