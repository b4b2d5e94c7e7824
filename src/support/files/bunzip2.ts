import unbzip2Stream from 'unbzip2-stream';
import { EXPANSION_LIMIT, smallPieces, watchExpansion } from './expansion.js';

/** The compressed data is cut off or damaged. */
export class DamagedBzip2 extends Error {}

/**
 * Decompresses bzip2, including several streams in a row, as Wikipedia's multistream dumps have them. Everything that could
 * be decompressed is yielded before the error.
 */
export async function* bunzip2(
  chunks: AsyncIterable<Uint8Array>,
  limit = EXPANSION_LIMIT,
): AsyncGenerator<Uint8Array> {
  const expansion = watchExpansion(limit);
  const unpacker = unbzip2Stream();
  let ready: Uint8Array[] = [];
  let failure: unknown;
  // It is a classic stream: it emits data synchronously while it is written to.
  unpacker.on('data', (block: Uint8Array) => {
    const harm = expansion.note(0, block.length);
    // What is thrown here, the library gives back as its error.
    if (harm !== undefined) throw new Error(harm);
    ready.push(block);
  });
  unpacker.on('error', (error: unknown) => (failure = error));
  const taken = (): Uint8Array[] => {
    const blocks = ready;
    ready = [];
    return blocks;
  };
  const failed = (): unknown => failure;
  for await (const chunk of smallPieces(chunks)) {
    expansion.note(chunk.length, 0);
    unpacker.write(chunk);
    yield* taken();
    if (failed() !== undefined) break;
  }
  if (failed() === undefined) unpacker.end();
  yield* taken();
  if (failed() !== undefined) throw new DamagedBzip2(wordsOf(failed()), { cause: failed() });
}

/** The library's own errors do not count as errors everywhere, and at a missing end it trips over itself. */
function wordsOf(failure: unknown): string {
  const { message, name } = failure as { readonly message?: unknown; readonly name?: unknown };
  return name === 'TypeError' || typeof message !== 'string' ? 'the input ends too early' : message;
}
