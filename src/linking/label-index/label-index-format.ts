import { InputError } from '../../model/errors.js';

/**
 * The form of a label index, a file that is read whole into memory. Numbers are little-endian.
 *
 *     8 bytes    "SFWCLBL" and a zero byte
 *     u32        version of the form, 1
 *     u32        length of the header
 *     header     JSON: see {@link IndexHeader}; blanks up to the next multiple of 8 bytes
 *     sections   one behind the other, each from a multiple of 8 bytes on
 *     32 bytes   SHA-256 of everything before
 *
 * Keys are sequences of words ({@link labelWords}) as hashes of 64 bits ({@link SequenceHash}); two keys of one hash
 * count as one, which among ten million happens with a probability of 3 in a million. Sections:
 *
 * - `directory` (u32): for each value of the hash's first `bucketBits` bits the number of its first entry, and behind
 *   the last the number of entries.
 * - `entries` (pairs of u32): low half of the hash, and where the candidates stand. Sorted by hash.
 * - `prefixes` (bits, as u32): a Bloom filter with {@link PREFIX_PROBES} probes of the sequences that longer keys begin
 *   with, by which reading a text goes on or stops.
 * - `candidates` (bytes): a number n; n times a resource (varint), the weight (byte, {@link weightOf}) and the kind of
 *   name (byte, place in {@link CANDIDATE_KINDS}); the heaviest first, then by resource.
 * - `resources` (bytes): IRIs in order, in blocks of {@link BLOCK}: how many bytes are those of the one before
 *   (varint; 0 at the beginning of a block), how many follow (varint), these.
 * - `blocks` (u32): where each block begins.
 * - `contextBits` (bits, as u32): which resources share a name with others; `contextRanks` (u32): how many of them stand
 *   before each {@link RANK_WORDS} numbers of these bits; `contextStarts` (u32): where the words of each of them begin, and
 *   behind the last where they end; `contextWords` (u32): low halves of the hashes of the words that go with them.
 */
export interface IndexHeader {
  readonly language: string;
  /** Names of the dumps, without folders. */
  readonly sources: readonly string[];
  /** Labels taken in, those of redirects included. */
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
/** Numbers of `contextBits` between two counts. */
export const RANK_WORDS = 8;
/** Bytes of the checksum at the end. */
export const CHECKSUM_BYTES = 32;
/** How a label names a candidate: {@link LabelKind}, or as one of the meanings of an ambiguous name. */
export const CANDIDATE_KINDS = ['preferred', 'alternative', 'redirect', 'disambiguation'] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** How many bits of a 32-bit number are set. */
export function bitCount(value: number): number {
  let pairs = value - ((value >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The first multiple of 8 that is not below. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** A count as one byte: steps of an eighth of a doubling. */
export function weightOf(count: number): number {
  return Math.min(255, Math.round(8 * Math.log2(1 + count)));
}

/** The count that a byte stands for. */
export function countOf(weight: number): number {
  return 2 ** (weight / 8) - 1;
}

/** Bits of a Bloom filter that a hash stands for: calls back with each probe's bit. */
export function prefixBit(high: number, low: number, probe: number, bits: number): number {
  // The number of bits is a power of two.
  return (Math.imul(high, 0x9e3779b1) + Math.imul(probe, low | 1)) & (bits - 1);
}

/** Numbers are written and read as this machine holds them. @throws InputError on one that holds them the other way round */
export function checkByteOrder(): void {
  if (new Uint8Array(new Uint32Array([1]).buffer)[0] === 1) return;
  throw new InputError('label indexes need a machine with little-endian numbers');
}
