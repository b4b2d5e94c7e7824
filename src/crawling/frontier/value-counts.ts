/** How many URLs of which value are queued, roughly: values are distinguished by 12 bits of their mantissa. */
export interface ValueCounts {
  add(value: number): void;
  /** Removes one that was added. */
  remove(value: number): void;
  readonly size: number;
  /** As `Frontier.valueAt`. */
  valueAt(rank: number): number | undefined;
}

/** Values of one sign and exponent are counted together in a block, by the next 12 bits. */
const BLOCK_BITS = 12;
const BLOCK_SIZE = 2 ** BLOCK_BITS;
/** Values that are not negative have keys from here on. */
const ZERO = 2 ** 23;

/**
 * A histogram over all finite numbers: the first 24 bits of a double, in the order of the values. It takes 16 kB for each
 * exponent that occurs, whatever the number of URLs, and a rank is found in at most 8192 steps.
 */
export function createValueCounts(): ValueCounts {
  const totals = new Float64Array(2 ** 12);
  const blocks: Uint32Array[] = [];
  let size = 0;

  function count(value: number, change: 1 | -1): void {
    const key = keyOf(value);
    const block = Math.floor(key / BLOCK_SIZE);
    const counts = (blocks[block] ??= new Uint32Array(BLOCK_SIZE));
    counts[key % BLOCK_SIZE] = (counts[key % BLOCK_SIZE] ?? 0) + change;
    totals[block] = (totals[block] ?? 0) + change;
    size += change;
  }

  return {
    add: (value) => count(value, 1),
    remove: (value) => count(value, -1),
    get size() {
      return size;
    },
    valueAt(rank) {
      if (rank > size) return undefined;
      const block = placeOf(totals, rank);
      const place = placeOf(blocks[block.place] ?? new Uint32Array(), block.rank);
      return leastOf(block.place * BLOCK_SIZE + place.place);
    },
  };
}

/** Where the item of a rank is, counted from the end, and its rank there. */
function placeOf(
  counts: Float64Array | Uint32Array,
  rank: number,
): { readonly place: number; readonly rank: number } {
  let left = rank;
  let place = counts.length - 1;
  for (; place > 0 && (counts[place] ?? 0) < left; place -= 1) left -= counts[place] ?? 0;
  return { place, rank: left };
}

const view = new DataView(new ArrayBuffer(8));

/** The first bits of a number; in the order of the numbers, because negative ones are turned round. */
function keyOf(value: number): number {
  // Adding 0 makes 0 of -0.
  view.setFloat64(0, value + 0);
  const bits = view.getUint32(0) >>> 8;
  return bits < ZERO ? ZERO + bits : 2 * ZERO - 1 - bits;
}

/** The least number of a key. */
function leastOf(key: number): number {
  const isNegative = key < ZERO;
  const bits = isNegative ? 2 * ZERO - 1 - key : key - ZERO;
  view.setUint32(0, bits * 256 + (isNegative ? 255 : 0));
  view.setUint32(4, isNegative ? 0xffffffff : 0);
  return view.getFloat64(0);
}
