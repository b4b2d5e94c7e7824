import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { InputError, messageOf } from '../../model/errors.js';
import type { LabelIndexData } from '../../model/label-index.js';
import {
  aligned,
  bitCount,
  BLOCK,
  CANDIDATE_KINDS,
  CHECKSUM_BYTES,
  checkByteOrder,
  countOf,
  INDEX_VERSION,
  MAGIC,
  PREFIX_PROBES,
  prefixBit,
  RANK_WORDS,
  SECTIONS,
  type CandidateKind,
  type IndexHeader,
  type SectionName,
} from './label-index-format.js';

/** A possible meaning of a name. */
export interface Candidate {
  /** Number of the resource. */
  readonly resource: number;
  /** How often the name is used for it, or an estimate; see `writeResources`. */
  readonly count: number;
  readonly kind: CandidateKind;
}

/** An open label index. */
export interface LabelIndex {
  readonly header: IndexHeader;
  readonly checksum: string;
  /** Whether a longer key may begin with the sequence; false positives are possible. */
  readonly mayContinue: (high: number, low: number) => boolean;
  /** Position of the candidates of a key; -1 when there is none. */
  readonly find: (high: number, low: number) => number;
  /** The candidates at a position, the most used first. */
  readonly candidatesAt: (place: number) => readonly Candidate[];
  readonly iriOf: (resource: number) => string;
  /** Low halves of the hashes of words that go with a resource; empty for resources that share no name. */
  readonly contextOf: (resource: number) => Uint32Array;
}

const PIECE = 16 * 1024 * 1024;
const HEAD = MAGIC.length + 8;

/** Whether a file is a label index, by its first bytes. False for unreadable files. */
export async function isLabelIndex(file: string): Promise<boolean> {
  try {
    return await withFile(file, async (handle) => (await readAt(handle, 0, MAGIC.length)).equals(MAGIC));
  } catch {
    return false;
  }
}

/**
 * Reads a label index into memory and checks its checksum.
 * @throws InputError when it is missing, not a label index, of another version, cut off or damaged
 */
export async function readLabelIndex(file: string): Promise<LabelIndexData> {
  checkByteOrder();
  try {
    return await withFile(file, (handle) => readWhole(file, handle));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, {
      hint: 'make it with: sfwc labels index DUMP... --out FILE',
      cause: error,
    });
  }
}

async function readWhole(file: string, handle: FileHandle): Promise<LabelIndexData> {
  const { size } = await handle.stat();
  const head = await readAt(handle, 0, Math.min(size, HEAD));
  if (head.length < HEAD || !head.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new InputError(`${file} is not a label index`, {
      hint: 'make one with: sfwc labels index DUMP... --out FILE',
    });
  }
  const version = head.readUInt32LE(MAGIC.length);
  if (version !== INDEX_VERSION) {
    const message = `${file} is a label index of version ${version}, this is sfwc with ${INDEX_VERSION}`;
    throw new InputError(message, { hint: 'make it again with: sfwc labels index' });
  }
  const bytes = new SharedArrayBuffer(size);
  const hash = createHash('sha256');
  for (let done = 0; done < size;) {
    const view = new Uint8Array(bytes, done, Math.min(PIECE, size - done));
    const { bytesRead } = await handle.read(view, 0, view.length, done);
    if (bytesRead === 0) throw damaged(file);
    hash.update(view.subarray(0, Math.max(0, Math.min(bytesRead, size - CHECKSUM_BYTES - done))));
    done += bytesRead;
  }
  const checksum = hash.digest('hex');
  const stated = Buffer.from(bytes, Math.max(0, size - CHECKSUM_BYTES)).toString('hex');
  if (checksum !== stated) throw damaged(file);
  return { bytes, checksum };
}

function damaged(file: string): InputError {
  return new InputError(`${file} is cut off or damaged: its checksum differs`, {
    hint: 'copy it again, or make it again with: sfwc labels index',
  });
}

