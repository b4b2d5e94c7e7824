import { InputError } from '../../model/errors.js';

/**
 * The format of a label index, a file that is read into memory as a whole. Numbers are little-endian.
 *
 *     8 bytes    "SFWCLBL" and a zero byte
 *     u32        format version, 1
 *     u32        length of the header
 *     header     JSON: see {@link IndexHeader}; padded to a multiple of 8 bytes
 *     sections   each padded to a multiple of 8 bytes
 *     32 bytes   SHA-256 of everything before
 *
 * Keys are sequences of words ({@link labelWords}) as 64-bit hashes ({@link SequenceHash}); keys with the same hash
 * count as one, which happens among ten million with a probability of 3 in a million. Sections:
 *
 * - `directory` (u32): for each value of the first `bucketBits` bits of a hash its first entry, then the number of
 *   entries.
 * - `entries` (pairs of u32): low half of the hash, position of the candidates. Sorted by hash.
 * - `prefixes` (bits, as u32): Bloom filter with {@link PREFIX_PROBES} probes of the beginnings of longer keys.
 * - `candidates` (bytes): a count n; n times a resource (varint), weight (byte, {@link weightOf}) and kind of name
 *   (byte, index in {@link CANDIDATE_KINDS}); the heaviest first, then by resource.
 * - `resources` (bytes): sorted IRIs in blocks of {@link BLOCK}: length shared with the one before (varint; 0 at the
 *   start of a block), length of the rest (varint), the rest.
 * - `blocks` (u32): where each block begins.
 * - `contextBits` (bits, as u32): the resources that share a name; `contextRanks` (u32): how many of them precede
 *   each {@link RANK_WORDS} numbers of these bits; `contextStarts` (u32): where their words begin, and where the last
 *   ones end; `contextWords` (u32): low halves of the hashes of the words.
 */
export interface IndexHeader {
  readonly language: string;
  /** Names of the dumps, without folders. */
  readonly sources: readonly string[];
  /** Labels, including those of redirects. */
  readonly labels: number;
  readonly keys: number;
  /** Keys with several candidates. */
  readonly ambiguous: number;
  readonly resources: number;
  readonly bucketBits: number;
  /** Bytes of each section, in the order of {@link SECTIONS}. */
  readonly sections: Readonly<Record<SectionName, number>>;
}

export const MAGIC = Buffer.from('SFWCLBL\0', 'latin1');
export const INDEX_VERSION = 1;
export const SECTIONS = [
  'directory',
  'entries',
  'prefixes',
  'candidates',
  'resources',
  'blocks',
  'contextBits',
  'contextRanks',
  'contextStarts',
  'contextWords',
] as const;
export type SectionName = (typeof SECTIONS)[number];
/** Resources in a block of the table of IRIs. */
export const BLOCK = 16;
export const PREFIX_PROBES = 2;
/** Numbers of `contextBits` between two ranks. */
export const RANK_WORDS = 8;
/** Bytes of the checksum at the end. */
export const CHECKSUM_BYTES = 32;
/** How a label names a candidate: {@link LabelKind}, or as a meaning of an ambiguous name. */
export const CANDIDATE_KINDS = ['preferred', 'alternative', 'redirect', 'disambiguation'] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** Number of set bits of a 32-bit number. */
export function bitCount(value: number): number {
  let pairs = value - ((value >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The next multiple of 8. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** A count as one byte, in steps of an eighth of a doubling. */
export function weightOf(count: number): number {
  return Math.min(255, Math.round(8 * Math.log2(1 + count)));
}

/** The count of a weight. */
export function countOf(weight: number): number {
  return 2 ** (weight / 8) - 1;
}

/** The bit of a Bloom filter for a probe of a hash. @param bits a power of two */
export function prefixBit(high: number, low: number, probe: number, bits: number): number {
  return (Math.imul(high, 0x9e3779b1) + Math.imul(probe, low | 1)) & (bits - 1);
}

/** Checks the byte order of the machine. @throws InputError on big-endian machines */
export function checkByteOrder(): void {
  if (new Uint8Array(new Uint32Array([1]).buffer)[0] === 1) return;
  throw new InputError('label indexes need a machine with little-endian numbers');
}
