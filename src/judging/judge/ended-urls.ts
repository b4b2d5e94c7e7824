import { hash52 } from '../../support/hash.js';

/** URLs that a crawl has brought to their end. What links to them say is not needed any more. */
export interface EndedUrls {
  readonly memory: SharedArrayBuffer;
  readonly add: (url: string) => void;
  /** True only for URLs that were added; false also for those that were forgotten, or that a thread does not see yet. */
  readonly has: (url: string) => boolean;
}

/** Slots of four bytes. */
const SLOTS = 1 << 18;
const FINGERPRINTS = 2 ** 32;

/**
 * A table of fixed size in memory that threads share. Each URL has one slot, which holds 32 bits of its hash; other bits
 * choose the slot. So one look-up in 4 · 10^9 mistakes a URL for another one. A URL whose slot another one takes is
 * forgotten.
 * @param memory of a table in another thread, of a power of two slots of four bytes, at most 2^20. Default: a new table
 */
export function createEndedUrls(memory = new SharedArrayBuffer(4 * SLOTS)): EndedUrls {
  const slots = new Uint32Array(memory);
  return {
    memory,
    add(url) {
      const key = hash52(url);
      Atomics.store(slots, slotOf(key, slots), fingerprintOf(key));
    },
    has(url) {
      const key = hash52(url);
      return Atomics.load(slots, slotOf(key, slots)) === fingerprintOf(key);
    },
  };
}

function slotOf(key: number, { length }: Uint32Array): number {
  return Math.floor(key / FINGERPRINTS) & (length - 1);
}

/** Not 0, which a free slot holds. */
function fingerprintOf(key: number): number {
  return key % FINGERPRINTS || 1;
}
