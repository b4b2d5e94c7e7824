import { sha256 } from '../../support/hash.js';

/** The number of a host (with port), shorter than its name: 63 bits of its SHA-256, as PostgreSQL writes a bigint. */
export function hostKey(host: string): string {
  return String(BigInt(`0x${sha256(host).slice(0, 16)}`) >> 1n);
}

/** The first 16 bytes of the SHA-256 of a URL, as PostgreSQL writes a uuid. */
export function urlKey(url: string): string {
  return sha256(url).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** 52 bits of a {@link urlKey}, which a number holds exactly; not 0. */
export function shortKey(key: string): number {
  return Number.parseInt(key.slice(0, 8) + key.slice(9, 13) + key.slice(14, 15), 16) || 1;
}
