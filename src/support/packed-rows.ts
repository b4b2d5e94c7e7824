/** A row: some fractional numbers, always as many, and any number of whole ones from 0 to 2³² − 1. */
export interface PackedRow {
  readonly fractions: Float64Array;
  readonly wholes: Uint32Array;
}

/** Where a row lies: its numbers from a place on in the arrays of a buffer. */
export interface RowSpot {
  readonly fractions: ArrayLike<number>;
  readonly fraction: number;
  readonly wholes: ArrayLike<number>;
  readonly whole: number;
}

/**
 * Many rows of numbers in a few large buffers. An object with its lists takes five to ten times as much memory, and the
 * collector of garbage visits each of them.
 */
export interface PackedRows {
  /** Writes a row, and returns where it is. @param place where it was before */
  put(
    row: { readonly fractions: readonly number[]; readonly wholes: readonly number[] },
    place?: number,
  ): number;
  /** Views of a row, good until the next one is written. */
  at(place: number): PackedRow;
  /** Where a row is, good until the next one is written: views of many rows take longer to make than to read. */
  spotAt(place: number): RowSpot;
  /** The row as it lies in memory. */
  bytesAt(place: number): Uint8Array;
  /** Takes a row from its bytes. @throws RangeError for bytes that are not of such a row */
  putBytes(bytes: Uint8Array): number;
  /** Gives its place to others. */
  drop(place: number): void;
}

/** Bytes of a number with a fraction, in which places are counted. */
const UNIT = 8;
/** Units of a buffer. */
const BUFFER = 131_072;
/** Units by which the rooms for rows differ, so that what is dropped can be used for others. */
const STEP = 4;

interface Views {
  readonly fractions: Float64Array;
  readonly wholes: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Buffers in which places are reserved. */
interface Room {
  readonly viewsOf: (place: number) => Views;
  /** @throws RangeError for more units than a buffer has */
  readonly reserve: (units: number) => number;
  readonly free: (place: number, units: number) => void;
}

function createRoom(): Room {
  const buffers: Views[] = [];
  /** The first unit of the last buffer that was never used. */
  let unused = BUFFER;
  /** Places to use again, by their units. */
  const again = new Map<number, number[]>();
  return {
    viewsOf(place) {
      const views = buffers[Math.floor(place / BUFFER)];
      if (views === undefined) throw new RangeError(`there is no row at ${place}`);
      return views;
    },
    reserve(units) {
      const known = again.get(units)?.pop();
      if (known !== undefined) return known;
      if (units > BUFFER) throw new RangeError(`a row of ${units * UNIT} bytes is too long`);
      if (unused + units > BUFFER) {
        buffers.push(newBuffer());
        unused = 0;
      }
      const place = (buffers.length - 1) * BUFFER + unused;
      unused += units;
      return place;
    },
    free(place, units) {
      const places = again.get(units);
      if (places === undefined) again.set(units, [place]);
      else places.push(place);
    },
  };
}

function newBuffer(): Views {
  const buffer = new ArrayBuffer(BUFFER * UNIT);
  return {
    fractions: new Float64Array(buffer),
    wholes: new Uint32Array(buffer),
    bytes: new Uint8Array(buffer),
  };
}

/** @param width fractional numbers of each row */
export function createPackedRows(width: number): PackedRows {
  const { viewsOf, reserve, free } = createRoom();
  /** Whole numbers of the row, before which their number stands. */
  const countAt = (place: number): number => viewsOf(place).wholes[2 * ((place % BUFFER) + width)] ?? 0;
  const unitsFor = (count: number): number => STEP * Math.ceil((width + (count + 1) / 2) / STEP);
  const drop = (place: number): void => free(place, unitsFor(countAt(place)));

  /** Where a row with so many whole numbers goes: where it was, if it fits there. */
  function placeFor(count: number, place: number | undefined): number {
    const units = unitsFor(count);
    if (place !== undefined && unitsFor(countAt(place)) === units) return place;
    if (place !== undefined) drop(place);
    return reserve(units);
  }

  return {
    put({ fractions, wholes }, before) {
      const place = placeFor(wholes.length, before);
      const views = viewsOf(place);
      const first = place % BUFFER;
      views.fractions.set(fractions, first);
      views.wholes[2 * (first + width)] = wholes.length;
      views.wholes.set(wholes, 2 * (first + width) + 1);
      return place;
    },
    at(place) {
      const { fractions, wholes } = viewsOf(place);
      const first = place % BUFFER;
      const begin = 2 * (first + width) + 1;
      return {
        fractions: fractions.subarray(first, first + width),
        wholes: wholes.subarray(begin, begin + countAt(place)),
      };
    },
    spotAt(place) {
      const { fractions, wholes } = viewsOf(place);
      const fraction = place % BUFFER;
      return { fractions, fraction, wholes, whole: 2 * (fraction + width) + 1 };
    },
    bytesAt(place) {
      const begin = (place % BUFFER) * UNIT;
      return viewsOf(place).bytes.slice(begin, begin + unitsFor(countAt(place)) * UNIT);
    },
    putBytes(bytes) {
      const count = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(width * UNIT, true);
      const units = unitsFor(count);
      if (units * UNIT !== bytes.length)
        throw new RangeError(`${bytes.length} bytes are not a row of numbers`);
      const place = reserve(units);
      viewsOf(place).bytes.set(bytes, (place % BUFFER) * UNIT);
      return place;
    },
    drop,
  };
}
