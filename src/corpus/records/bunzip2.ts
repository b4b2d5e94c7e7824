import unbzip2Stream from 'unbzip2-stream';

/** The compressed data is cut off or damaged. */
export class DamagedBzip2 extends Error {}

/** What one piece may swell to; real dumps stay far below it, a bomb does not. */
const MAXIMUM_SWELLING = 512 * 1_048_576;

/**
 * Decompresses bzip2, including several streams in a row, as Wikipedia's multistream dumps have them. Everything that
 * could be decompressed is yielded before the error.
 * @throws DamagedBzip2 after the last good block when the data ends early or is not bzip2
 */
export async function* bunzip2(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacker = unbzip2Stream();
  let ready: Uint8Array[] = [];
  let length = 0;
  let failure: unknown;
  // It is a classic stream: it emits data synchronously while it is written to.
  unpacker.on('data', (block: Uint8Array) => {
    length += block.length;
    if (length > MAXIMUM_SWELLING) throw new Error(`a piece swells to more than ${MAXIMUM_SWELLING} bytes`);
    ready.push(block);
  });
  unpacker.on('error', (error: unknown) => (failure = error));
  const taken = (): Uint8Array[] => {
    const blocks = ready;
    ready = [];
    length = 0;
    return blocks;
  };
  const failed = (): unknown => failure;
  for await (const chunk of chunks) {
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
