import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WARCParser, type WARCRecord } from 'warcio';

const unpack = promisify(gunzip);

/** Place of bytes in a file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The bytes there; fewer where the file ends before. */
export async function readBytes(file: string, { offset, length }: ByteRange): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * A record that is a gzip member; undefined where there is not one.
 * @param maximumBytes of the record, unpacked; longer ones are not read
 */
export async function readRecord(
  file: string,
  place: ByteRange,
  maximumBytes: number,
): Promise<WARCRecord | undefined> {
  try {
    const bytes = await unpack(await readBytes(file, place), { maxOutputLength: maximumBytes });
    return (await WARCParser.parse([bytes])) ?? undefined;
  } catch {
    return undefined;
  }
}
