import { bytePieces } from '../byte-pieces.js';

/** Limit for the expansion of compressed data. */
export interface ExpansionLimit {
  /** Bytes that any file may expand to. */
  readonly bytes: number;
  /** Beyond these bytes: how many times the size of the compressed data. */
  readonly ratio: number;
}

/**
 * Texts shrink to a tenth or a fifth, tables and logs to a fiftieth at best; blanks shrink to a thousandth by gzip, to less
 * by bzip2.
 */
export const EXPANSION_LIMIT: ExpansionLimit = { bytes: 128 * 1_048_576, ratio: 200 };

/** Bytes that a decompressor is given at once; what they expand to is in memory: of gzip at most 17 MB. */
const PIECE_BYTES = 16_384;

/** The bytes in pieces that a decompressor may be given at once. */
export async function* smallPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield* bytePieces(chunk, PIECE_BYTES);
}

/** Counts what goes into a decompressor and comes out of it. */
export function watchExpansion({ bytes, ratio }: ExpansionLimit): {
  /** Notes a piece and what it became; what is wrong with that, where the data was made to harm. */
  readonly note: (packed: number, unpacked: number) => string | undefined;
} {
  let into = 0;
  let out = 0;
  return {
    note(packed, unpacked) {
      into += packed;
      out += unpacked;
      if (out <= bytes || out <= into * ratio) return undefined;
      return `it expands to more than ${ratio} times its size, as only data made to fill a memory does`;
    },
  };
}
