import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { InputError, messageOf } from '../../model/errors.js';
import { ByteCursor } from './byte-cursor.js';
import { DamagedData, EXPANSION_LIMIT, refuseBomb, take, type CompressedMember } from './unpacked-data.js';
import { unzstd } from './zstd.js';

export { DamagedData, type CompressedMember };

/** The format in which bytes are compressed: gzip, or zstd, also behind a frame for readers of its own. */
export function compressionOf(bytes: Uint8Array): 'gzip' | 'zstd' | undefined {
  const [first = 0, second, third, fourth] = bytes;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  const isSkippable = (first & 0xf0) === 0x50 && second === 0x2a && third === 0x4d && fourth === 0x18;
  return isSkippable || (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd)
    ? 'zstd'
    : undefined;
}

/** Bytes that the decompressor is given at once; what they expand to is in memory: at most 17 MB. */
const PIECE_BYTES = 16_384;
/** Flags of a header (RFC 1952, section 2.3.1). */
const [HEADER_CHECK, EXTRA, NAME, COMMENT] = [2, 4, 8, 16] as const;

/**
 * Decompresses gzip, including several members in a row (RFC 1952). All that could be decompressed is yielded before the error.
 * @param onMember called before the first byte of a member is yielded; `length` is set when its last one was
 * @throws DamagedData where the data is cut off, damaged or not gzip, or expands beyond the limit
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
  onMember: (member: CompressedMember) => void = () => undefined,
  limit = EXPANSION_LIMIT,
): AsyncGenerator<Uint8Array> {
  const input = new ByteCursor(chunks);
  let out = 0;
  try {
    for (;;) {
      const member: CompressedMember = { offset: input.offset, length: undefined };
      if (!(await readHeader(input))) return;
      onMember(member);
      let check = 0;
      for await (const part of inflate(input)) {
        check = crc32(part, check);
        out += part.length;
        refuseBomb(out, input.offset, limit);
        yield part;
      }
      if ((await take(input, 8)).readUInt32LE(0) !== check) throw new DamagedData('incorrect data check');
      member.length = input.offset - member.offset;
    }
  } finally {
    await input.close();
  }
}

/** False at the end of the data. */
async function readHeader(input: ByteCursor): Promise<boolean> {
  const begin = await input.take(1);
  if (begin.length === 0) return false;
  const [second, method, flags = 0] = await take(input, 9);
  if (begin[0] !== 0x1f || second !== 0x8b || method !== 8) throw new DamagedData('incorrect header check');
  if ((flags & EXTRA) !== 0) {
    const [low = 0, high = 0] = await take(input, 2);
    await take(input, low + 256 * high);
  }
  for (const flag of [NAME, COMMENT]) if ((flags & flag) !== 0) while ((await take(input, 1))[0] !== 0);
  if ((flags & HEADER_CHECK) !== 0) await take(input, 2);
  return true;
}

/** Unpacks up to the end of the deflated data, and takes just that from the input. */
async function* inflate(input: ByteCursor): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: 65_536 });
  const state = { ended: false, failure: undefined as Error | undefined, ready: [] as Uint8Array[] };
  // After an error zlib does not call back for the piece it was at.
  let wake = (): void => undefined;
  inflater.on('data', (part: Uint8Array) => state.ready.push(part));
  inflater.on('end', () => {
    state.ended = true;
    wake();
  });
  inflater.on('error', (error) => {
    state.failure = error;
    wake();
  });
  try {
    while (!state.ended) {
      const piece = await input.some(PIECE_BYTES);
      if (piece === undefined) throw new DamagedData('unexpected end of file');
      const before = inflater.bytesWritten;
      await new Promise<void>((resolve) => {
        wake = resolve;
        inflater.write(piece, () => resolve());
      });
      input.giveBack(piece.length - (inflater.bytesWritten - before));
      yield* state.ready.splice(0);
      if (state.failure !== undefined) throw new DamagedData(state.failure.message);
    }
  } finally {
    inflater.destroy();
  }
}

/** The place behind the last member of a file that is whole. */
export async function lastWholeMember(file: string): Promise<number> {
  let last: CompressedMember = { offset: 0, length: 0 };
  let end = 0;
  const endOf = ({ offset, length = 0 }: CompressedMember): number => offset + length;
  const unpacked = gunzip(createReadStream(file), (member) => {
    end = endOf(last);
    last = member;
  });
  try {
    while ((await unpacked.next()).done !== true);
  } catch (thrown) {
    if (!(thrown instanceof DamagedData)) throw thrown;
  }
  return last.length === undefined ? end : endOf(last);
}

/** The rest of a file cannot be read from a position on: its compressed data ends early, say. */
export class SourceEnds extends Error {
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message);
  }
}

/** The error of a file whose compressed data is damaged. @param position from which it cannot be read */
export function endsAt(position: number, cause: DamagedData): SourceEnds {
  return new SourceEnds(
    position,
    `the ${cause.format} data ends or breaks here (${cause.message}); fetch it again`,
  );
}

/**
 * The bytes of a file in pieces, decompressed where its name or its first bytes say gzip or zstd.
 * @throws InputError when the file cannot be read; DamagedData after the last good bytes
 */
export async function* readBytes(source: string): AsyncGenerator<Uint8Array> {
  yield* decompressed(readRaw(source), /\.gz$/i.test(source) ? 'gzip' : undefined);
}

/** Bytes decompressed, where they are compressed. @throws DamagedData after the last good bytes */
async function* decompressed(bytes: AsyncGenerator<Uint8Array>, stated?: 'gzip'): AsyncGenerator<Uint8Array> {
  const first = await bytes.next();
  if (first.done === true) return;
  const whole = (async function* () {
    try {
      yield first.value;
      yield* bytes;
    } finally {
      // Where the reader stops at the first piece, the file is still open.
      await bytes.return(undefined);
    }
  })();
  yield* unpack(whole, stated ?? compressionOf(first.value));
}

/** Decompresses bytes of a format; others are given on. @param onMember as {@link gunzip} has it */
export function unpack(
  chunks: AsyncIterable<Uint8Array>,
  format: ReturnType<typeof compressionOf>,
  onMember?: (member: CompressedMember) => void,
): AsyncIterable<Uint8Array> {
  if (format === 'zstd') return unzstd(chunks, onMember);
  return format === 'gzip' ? gunzip(chunks, onMember) : chunks;
}

/** Bytes in memory decompressed, where they are compressed. @throws DamagedData; RangeError where there are more than the maximum */
export async function unpacked(bytes: Uint8Array, maximumBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of unpack(Readable.from([bytes]), compressionOf(bytes))) {
    parts.push(part);
    length += part.length;
    if (length > maximumBytes) throw new RangeError(`it is larger than ${maximumBytes} bytes, unpacked`);
  }
  return Buffer.concat(parts);
}

/** The bytes of a file as they are, in pieces. @param part of the file @throws InputError when it cannot be read */
export async function* readRaw(
  source: string,
  part: { readonly begin: number; readonly size: number } = { begin: 0, size: Infinity },
): AsyncGenerator<Uint8Array> {
  try {
    const file = await open(source);
    try {
      yield* file.createReadStream({
        ...{ highWaterMark: 262_144, start: part.begin, end: part.begin + part.size - 1 },
      }) as AsyncIterable<Uint8Array>;
    } finally {
      await file.close();
    }
  } catch (thrown) {
    const hint = 'Check the path and its permissions.';
    throw new InputError(`${source} cannot be read: ${messageOf(thrown)}`, { hint, cause: thrown });
  }
}
