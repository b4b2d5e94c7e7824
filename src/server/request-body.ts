import type { Context } from 'hono';
import { Problem } from './problem.js';

/** How large a request may be, and the option by which that is set. */
export interface SizeLimit {
  readonly bytes: number;
  readonly option: '--max-query' | '--max-upload';
}

/** What is said of a request that is too large. */
export function tooLarge(what: string, { bytes, option }: SizeLimit): Problem {
  return new Problem(
    413,
    `the ${what} is larger than ${bytes} bytes; send less, or start the server with a larger ${option}`,
    { connection: 'close' },
  );
}

/**
 * The body of a request, whole.
 * (Hono's own limit makes a second Request of the first, which node-server's cannot be without changing globals.)
 * @throws Problem 413 when it is larger, 415 when it is compressed
 */
export async function readBody(context: Context, limit: SizeLimit): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = context.req.header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem(415, `content-encoding ${encoding}: this takes bodies as they are`);
  }
  if (Number(context.req.header('content-length') ?? 0) > limit.bytes) throw tooLarge('body', limit);
  const { body } = context.req.raw;
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit.bytes) throw tooLarge('body', limit);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
