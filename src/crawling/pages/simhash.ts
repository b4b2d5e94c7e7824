/** 64 bits in two halves, each an unsigned 32-bit number. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

/** The words of a text, in lower case: letters and digits of any script. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * SimHash (Charikar 2002, "Similarity estimation techniques from rounding algorithms"; as Manku, Jain and Das Sarma 2007
 * use it to find near-duplicate pages, with 64 bits): every feature is hashed, and each bit of the fingerprint says
 * whether more of the hashes have it set than not. Texts that share most features have fingerprints that differ in few bits.
 *
 * Features are single words; the papers leave them open. Runs of words tell texts apart more sharply, but then a few
 * edited words already change more bits than a near-duplicate may differ in. A word weighs √(how often it stands there),
 * so that articles and prepositions do not decide for all texts alike.
 */
export function simHash(words: readonly string[]): Fingerprint {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const votes = new Float64Array(64);
  for (const [word, count] of counts) {
    const weight = Math.sqrt(count);
    vote(votes, 0, hash32(word, 0x811c9dc5), weight);
    vote(votes, 32, hash32(word, 0x2545f491), weight);
  }
  return { high: majority(votes, 0), low: majority(votes, 32) };
}

function vote(votes: Float64Array, offset: number, hash: number, weight: number): void {
  for (let bit = 0; bit < 32; bit += 1) {
    const index = offset + bit;
    votes[index] = (votes[index] ?? 0) + ((hash >>> bit) & 1 ? weight : -weight);
  }
}

function majority(votes: Float64Array, offset: number): number {
  let half = 0;
  for (let bit = 0; bit < 32; bit += 1) if ((votes[offset + bit] ?? 0) > 0) half |= 1 << bit;
  return half >>> 0;
}

/** FNV-1a over code units, then the finaliser of MurmurHash3, without which neighbouring texts share bits. */
function hash32(text: string, basis: number): number {
  let hash = basis;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The number of bits in which two fingerprints differ. */
export function hammingDistance(a: Fingerprint, b: Fingerprint): number {
  return bitCount(a.high ^ b.high) + bitCount(a.low ^ b.low);
}

function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** 16 hexadecimal digits. */
export function fingerprintText({ high, low }: Fingerprint): string {
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

/** The reverse of {@link fingerprintText}. */
export function readFingerprint(text: string): Fingerprint {
  return { high: Number.parseInt(text.slice(0, 8), 16), low: Number.parseInt(text.slice(8, 16), 16) };
}
