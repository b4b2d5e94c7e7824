import { close, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * What the last line of a file of N-Quads that this program wrote says: a comment (N-Quads, section 2) in a gzip member
 * of its own (RFC 1952, section 2.2) and of fixed length, so that it is found without reading the file. Any tool reads
 * over it; a file that was changed or packed again does not have it.
 */
export interface FileEnd {
  /** Quads in the file, counted as lines. */
  readonly quads: number;
  /** Where the index of blocks begins in the file, in bytes; 0 for a file without one. See `block-file.ts`. */
  readonly index: number;
  /** Length of the whole file in bytes. */
  readonly size: number;
}

const LINE = /^# sfwc: (\d{16}) quads, index at (\d{16})\n$/;
const LENGTH = fileEnd({ quads: 0, index: 0 }).length;

/** The last gzip member of a file. */
export function fileEnd({ quads, index }: Omit<FileEnd, 'size'>): Uint8Array {
  const line = `# sfwc: ${digits(quads)} quads, index at ${digits(index)}\n`;
  // Not compressed, so that it always has the same length.
  return gzipSync(line, { level: 0 });
}

function digits(value: number): string {
  return String(value).padStart(16, '0');
}

/** What a file's end says; undefined when it says nothing, or there is no such file. */
export async function readFileEnd(file: string): Promise<FileEnd | undefined> {
  const descriptor = await openForReading(file).catch(() => undefined);
  if (descriptor === undefined) return undefined;
  try {
    return await findFileEnd(descriptor);
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

/** The text of a gzip member; empty for bytes that are none: the end of another file is anything. */
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

/** @throws RangeError when the file ends before; an error of the file system */
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
