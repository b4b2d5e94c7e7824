/** Windows-1252 for the bytes 0x80 to 0x9F; the five that it leaves open stay control characters. */
const WINDOWS_1252_UPPER =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

/**
 * Decodes Windows-1252, which by the Encoding standard is also what `iso-8859-1`, `latin1` and `ascii` mean.
 * Not left to TextDecoder: Node 20.18.3 to 24.6 decode 0x80 to 0x9F as control characters (nodejs/node #56542).
 */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (character) => WINDOWS_1252_UPPER.charAt(character.charCodeAt(0) - 0x80));
}

export interface PieceDecoder {
  /** The text of the next piece. With `stream` a character may continue in the piece after it. */
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** A decoder by a label of the Encoding standard, such as `utf-8` or `ISO-8859-1`; undefined for unknown labels. */
export function openDecoder(label: string): PieceDecoder | undefined {
  try {
    const decoder = new TextDecoder(label);
    if (decoder.encoding !== 'windows-1252') return decoder;
    return { decode: (bytes = new Uint8Array()) => decodeWindows1252(bytes) };
  } catch {
    return undefined; // unknown to the standard, or to this Node
  }
}

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
