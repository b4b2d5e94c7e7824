/** A 64-bit hash as two signed 32-bit integers, which JavaScript computes fast. */
export interface WordHash {
  readonly high: number;
  readonly low: number;
}

const HIGH_SEED = 0xdeadbeef | 0;
const LOW_SEED = 0x41c6ce57;

/**
 * Hashes one word: two multiplicative hashes that are mixed at the end (cyrb53 by bryc, without its cut to 53 bits).
 */
export class WordHasher implements WordHash {
  high = 0;
  low = 0;

  /** Sets the hash to that of a word. */
  hash(word: string): void {
    let high = HIGH_SEED;
    let low = LOW_SEED;
    for (let index = 0; index < word.length; index += 1) {
      const unit = word.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
    }
    this.#mix(high, low);
  }

  /**
   * Sets the hash to that of a word in lower case, if it has only unaccented letters and at most its first is a
   * capital, as most words.
   * @returns false for other words
   */
  hashPlain(word: string): boolean {
    let high = HIGH_SEED;
    let low = LOW_SEED;
    for (let index = 0; index < word.length; index += 1) {
      let unit = word.charCodeAt(index);
      if (unit < 0x61 || unit > 0x7a) {
        if (index > 0 || unit < 0x41 || unit > 0x5a) return false;
        unit += 0x20;
      }
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
    }
    this.#mix(high, low);
    return word.length > 0;
  }

  #mix(before: number, after: number): void {
    let high =
      Math.imul(before ^ (before >>> 16), 0x85ebca6b) ^ Math.imul(after ^ (after >>> 13), 0xc2b2ae35);
    const low = Math.imul(after ^ (after >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
    high |= 0;
    this.high = high;
    this.low = low | 0;
  }
}

const hasher = new WordHasher();

/** The hash of a word as a value; see {@link WordHasher}. */
export function hashWord(word: string): WordHash {
  hasher.hash(word);
  return { high: hasher.high, low: hasher.low };
}

/**
 * The hash of a growing sequence of words. Each step is a bijection of the hash so far, so that sequences with the
 * same last word collide no more often than their beginnings do.
 */
export class SequenceHash {
  high = 0;
  low = 0;

  reset(): void {
    this.high = 0x2545f491;
    this.low = 0x1b873593;
  }

  /** Copies another hash. */
  copy({ high, low }: WordHash): void {
    this.high = high;
    this.low = low;
  }

  push({ high, low }: WordHash): void {
    this.pushHalves(high, low);
  }

  pushHalves(wordHigh: number, wordLow: number): void {
    let high = Math.imul(this.high ^ wordHigh, 0x85ebca6b);
    high ^= high >>> 15;
    let low = Math.imul(this.low ^ wordLow ^ high, 0xc2b2ae35);
    low ^= low >>> 13;
    this.high = (high + low) | 0;
    this.low = low | 0;
  }
}

/** 16 hexadecimal digits, which sort like the unsigned number. */
export function hexOfHash({ high, low }: WordHash): string {
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
