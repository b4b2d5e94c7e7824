import { ByteCursor } from '../../support/files/byte-cursor.js';
import { DamagedGzip, brokenGzip, SourceEnds } from '../../support/files/source-bytes.js';

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
  /** Length of the block in bytes. */
  readonly length: number;
}

/** A record with its header and block as they stand in the file. */
export interface WarcRecordFrame {
  readonly kind: 'record';
  readonly header: WarcHeader;
  readonly bytes: Uint8Array;
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

interface HeaderLines {
  readonly lines: readonly Uint8Array[];
  readonly fields: ReadonlyMap<string, string>;
  /** False where the file ended before the empty line that closes a header. */
  readonly isWhole: boolean;
}

function isEmptyLine(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x0a || byte === 0x0d);
}

async function readHeader(first: Uint8Array, cursor: ByteCursor): Promise<HeaderLines> {
  const lines = [first];
  const fields = new Map<string, string>();
  for (;;) {
    const line = await cursor.line(LONGEST_HEADER_LINE);
    if (line === undefined || lines.length > MAX_HEADER_LINES) return { lines, fields, isWhole: false };
    lines.push(line);
    if (isEmptyLine(line)) return { lines, fields, isWhole: true };
    const text = Buffer.from(line).toString('utf8');
    const colon = text.indexOf(':');
    if (colon > 0) fields.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim());
  }
}

function headerOf(offset: number, fields: ReadonlyMap<string, string>): WarcHeader | undefined {
  const length = fields.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) return undefined;
  return {
    offset,
    type: (fields.get('warc-type') ?? '').toLowerCase(),
    url: (fields.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'),
    contentType: (fields.get('content-type') ?? '').toLowerCase(),
    date: fields.get('warc-date') ?? '',
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
  const { lines, fields, isWhole } = await readHeader(first, cursor);
  if (!isWhole) throw new SourceEnds(offset, 'the file ends inside the header of a record; fetch it again');
  const header = headerOf(offset, fields);
  if (header === undefined) return problem('a record without a Content-Length; it is skipped');
  const choice = choose(header);
  const wanted = { read: header.length, begin: Math.min(header.length, BEGIN_BYTES), skip: 0 }[choice];
  const body = await cursor.take(wanted);
  const length = body.length + (await cursor.skip(header.length - wanted));
  if (length < header.length)
    throw new SourceEnds(
      offset,
      `the file ends inside a record: ${length} of ${header.length} bytes are there; fetch it again`,
    );
  if (choice === 'skip') return undefined;
  return {
    kind: 'record',
    header,
    bytes: Buffer.concat([...lines, body]),
    isWhole: wanted === header.length,
  };
}

async function* framesOf(
  cursor: ByteCursor,
  choose: (header: WarcHeader) => Choice,
): AsyncGenerator<WarcFrame> {
  let garbage: number | undefined;
  for (;;) {
    const offset = cursor.offset;
    const line = await cursor.line(LONGEST_HEADER_LINE);
    const isRecord = line !== undefined && Buffer.from(line.subarray(0, 5)).toString('latin1') === 'WARC/';
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
 * Cuts a WARC file into its records. Garbage between them, headers without a length and a file that ends early are
 * told with their place: warcio passes over the first two and takes what is there of the last for the whole.
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
    throw thrown instanceof DamagedGzip ? brokenGzip(cursor.offset, thrown) : thrown;
  } finally {
    await cursor.close();
  }
}
