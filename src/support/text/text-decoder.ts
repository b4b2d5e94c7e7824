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

/** A decoder by a label of the Encoding standard, such as `utf-8` or `ISO-8859-1`; undefined for unknown labels. */
export function openDecoder(label: string): Pick<TextDecoder, 'decode'> | undefined {
  try {
    const decoder = new TextDecoder(label);
    if (decoder.encoding !== 'windows-1252') return decoder;
    return { decode: (bytes = new Uint8Array()) => decodeWindows1252(bytes as Uint8Array) };
  } catch {
    return undefined; // unknown to the standard, or to this Node
  }
}
