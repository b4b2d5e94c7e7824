import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Bytes in base 32 (RFC 4648, section 6), without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const digitOf = (five: string): number => Number.parseInt(five.padEnd(5, '0'), 2);
  return bits.replaceAll(/.{1,5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(digitOf(five)));
}
