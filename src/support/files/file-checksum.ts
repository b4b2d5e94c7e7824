import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Bytes read at once. */
const PIECE = 1_048_576;

/** SHA-256 of a file's bytes, in hexadecimal. @throws an error of the file system */
export async function fileChecksum(file: string): Promise<string> {
  const hash = createHash('sha256');
  const pieces = createReadStream(file, { highWaterMark: PIECE }) as AsyncIterable<Uint8Array>;
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
