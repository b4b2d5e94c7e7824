import { ByteCursor } from '../../support/files/byte-cursor.js';
import { endRun } from '../../support/text/ends.js';
import { beginsRecord, headerOfArc, recordFields, type RecordFields } from '../../web/archive/read-record.js';
import { DamagedData, endsAt, SourceEnds } from '../../support/files/source-bytes.js';

const LONGEST_HEADER_LINE = 65_536;
const MAX_HEADER_LINES = 1_000;

/** The header of a WARC record. */
export interface WarcHeader {
  /** Beginning of the record, in bytes after decompression. */
  readonly offset: number;
  readonly type: string;
  /** Empty where there is none. */
  readonly url: string;
  /** Content-Type of the record's block, in lower case. */
  readonly contentType: string;
  /** WARC-Date, an ISO 8601 instant; empty where there is none. */
  readonly date: string;
  /** Of the payload. */
  readonly digest: string | undefined;
  /** Length of the block in bytes, as it is stated. */
  readonly length: number;
}

/** A record with its header and block as they stand in the file. */
export interface WarcRecordFrame {
  readonly kind: 'record';
  readonly header: WarcHeader;
  readonly bytes: Uint8Array;
  /** Bytes of the record in the file, after decompression; those of ARC get another header here. */
  readonly stored: number;
  /** False where only the begin of the block was asked for and there is more. */
  readonly isWhole: boolean;
}

/** A record, or bytes that are not one. */
export type WarcFrame =
  WarcRecordFrame | { readonly kind: 'problem'; readonly offset: number; readonly message: string };

/** Decision on a record by its header: read it, or its first 64 KB, or pass it over. */
export type Choice = 'read' | 'begin' | 'skip';

/** Enough for the HTTP header of a response. */
const BEGIN_BYTES = 65_536;

/** Bytes at the end of a block in which the next record is sought: the length that is stated may be too large. */
const TAIL_BYTES = 4096;
/** Bytes behind the length that is stated, which may be too small. */
const MAX_MORE = 65_536;
const NEXT_RECORD = /\r?\n\r?\nWARC\/\d\.\d\r?\n/g;

function isEmptyLine(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x0a || byte === 0x0d);
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The header of the record that begins with this line; undefined where the file ends within it. */
async function readHeader(first: Uint8Array, cursor: ByteCursor): Promise<Uint8Array | undefined> {
  const arc = headerOfArc(latin1(first));
  if (arc !== undefined) return Buffer.from(arc);
  const lines = [first];
  for (;;) {
    const line = await cursor.line(LONGEST_HEADER_LINE);
    if (line === undefined || lines.length > MAX_HEADER_LINES) return undefined;
    lines.push(line);
    if (isEmptyLine(line)) return Buffer.concat(lines);
  }
}

function headerOf(offset: number, fields: RecordFields): WarcHeader | undefined {
  const length = fields.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) return undefined;
  return {
    offset,
    type: (fields.get('warc-type') ?? '').toLowerCase(),
    url: fields.get('warc-target-uri') ?? '',
    contentType: (fields.get('content-type') ?? '').toLowerCase(),
    date: fields.get('warc-date') ?? '',
    digest: fields.get('warc-payload-digest'),
    length: Number(length),
  };
}

