/** Bytes of a chunk. */
const CHUNK = 262_144;
/** Bytes of UTF-8 per code unit at most. */
const MOST_BYTES = 3;

const NOTHING: readonly Uint8Array[] = [];

/**
 * Joins texts in UTF-8 into chunks. Each text is encoded on its own, into memory that is there: to join the texts first and
 * to encode them as a whole takes twenty times as long where they are more than ASCII.
 */
export class Utf8Chunks {
  #chunk = Buffer.allocUnsafeSlow(0);
  #length = 0;

  /** Adds a text. Returns what is to be written before all that is added later: mostly nothing yet. */
  add(text: string): readonly Uint8Array[] {
    const most = text.length * MOST_BYTES;
    const full = this.#length + most > this.#chunk.length ? this.end() : NOTHING;
    if (most > CHUNK) return [...full, Buffer.from(text)];
    if (this.#chunk.length === 0) this.#chunk = Buffer.allocUnsafeSlow(CHUNK);
    this.#length += this.#chunk.write(text, this.#length);
    return full;
  }

  /** What is left to be written. */
  end(): readonly Uint8Array[] {
    if (this.#length === 0) return NOTHING;
    const full = this.#chunk.subarray(0, this.#length);
    this.#chunk = Buffer.allocUnsafeSlow(0);
    this.#length = 0;
    return [full];
  }
}
