import type { ByteCursor } from './byte-cursor.js';

/** The compressed data is cut off or damaged. */
export class DamagedData extends Error {
  constructor(
    message: string,
    readonly format: 'gzip' | 'zstd' = 'gzip',
  ) {
    super(message);
  }
}

/** Place of a gzip member, or of a zstd frame, in its file. */
export interface CompressedMember {
  readonly offset: number;
  /** Undefined until the whole of it was read. */
  length: number | undefined;
}

/** Bytes that any file may expand to, and how many times the size of the compressed data beyond. Tables shrink to a fiftieth, blanks to a thousandth. */
export const EXPANSION_LIMIT = { bytes: 128 * 1_048_576, ratio: 200 };

/** Checks a limit of expansion. @param out bytes unpacked @param read of so many bytes @throws DamagedData beyond the limit */
export function refuseBomb(out: number, read: number, limit = EXPANSION_LIMIT): void {
  if (out <= limit.bytes || out <= read * limit.ratio) return;
  throw new DamagedData(
    `it expands to more than ${limit.ratio} times its size, as only data made to fill a memory does`,
  );
}

/** The next bytes of compressed data. @throws DamagedData where there are fewer */
export async function take(input: ByteCursor, count: number): Promise<Buffer> {
  const bytes = await input.take(count);
  if (bytes.length < count) throw new DamagedData('unexpected end of file');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