/** The frame of the record that begins with this line; undefined when it was passed over in good order. */
async function readFrame(
  first: Uint8Array,
  offset: number,
  cursor: ByteCursor,
  choose: (header: WarcHeader) => Choice,
): Promise<WarcFrame | undefined> {
  const problem = (message: string): WarcFrame => ({ kind: 'problem', offset, message });
  const head = await readHeader(first, cursor);
  if (head === undefined)
    throw new SourceEnds(offset, 'the file ends inside the header of a record; fetch it again');
  const header = headerOf(offset, recordFields(Buffer.from(head).toString('utf8')));
  if (header === undefined) return problem('a record without a Content-Length; it is skipped');
  const choice = choose(header);
  const tail = Math.min(header.length, TAIL_BYTES);
  const wanted = { read: header.length - tail, begin: Math.min(header.length - tail, BEGIN_BYTES), skip: 0 }[
    choice
  ];
  const begin = await cursor.take(wanted);
  const skipped = await cursor.skip(header.length - tail - wanted);
  const end = await cursor.take(tail);
  const length = begin.length + skipped + end.length;
  if (length < header.length)
    throw new SourceEnds(
      offset,
      `the file ends inside a record: ${length} of ${header.length} bytes are there; fetch it again`,
    );
  const rest = await trueEnd(end, cursor);
  if (choice === 'skip') return undefined;
  const isWhole = skipped === 0;
  const bytes = Buffer.concat([head, begin, ...(isWhole ? [rest] : [])]);
  return { kind: 'record', header, bytes, stored: cursor.offset - offset, isWhole };
}

/**
 * The end of a block up to where the next record begins. Where an empty line or a record follows, the length that is stated is right;
 * else it is some bytes too large, so that it reaches into the next record, or too small.
 */
async function trueEnd(end: Uint8Array, cursor: ByteCursor): Promise<Uint8Array> {
  const more: Uint8Array[] = [];
  let length = 0;
  while (length < MAX_MORE) {
    const line = await cursor.line(LONGEST_HEADER_LINE);
    if (line === undefined) break;
    const isRecord = beginsRecord(latin1(line));
    const next =
      length > 0 || isRecord
        ? undefined
        : [...latin1(Buffer.concat([end, line])).matchAll(NEXT_RECORD)].at(-1);
    const isOver = isRecord || (length === 0 && isEmptyLine(line)) || next !== undefined;
    if (isOver) cursor.unread(line);
    if (next !== undefined && !isEmptyLine(line)) {
      cursor.unread(end.subarray(next.index));
      return end.subarray(0, next.index);
    }
    if (isOver) break;
    more.push(line);
    length += line.length;
  }
  if (length === 0) return end;
  const all = Buffer.concat([end, ...more]);
  // The empty lines between records are none of the block.
  return all.subarray(0, endRun(latin1(all), /[\r\n]/));
}

async function* framesOf(
  cursor: ByteCursor,
  choose: (header: WarcHeader) => Choice,
): AsyncGenerator<WarcFrame> {
  let garbage: number | undefined;
  for (;;) {
    const offset = cursor.offset;
    const line = await cursor.line(LONGEST_HEADER_LINE);
    const isRecord = line !== undefined && beginsRecord(latin1(line));
    if (garbage !== undefined && (line === undefined || isRecord)) {
      const message = `${offset - garbage} bytes that are not a WARC record are skipped; the record before may state a wrong length`;
      yield { kind: 'problem', offset: garbage, message };
      garbage = undefined;
    }
    if (line === undefined) return;
    if (isRecord) {
      const frame = await readFrame(line, offset, cursor, choose);
      if (frame !== undefined) yield frame;
    } else if (!isEmptyLine(line)) garbage ??= offset;
  }
}

/**
 * Cuts a file of WARC or ARC into its records. Lengths that are some bytes off are set right; garbage between records, headers without a
 * length and a file that ends early are problems with their place.
 *
 * @param bytes content of the file, decompressed
 * @param choose says by its header whether a record is to be read; others are passed over without being held
 * @throws SourceEnds where the file ends inside a record, or its compressed data is cut off or damaged
 */
export async function* readWarcFrames(
  bytes: AsyncIterable<Uint8Array>,
  choose: (header: WarcHeader) => Choice,
): AsyncGenerator<WarcFrame> {
  const cursor = new ByteCursor(bytes);
  try {
    yield* framesOf(cursor, choose);
  } catch (thrown) {
    throw thrown instanceof DamagedData ? endsAt(cursor.offset, thrown) : thrown;
  } finally {
    await cursor.close();
  }
}
