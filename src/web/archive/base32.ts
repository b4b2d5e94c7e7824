const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base 32 (RFC 4648, section 6), without padding: five bits a letter, the last ones filled up with zeros. */
export function base32(bytes: Uint8Array): string {
  let [text, bits, held] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS.charAt((held >> (bits - 5)) & 31);
    held &= 31;
  }
  return bits === 0 ? text : text + LETTERS.charAt((held << (5 - bits)) & 31);
}
