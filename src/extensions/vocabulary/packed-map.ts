/** A map from texts to numbers that keeps hashes in place of the texts: 16 bytes per place. Two texts of many millions may be mixed up. */
export interface PackedMap {
  readonly size: number;
  /** Undefined where the text is not known. */
  get(key: string): number | undefined;
  /** @param value a whole number of 32 bits */
  set(key: string, value: number): void;
  delete(key: string): void;
}

/** A place that was never used, and one whose text was removed. */
const FREE = 0;
const REMOVED = 1;

/** An empty map. */
export function packedMap(): PackedMap {
  let places = 1024;
  let low = new Uint32Array(places);
  let high = new Uint32Array(places);
  let values = new Int32Array(places);
  let size = 0;
  let used = 0;

  /** The place of a hash; else, the free one where it belongs. */
  function placeOf(a: number, b: number): number {
    const mask = places - 1;
    let place = (a ^ Math.imul(b, 0x9e3779b1)) & mask;
    while (low[place] !== FREE || high[place] !== 0) {
      if (low[place] === a && high[place] === b) return place;
      place = (place + 1) & mask;
    }
    return place;
  }

  function grow(): void {
    const before = { low, high, values };
    places = size * 3 > places ? places * 2 : places;
    low = new Uint32Array(places);
    high = new Uint32Array(places);
    values = new Int32Array(places);
    used = size;
    before.low.forEach((a, place) => {
      const b = before.high[place] ?? 0;
      if (a <= REMOVED && b === 0) return;
      const target = placeOf(a, b);
      low[target] = a;
      high[target] = b;
      values[target] = before.values[place] ?? 0;
    });
  }

  const isTaken = (place: number): boolean => low[place] !== FREE || high[place] !== 0;
  return {
    get size() {
      return size;
    },
    get: (key) => {
      const [a, b] = hashOf(key);
      const place = placeOf(a, b);
      return isTaken(place) ? values[place] : undefined;
    },
    set: (key, value) => {
      const [a, b] = hashOf(key);
      let place = placeOf(a, b);
      if (!isTaken(place)) {
        if (used * 3 > places * 2) {
          grow();
          place = placeOf(a, b);
        }
        size += 1;
        used += 1;
      }
      low[place] = a;
      high[place] = b;
      values[place] = value;
    },
    delete: (key) => {
      const place = placeOf(...hashOf(key));
      if (!isTaken(place)) return;
      low[place] = REMOVED;
      high[place] = 0;
      size -= 1;
    },
  };
}

/** 64 bits by two multiplications per character (cyrb53 of bryc, without its last step). Neither of the reserved places. */
function hashOf(text: string): [number, number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [a >>> 0, b >>> 0 || 1];
}