async function withFile<T>(file: string, act: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    return await act(handle);
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Opens an index in memory. */
export function openLabelIndex({ bytes, checksum }: LabelIndexData): LabelIndex {
  const headerLength = new DataView(bytes).getUint32(MAGIC.length + 4, true);
  const header = JSON.parse(Buffer.from(bytes, HEAD, headerLength).toString()) as IndexHeader;
  const places = new Map<SectionName, number>();
  let place = aligned(HEAD + headerLength);
  for (const name of SECTIONS) {
    places.set(name, place);
    place = aligned(place + header.sections[name]);
  }
  const numbers = (name: SectionName): Uint32Array =>
    new Uint32Array(bytes, places.get(name) ?? 0, header.sections[name] / 4);
  const raw = (name: SectionName): Buffer => Buffer.from(bytes, places.get(name) ?? 0, header.sections[name]);
  const candidates = raw('candidates');
  return {
    header,
    checksum,
    ...keyTable(header, numbers('directory'), numbers('entries'), numbers('prefixes')),
    candidatesAt: (at) => readCandidates(candidates, at),
    iriOf: iriReader(raw('resources'), numbers('blocks')),
    contextOf: contextReader(
      numbers('contextBits'),
      numbers('contextRanks'),
      numbers('contextStarts'),
      numbers('contextWords'),
    ),
  };
}

function keyTable(
  { bucketBits }: IndexHeader,
  directory: Uint32Array,
  entries: Uint32Array,
  prefixes: Uint32Array,
): Pick<LabelIndex, 'mayContinue' | 'find'> {
  const bits = prefixes.length * 32;
  const shift = 32 - bucketBits;
  return {
    mayContinue: (high, low) => {
      for (let probe = 0; probe < PREFIX_PROBES; probe += 1) {
        const bit = prefixBit(high, low, probe, bits);
        if (((prefixes[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
    find: (high, low) => {
      const bucket = high >>> shift;
      const wanted = low >>> 0;
      const end = directory[bucket + 1] ?? 0;
      for (let entry = directory[bucket] ?? 0; entry < end; entry += 1) {
        if (entries[2 * entry] === wanted) return entries[2 * entry + 1] ?? -1;
      }
      return -1;
    },
  };
}

/** Reads bytes and varints. */
class Cursor {
  constructor(
    readonly bytes: Buffer,
    public place: number,
  ) {}

  byte(): number {
    this.place += 1;
    return this.bytes[this.place - 1] ?? 0;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

function readCandidates(bytes: Buffer, at: number): Candidate[] {
  const cursor = new Cursor(bytes, at);
  return Array.from({ length: cursor.byte() }, () => {
    const resource = cursor.varint();
    const count = countOf(cursor.byte());
    return { resource, count, kind: CANDIDATE_KINDS[cursor.byte()] ?? 'alternative' };
  });
}

function iriReader(bytes: Buffer, blocks: Uint32Array): (resource: number) => string {
  let scratch = Buffer.alloc(4096);
  return (resource) => {
    const cursor = new Cursor(bytes, blocks[Math.floor(resource / BLOCK)] ?? 0);
    let length = 0;
    for (let left = resource % BLOCK; left >= 0; left -= 1) {
      const shared = cursor.varint();
      const own = cursor.varint();
      length = shared + own;
      if (length > scratch.length) scratch = Buffer.concat([scratch, Buffer.alloc(length)]);
      bytes.copy(scratch, shared, cursor.place, cursor.place + own);
      cursor.place += own;
    }
    return scratch.toString('utf8', 0, length);
  };
}

function contextReader(
  bits: Uint32Array,
  ranks: Uint32Array,
  starts: Uint32Array,
  words: Uint32Array,
): (resource: number) => Uint32Array {
  const none = new Uint32Array(0);
  return (resource) => {
    const place = resource >>> 5;
    const own = bits[place] ?? 0;
    const bit = 1 << (resource & 31);
    if ((own & bit) === 0) return none;
    const block = Math.floor(place / RANK_WORDS);
    let rank = (ranks[block] ?? 0) + bitCount(own & (bit - 1));
    for (let before = block * RANK_WORDS; before < place; before += 1) rank += bitCount(bits[before] ?? 0);
    return words.subarray(starts[rank], starts[rank + 1]);
  };
}
