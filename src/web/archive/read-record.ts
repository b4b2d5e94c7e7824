import { FetchError, type FetchFailure } from '../../model/errors.js';
import { TRUNCATIONS, type Truncation } from '../../model/exchange.js';
import { beginsWithChunk, createChunkReader } from '../http/chunked-body.js';
import { headerFields, readHead, type MessageHead } from '../http/message-head.js';
import { decodeBody } from '../http/read-body.js';

/** A field of a response record in addition to those of WARC 1.1: why the fetch failed although there was an answer. */
export const FAILURE_FIELD = 'X-Sfwc-Failure';

/** The fields of a record's header by their names in lower case. */
export type RecordFields = ReadonlyMap<string, string>;

/** A record of a web archive. */
export interface ArchivedRecord {
  readonly fields: RecordFields;
  /** Status and headers of the response; absent where the record is not of HTTP. */
  readonly http?: MessageHead;
  /** The head as it stands in the record. */
  readonly head: Uint8Array;
  /** The bytes behind the head, encoded as that says. */
  readonly content: Uint8Array;
  /** Bytes of the block that the header states, and that are not there. */
  readonly missing: number;
}

/** The line before a record of the older format ARC: address, IP address, time, type, and last the length. */
const ARC_LINE = /^([a-z][a-z\d+.-]{1,20}:\S{1,4096}) (\S{1,64}) (\d{14}) [^\r\n]{0,500} (\d{1,15})\r?\n?$/i;
const WARC_LINE = /^WARC\/\d/;

/** True for the line that begins a record of WARC or ARC. */
export function beginsRecord(line: string): boolean {
  return WARC_LINE.test(line) || ARC_LINE.test(line);
}

/** The header of a record of ARC as that of WARC; undefined for other lines. */
export function headerOfArc(line: string): string | undefined {
  const [, url, , time = '', length] = ARC_LINE.exec(line) ?? [];
  if (url === undefined || length === undefined) return undefined;
  const date = time.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
  const type = url.startsWith('filedesc:') ? 'warcinfo' : 'response';
  return [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${url}`,
    `WARC-Date: ${date}`,
    ...(type === 'response' ? ['Content-Type: application/http; msgtype=response'] : []),
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');
}

/** The fields of a header. Addresses may stand in angle brackets. */
export function recordFields(header: string): RecordFields {
  const fields = new Map<string, string>();
  for (const line of header.split('\n')) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '') fields.set(name, name.endsWith('-uri') ? value.replace(/^<(.*)>$/, '$1') : value);
  }
  return fields;
}

/** Reads a record of WARC or ARC, unpacked, from its first byte on; undefined for bytes that are none. */
export function readRecord(bytes: Uint8Array): ArchivedRecord | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { header, length } = headerIn(all);
  if (header === undefined) return undefined;
  const fields = recordFields(header);
  const stated = Number(fields.get('content-length') ?? NaN);
  const rest = all.subarray(length);
  const block = rest.subarray(0, isLonger(rest, stated) ? undefined : stated);
  const type = fields.get('content-type') ?? '';
  const isHttp = /^$|^application\/http\b/i.test(type) && fields.get('warc-type') !== 'request';
  const read = isHttp ? readHead(block, true) : undefined;
  return {
    fields,
    ...(read && { http: read.head }),
    head: block.subarray(0, read?.length ?? 0),
    content: block.subarray(read?.length ?? 0),
    missing: Math.max(0, stated - rest.length),
  };
}

/** The header of a record, and its length in the record; that of ARC becomes one of WARC. */
function headerIn(all: Buffer): { readonly header?: string; readonly length: number } {
  const first = all.toString('latin1', 0, Math.max(0, all.indexOf('\n')) + 1);
  const arc = headerOfArc(first);
  if (arc !== undefined) return { header: arc, length: first.length };
  if (!WARC_LINE.test(first)) return { length: 0 };
  const ends = ['\n\r\n', '\n\n'].flatMap((end) => {
    const at = all.indexOf(end);
    return at < 0 ? [] : [at + end.length];
  });
  const length = Math.min(all.length, ...ends);
  return { header: all.toString('utf8', 0, length), length };
}

/** A length that is some bytes too small is known by what stands between it and the end of the record. */
function isLonger(rest: Buffer, stated: number): boolean {
  return Number.isNaN(stated) || (rest.length > stated && rest.toString('latin1', stated).trim() !== '');
}

/** Headers about the transfer, which do not apply to the payload. */
const OF_TRANSFER =
  /^(?:content-(?:length|encoding)|(?:x-crawler-)?transfer-encoding|connection|keep-alive)$/;

/** Status and headers of an archived response, without those about its transfer. @param type where the record is not of HTTP */
export function responseHead(
  { http }: ArchivedRecord,
  type: string,
): { status: number; headers: Record<string, string> } {
  if (http === undefined) return { status: 200, headers: { 'content-type': type } };
  const fields = Object.entries(headerFields(http)).filter(([name]) => !OF_TRANSFER.test(name));
  return { status: http.status, headers: Object.fromEntries(fields) };
}

/** The content of a record without transfer encoding: the bytes of which archives state digests. */
export function entityOf({ http, content }: ArchivedRecord): Uint8Array {
  const encoding = http === undefined ? '' : (headerFields(http)['transfer-encoding'] ?? '');
  return /\bchunked\b/i.test(encoding) && beginsWithChunk(content)
    ? createChunkReader().read(content)
    : content;
}

/**
 * The content of a record without its encodings, as a host's answer is read, and why it is not whole, where the archive says so.
 * @throws FetchError 'too-large'
 */
export async function payloadOf(
  record: ArchivedRecord,
  maximumBytes: number,
  entity = entityOf(record),
): Promise<{ readonly body: Uint8Array; readonly truncated?: Truncation | undefined }> {
  const { http, fields } = record;
  const encoding = http && headerFields(http)['content-encoding'];
  const url = fields.get('warc-target-uri') ?? '';
  const { body, isWhole } = await decodeBody(entity, encoding, { bytes: maximumBytes, beyond: 'fail' }, url);
  return { body, truncated: truncationOf(fields) ?? (isWhole === false ? 'unspecified' : undefined) };
}

/** Why the payload of a record is not whole, as the archive says; undefined where it is. */
function truncationOf(fields: RecordFields): Truncation | undefined {
  const stated = fields.get('warc-truncated');
  if (stated === undefined) return undefined;
  return TRUNCATIONS.find((reason) => reason === stated) ?? 'unspecified';
}

/** Why the fetch failed although there was an answer, as sfwc archives it; undefined where it did not. */
export function failureOf({ fields }: ArchivedRecord): FetchFailure | undefined {
  return fields.get(FAILURE_FIELD.toLowerCase()) as FetchFailure | undefined;
}

export function isTooLarge(thrown: unknown): boolean {
  return thrown instanceof FetchError && thrown.failure === 'too-large';
}
