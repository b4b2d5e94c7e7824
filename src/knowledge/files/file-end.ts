import { close, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { InputError } from '../../model/errors.js';

/**
 * The last line of an N-Quads file that this program wrote: a comment (N-Quads, section 2) in its own gzip member
 * (RFC 1952, section 2.2) of fixed length, so that it is found without reading the file. Other tools ignore it; a
 * file that was changed or repacked does not have it.
 */
export interface FileEnd {
  /** Quads in the file, counted as lines. */
  readonly quads: number;
  /** Position of the block index in bytes; 0 for a file without one. See `block-file.ts`. */
  readonly index: number;
  /** Length of the whole file in bytes. */
  readonly size: number;
}

const LINE = /^# sfwc: (\d{16}) quads, index at (\d{16})\n$/;
const LENGTH = fileEnd({ quads: 0, index: 0 }).length;

/** The last gzip member of a file. */
export function fileEnd({ quads, index }: Omit<FileEnd, 'size'>): Uint8Array {
  const line = `# sfwc: ${digits(quads)} quads, index at ${digits(index)}\n`;
  // Uncompressed, so that the length is fixed.
  return gzipSync(line, { level: 0 });
}

function digits(value: number): string {
  return String(value).padStart(16, '0');
}

/**
 * Reads a file's end; undefined when it has none or does not exist.
 * @throws InputError where the file was cut between two of its members
 */
export async function readFileEnd(file: string): Promise<FileEnd | undefined> {
  const descriptor = await openForReading(file).catch(() => undefined);
  if (descriptor === undefined) return undefined;
  try {
    const end = await findFileEnd(descriptor);
    const { size } = await statFile(descriptor);
    if (end === undefined && (await hasMembers(descriptor, size)))
      throw new InputError(`cannot read ${file}: its end is missing`, {
        hint: 'restore the file from a copy, or write it again with the command that made it',
      });
    return end;
  } finally {
    close(descriptor, () => undefined);
  }
}

/** The same for a file that is open. @throws an error of the file system */
export async function findFileEnd(descriptor: number): Promise<FileEnd | undefined> {
  const { size } = await statFile(descriptor);
  if (size < LENGTH) return undefined;
  const [, quads, index] = LINE.exec(textOfMember(await readBytes(descriptor, size - LENGTH, LENGTH))) ?? [];
  if (quads === undefined || index === undefined || Number(index) > size - LENGTH) return undefined;
  return { quads: Number(quads), index: Number(index), size };
}

/** Bytes at the beginning of a file, more than its first member has. */
const BEGINNING_BYTES = 262_144;
/** Bytes of a member's header that zlib writes: without a time and a name. */
const PLAIN_HEADER = Buffer.from('1f8b080000000000', 'hex');

/** True if a file is a row of gzip members as only this program writes them, each with the same header. */
async function hasMembers(descriptor: number, size: number): Promise<boolean> {
  const begin = Buffer.from(await readBytes(descriptor, 0, Math.min(size, BEGINNING_BYTES)));
  const header = begin.subarray(0, 10);
  return header.indexOf(PLAIN_HEADER) === 0 && begin.indexOf(header, 10) > 0;
}

/** The text of a gzip member; empty for other bytes. */
function textOfMember(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return '';
  }
}

const readFile = promisify(read);
const statFile = promisify(fstat);

const openFile = promisify(open);

/** The descriptor of a file. @throws an error of the file system */
export function openForReading(file: string): Promise<number> {
  return openFile(file, 'r');
}

/** @throws RangeError when the file is too short; an error of the file system */
export async function readBytes(descriptor: number, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await readFile(descriptor, bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw new RangeError('the file ends too early');
    done += bytesRead;
  }
  return bytes;
}
