/** Numbers that are appended, in a typed array: a few bytes each, however many there are. */
export interface GrowingArray {
  readonly length: number;
  /** NaN beyond the end. */
  at(place: number): number;
  push(value: number): void;
  set(place: number, value: number): void;
}

type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array;

/** @param make an array of so many numbers */
export function growingArray(make: (length: number) => Numbers): GrowingArray {
  let values = make(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    at: (place) => (place < length ? (values[place] ?? Number.NaN) : Number.NaN),
    push(value) {
      if (length === values.length) {
        const larger = make(2 * length);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    set(place, value) {
      if (place < length) values[place] = value;
    },
  };
}
