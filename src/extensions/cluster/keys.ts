import { createHash } from 'node:crypto';

/** How hosts and URLs are distinguished in the database, where their names would take too much space. */

/** The number of a host (with port): 63 bits of its SHA-256, as PostgreSQL writes a bigint. */
export function hostKey(host: string): string {
  const hex = createHash('sha256').update(host).digest('hex').slice(0, 16);
  return String(BigInt(`0x${hex}`) >> 1n);
}

/** The first 16 bytes of the SHA-256 of a URL, as PostgreSQL writes a uuid. */
export function urlKey(url: string): string {
  const hex = createHash('sha256').update(url).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** 52 bits of a {@link urlKey}, which a number holds exactly; not 0. */
export function shortKey(key: string): number {
  return Number.parseInt(key.slice(0, 8) + key.slice(9, 13) + key.slice(14, 15), 16) || 1;
}
