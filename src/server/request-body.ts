import type { Context } from 'hono';
import { Problem } from './problem.js';

/**
 * The body of a request, whole.
 * (Hono's own limit makes a second Request of the first, which node-server's cannot be without changing globals.)
 * @param most bytes
 * @throws Problem 413 when it is larger, 415 when it is compressed
 */
export async function readBody(context: Context, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = context.req.header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem(415, `content-encoding ${encoding}: this takes bodies as they are`);
  }
  const tooLarge = new Problem(413, `the body is larger than ${most} bytes`, { connection: 'close' });
  if (Number(context.req.header('content-length') ?? 0) > most) throw tooLarge;
  const { body } = context.req.raw;
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
