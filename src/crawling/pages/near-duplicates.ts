import { createPackedRows } from '../../support/packed-rows.js';
import { hammingDistance, type Fingerprint } from './simhash.js';

/** Bits in which the fingerprints of near-duplicates differ at most (Manku, Jain and Das Sarma 2007, for 64 bits). */
export const NEAR = 3;
/** Shorter texts have too few features: one word more or less changes many bits. */
export const FEWEST_WORDS = 50;

/** Pages by their fingerprints. Memory: 1 MB, and for each page about 40 bytes and its address. */
export interface NearDuplicates {
  /** The address of a page whose fingerprint is near, the earliest of several; undefined when there is none. */
  find(fingerprint: Fingerprint): string | undefined;
  add(fingerprint: Fingerprint, url: string): void;
}

const BLOCKS = 4;
/** Numbers of a page before its address: both halves of its fingerprint, and for each block the page before it. */
const HEADER = 2 + BLOCKS;
/** Bytes of the numbers that addresses are packed in. */
const PACKED = Uint32Array.BYTES_PER_ELEMENT;

/**
 * Finds pages within {@link NEAR} bits as Manku, Jain and Das Sarma 2007 (section 3) do: of four blocks of 16 bits, one
 * must be the same in both, so only pages that share a block are compared. Deviation: tables in memory by the value of a
 * block instead of sorted ones.
 */
export function createNearDuplicates(): NearDuplicates {
  const pages = createPackedRows(0);
  /** For each block, by its value: one more than the place of the latest page with it, 0 where there is none. */
  const latest = Array.from({ length: BLOCKS }, () => new Uint32Array(1 << 16));

  function earliestNear(fingerprint: Fingerprint, block: number, value: number): string | undefined {
    let near: number | undefined;
    for (let next = latest[block]?.[value] ?? 0; next > 0;) {
      const page = pages.at(next - 1).wholes;
      const [high = 0, low = 0] = page;
      if (hammingDistance({ high, low }, fingerprint) <= NEAR) near = next - 1;
      next = page[2 + block] ?? 0;
    }
    return near === undefined ? undefined : unpackText(pages.at(near).wholes.subarray(HEADER));
  }

  return {
    find(fingerprint) {
      for (const [block, value] of blocksOf(fingerprint).entries()) {
        const near = earliestNear(fingerprint, block, value);
        if (near !== undefined) return near;
      }
      return undefined;
    },
    add(fingerprint, url) {
      const values = blocksOf(fingerprint);
      const before = values.map((value, block) => latest[block]?.[value] ?? 0);
      const place = pages.put({
        fractions: [],
        wholes: [fingerprint.high, fingerprint.low, ...before, ...packText(url)],
      });
      for (const [block, places] of latest.entries()) places[values[block] ?? 0] = place + 1;
    },
  };
}

function blocksOf({ high, low }: Fingerprint): readonly number[] {
  return [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff];
}

/** A text without U+0000 in numbers of four bytes, filled up with zeros. */
function packText(text: string): Uint32Array {
  const bytes = Buffer.from(text);
  const numbers = new Uint32Array(Math.ceil(bytes.length / PACKED));
  new Uint8Array(numbers.buffer).set(bytes);
  return numbers;
}

/** The reverse of {@link packText}. */
function unpackText({ buffer, byteOffset, byteLength }: Uint32Array): string {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? byteLength : end);
}
