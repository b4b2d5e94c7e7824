import { addToList } from '../../support/add-to-list.js';
import { hammingDistance, type Fingerprint } from './simhash.js';

/** Bits in which the fingerprints of near-duplicates differ at most (Manku, Jain and Das Sarma 2007, for 64 bits). */
export const NEAR = 3;
/** Shorter texts have too few features: one word more or less changes many bits. */
export const FEWEST_WORDS = 50;

/** Pages by their fingerprints. Memory: about 300 bytes a page, its address included. */
export interface NearDuplicates {
  /** The address of a page whose fingerprint is near; undefined when there is none. */
  find(fingerprint: Fingerprint): string | undefined;
  add(fingerprint: Fingerprint, url: string): void;
}

interface Entry extends Fingerprint {
  readonly url: string;
}

/**
 * Finds pages within {@link NEAR} bits as Manku, Jain and Das Sarma 2007 (section 3) do: of four blocks of 16 bits, one
 * must be the same in both, so only pages that share a block are compared. Deviation: hash tables in memory instead of
 * sorted ones.
 */
export function createNearDuplicates(): NearDuplicates {
  const tables = Array.from({ length: 4 }, () => new Map<number, Entry[]>());
  return {
    find(fingerprint) {
      for (const [block, key] of blocksOf(fingerprint).entries()) {
        const candidates = tables[block]?.get(key) ?? [];
        const near = candidates.find((entry) => hammingDistance(entry, fingerprint) <= NEAR);
        if (near !== undefined) return near.url;
      }
      return undefined;
    },
    add({ high, low }, url) {
      const entry: Entry = { high, low, url };
      for (const [block, key] of blocksOf(entry).entries()) {
        const table = tables[block];
        if (table !== undefined) addToList(table, key, entry);
      }
    },
  };
}

function blocksOf({ high, low }: Fingerprint): readonly number[] {
  return [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff];
}
