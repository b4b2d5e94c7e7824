import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { constants, inflateRawSync } from 'node:zlib';
import { InputError } from '../../model/errors.js';
import { lastWholeMember } from '../../support/files/gzip-members.js';
import { cdxEntry, cdxLine, indexArchive, readIndex, type CdxEntry, type Indexed } from './cdxj.js';
import { readRecord, type ByteRange } from './read-record.js';
import { REVISIT_TYPE } from './warc-records.js';

/** Bytes with which each member of a file begins: sfwc states neither times nor names in them. */
const HEADER_BYTES = 10;
/** Bytes of the last record, unpacked. */
const MAX_RECORD_BYTES = 1_000_000_000;
/** Bytes of a member that are unpacked to see the header of its record. */
const BEGINNING_BYTES = 2048;

/**
 * The entries of the index next to an archive file of sfwc, made again from the file where they do not name each response in
 * it where it lies.
 * @param warn hears of an index that was made again
 * @throws InputError where the archive file is damaged
 */
export async function verifiedEntries(
  file: string,
  index: string,
  warn: (message: string) => void,
): Promise<readonly CdxEntry[]> {
  const entries: CdxEntry[] = [];
  let isReadable = true;
  for await (const entry of readIndex(index))
    if (entry === undefined) isReadable = false;
    else entries.push(entry);
  if (isReadable && (await names(entries, file))) return entries;
  const [length, { size }] = [await lastWholeMember(file), await stat(file)];
  if (length < size)
    throw new InputError(`${file} is damaged or cut at byte ${length}`, {
      hint: 'restore the file from a copy, or crawl again into another folder',
    });
  warn(`${index} is damaged; it was made again from the archive`);
  return indexArchive(file);
}

/** True if entries name each response of a file, as its record says, and nothing else. */
async function names(entries: readonly CdxEntry[], file: string): Promise<boolean> {
  const byOffset = new Map(entries.map((entry) => [entry.offset, entry]));
  const handle = await open(file);
  let found = 0;
  let last: ByteRange = { offset: 0, length: 0 };
  try {
    for await (const { offset, length } of membersOf(file)) {
      last = { offset, length };
      const record = await recordAt(handle, offset);
      if (record === undefined) return false;
      if (record.type !== 'response' && record.type !== 'revisit') continue;
      const entry = byOffset.get(offset);
      // The Content-Type may lie further behind.
      const said = cdxEntry({ ...record.said, mime: entry?.mime, offset, length, filename: basename(file) });
      const isRevisit = entry?.mime === REVISIT_TYPE;
      if (
        entry === undefined ||
        cdxLine(entry) !== cdxLine(said) ||
        isRevisit !== (record.type === 'revisit')
      )
        return false;
      found += 1;
    }
  } finally {
    await handle.close();
  }
  // What no index names may be cut as well.
  return found === entries.length && (await readRecord(file, last, MAX_RECORD_BYTES)) !== undefined;
}

/** Places of the members of a file, as far as they begin as its first one does. */
async function* membersOf(
  file: string,
): AsyncGenerator<{ readonly offset: number; readonly length: number }> {
  let header: Buffer | undefined;
  let [begin, read] = [-1, 0];
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, chunk]);
    header ??= held.subarray(0, HEADER_BYTES);
    for (let at = held.indexOf(header); at >= 0; at = held.indexOf(header, at + HEADER_BYTES)) {
      if (begin >= 0) yield { offset: begin, length: read + at - begin };
      begin = read + at;
    }
    const passed = Math.max(begin < read ? 0 : begin - read + HEADER_BYTES, held.length - HEADER_BYTES + 1);
    read += passed;
    held = held.subarray(passed);
  }
  if (begin >= 0) yield { offset: begin, length: read + held.length - begin };
}

/** Index entry of the record of a member; undefined if there is none. */
async function recordAt(
  handle: FileHandle,
  offset: number,
): Promise<
  { readonly type: string; readonly said: Pick<Indexed, 'url' | 'date' | 'status' | 'digest'> } | undefined
> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, offset);
  try {
    const packed = buffer.subarray(HEADER_BYTES, bytesRead);
    const head = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    const lines = head.split('\r\n');
    const field = (name: string): string | undefined =>
      lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2);
    const status = /\r\n\r\nHTTP\/\S+ (\d{3})/.exec(head)?.[1];
    return {
      type: field('WARC-Type') ?? '',
      said: {
        url: field('WARC-Target-URI') ?? '',
        date: field('WARC-Date') ?? '',
        status: status === undefined ? undefined : Number(status),
        digest: field('WARC-Payload-Digest')?.replace(/^sha1:/, ''),
      },
    };
  } catch {
    return undefined;
  }
}
