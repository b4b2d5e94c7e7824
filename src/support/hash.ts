import { createHash, hash } from 'node:crypto';

/** SHA-256 in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The first 52 bits of a text's SHA-1, which a number holds exactly; not 0. */
export function hash52(text: string): number {
  return Number.parseInt(hash('sha1', text).slice(0, 13), 16) || 1;
}
