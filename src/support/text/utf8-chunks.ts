/** Bytes of a chunk. */
const CHUNK = 262_144;
/** UTF-8 takes at most three bytes per code unit. */
const MAX_BYTES = 3;

const NOTHING: readonly Uint8Array[] = [];

/**
 * Encodes texts as UTF-8 and joins them into chunks. Each text is encoded into an existing buffer: joining non-ASCII texts
 * before encoding them takes twenty times as long.
 */
export class Utf8Chunks {
  #chunk = Buffer.allocUnsafeSlow(0);
  #length = 0;

  /** Adds a text. Returns the chunks that are complete, mostly none. */
  add(text: string): readonly Uint8Array[] {
    const most = text.length * MAX_BYTES;
    const full = this.#length + most > this.#chunk.length ? this.end() : NOTHING;
    if (most > CHUNK) return [...full, Buffer.from(text)];
    if (this.#chunk.length === 0) this.#chunk = Buffer.allocUnsafeSlow(CHUNK);
    this.#length += this.#chunk.write(text, this.#length);
    return full;
  }

  /** Returns the last chunk, if any, and starts a new one. */
  end(): readonly Uint8Array[] {
    if (this.#length === 0) return NOTHING;
    const full = this.#chunk.subarray(0, this.#length);
    this.#chunk = Buffer.allocUnsafeSlow(0);
    this.#length = 0;
    return [full];
  }
}
