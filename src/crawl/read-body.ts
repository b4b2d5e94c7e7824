import type { Readable } from 'node:stream';
import { FetchError } from '../model/errors.js';

/** How much of a body may come in. */
export interface BodyLimit {
  readonly bytes: number;
  /** What to do when there is more: fail as 'too-large', or keep what has come. */
  readonly beyond: 'fail' | 'cut';
}

/**
 * Reads a body that has already been decompressed, and stops at the limit: a bomb of zeros costs no more than that.
 * @throws FetchError 'too-large'; whatever the stream fails with
 */
export async function readBody(stream: Readable, limit: BodyLimit, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early destroys the stream and with it the connection.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= limit.bytes) continue;
    if (limit.beyond === 'cut') return Buffer.concat(chunks, limit.bytes);
    throw new FetchError('too-large', url, `the body is larger than ${limit.bytes} bytes`);
  }
  return Buffer.concat(chunks, length);
}

/** Bodies that nobody wants are read up to this many bytes, so that the connection can be used again. */
const WORTH_READING = 16_384;

/** Gets rid of a body. Never throws: nobody wanted it. */
export async function discardBody(stream: Readable): Promise<void> {
  try {
    await readBody(stream, { bytes: WORTH_READING, beyond: 'cut' }, '');
  } catch {
    stream.destroy();
  }
}
