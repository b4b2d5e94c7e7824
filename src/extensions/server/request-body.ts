import type { Context } from 'hono';
import { Problem } from './problem.js';

/** The maximum size of a request and the option that sets it, where one does. */
export interface SizeLimit {
  readonly bytes: number;
  readonly option?: '--max-query';
}

/** The error for a request that is too large. */
export function tooLarge(what: string, { bytes, option }: SizeLimit): Problem {
  const hint = option === undefined ? '' : `; send less, or start the server with a larger ${option}`;
  return new Problem(413, `the ${what} is larger than ${bytes} bytes${hint}`, { connection: 'close' });
}

/**
 * Reads the body of a request.
 * (Hono's own limit copies the Request, which node-server's does not support without changing globals.)
 * @throws Problem 413 when it is too large, 415 when it is compressed
 */
export async function readBody(context: Context, limit: SizeLimit): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = context.req.header('content-encoding');
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem(415, `content-encoding ${encoding}: bodies must not be encoded`);
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
