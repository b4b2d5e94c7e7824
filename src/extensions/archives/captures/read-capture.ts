import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WARCParser, type WARCRecord } from 'warcio';
import type { Truncation } from '../../../model/exchange.js';
import { FetchError, messageOf, type FetchFailure } from '../../../model/errors.js';
import { isGzip } from '../../../support/files/source-bytes.js';
import { parseUrl } from '../../../support/parse-url.js';
import { endRun } from '../../../support/text/ends.js';
import { base32, FAILURE_FIELD } from '../../../web/archive/warc-records.js';
import { decodedPayload, headOf, PayloadTooLarge, readEntity } from '../../../web/archive/warc-payload.js';
import { keyOf } from './cdx-index.js';
import { MAX_PAGE_BYTES } from '../../../web/http/read-body.js';

const unpack = promisify(gunzip);
/** Bytes that the headers of a record may have. */
const HEADERS = 1_000_000;

/** A record that was read, and found to be of the address that was looked up. */
export interface CaptureRecord {
  readonly record: WARCRecord;
  readonly url: string;
  /** ISO 8601, UTC; undefined where the record does not state it. */
  readonly date: string | undefined;
  readonly isRevisit: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Status line and headers as they were sent. */
  readonly head: Uint8Array;
  /** Encoded as its `Content-Encoding` says. */
  readonly entity: Uint8Array;
  readonly body: Uint8Array;
  readonly truncated: Truncation | undefined;
  readonly digest: string | undefined;
  readonly unverified: 'no digest' | 'truncated' | 'unknown algorithm' | undefined;
}

/**
 * Reads a record out of the bytes that an index names, and compares it with its digests: that of the index and its own. Archives state
 * digests of the payload as it was sent or without its encodings; any of these counts.
 * @param url the address in the index
 * @param indexed the digest in the index
 * @throws FetchError 'bad-capture' where the bytes are not a whole record of that address or a digest differs; 'too-large'
 */
export async function readCapture(
  bytes: Uint8Array,
  url: string,
  indexed: string | undefined,
): Promise<CaptureRecord> {
  try {
    const unpacked = await unpackedRecord(bytes, url);
    const record = await WARCParser.parse([unpacked]);
    const type = record?.warcType ?? 'none';
    if (record === null || !['response', 'resource', 'revisit'].includes(type))
      throw new Error(`the index names bytes that are not a record of a response but ${type}`);
    const target = targetOf(record, url);
    refuseShort(record, unpacked);
    const failure = record.warcHeader(FAILURE_FIELD);
    if (typeof failure === 'string')
      throw new FetchError(failure as FetchFailure, url, 'the fetch had failed when it was archived');
    const date = typeof record.warcDate === 'string' ? record.warcDate : undefined;
    const isRevisit = type === 'revisit';
    const payload = await payloadOf(record, isRevisit, indexed);
    return { record, url: target, date, isRevisit, ...payload };
  } catch (thrown) {
    if (thrown instanceof FetchError) throw thrown;
    if (thrown instanceof PayloadTooLarge) throw new FetchError('too-large', url, thrown.message);
    throw new FetchError('bad-capture', url, `its record cannot be read: ${messageOf(thrown)}`);
  }
}

async function unpackedRecord(bytes: Uint8Array, url: string): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  const maxOutputLength = 2 * MAX_PAGE_BYTES + HEADERS;
  try {
    return await unpack(bytes, { maxOutputLength });
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new FetchError('too-large', url, `the record is larger than ${maxOutputLength} bytes`);
    throw new Error(`it cannot be decompressed: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The address of a record, which is that of the index. */
function targetOf(record: WARCRecord, url: string): string {
  const target = record.warcTargetURI?.replace(/^<(.*)>$/, '$1') ?? '';
  if (parseUrl(target) !== undefined && keyOf(target) === keyOf(url)) return target;
  throw new Error(`the index names the record of another address: ${target.slice(0, 200)}`);
}

/** warcio takes what is there of a record for the whole. */
function refuseShort(record: WARCRecord, bytes: Uint8Array): void {
  const stated = Number(record.warcHeader('Content-Length'));
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('\r\n\r\n') + 4;
  if (bytes.length - begin < stated)
    throw new Error(`it ends early: ${bytes.length - begin} of ${stated} bytes are there`);
}

async function payloadOf(
  record: WARCRecord,
  isRevisit: boolean,
  indexed: string | undefined,
): Promise<Omit<CaptureRecord, 'record' | 'url' | 'date' | 'isRevisit'>> {
  // Read before the body, which warcio decodes by the headers.
  const head = headBytes(record);
  const type = { 'content-type': record.warcContentType ?? 'text/html' };
  const { status, headers } = record.httpHeaders === null ? { status: 200, headers: type } : headOf(record);
  const own = record.warcHeader('WARC-Payload-Digest');
  const digest = indexed ?? (typeof own === 'string' ? own : undefined);
  const entity = await readEntity(record, 2 * MAX_PAGE_BYTES);
  const { body, truncated } = await decodedPayload(record, entity, MAX_PAGE_BYTES);
  const unverified =
    isRevisit || digest === undefined ? 'no digest' : check(digest, [entity, body], truncated);
  if (unverified === 'differs') throw new Error(`its payload does not have the digest ${digest ?? ''}`);
  return { status, headers, head, entity, body, truncated, digest, unverified };
}

/** Compares a digest with those of payloads; undefined where it is the digest of one. */
export function check(
  digest: string,
  payloads: readonly Uint8Array[],
  truncated: Truncation | undefined,
): 'truncated' | 'unknown algorithm' | 'differs' | undefined {
  const [, named = 'sha1', value = ''] = /^(?:([\w-]+):)?(\S+)$/.exec(digest.trim()) ?? [];
  const algorithm = named.toLowerCase().replace('-', '');
  if (algorithm !== 'sha1' && algorithm !== 'sha256' && algorithm !== 'md5') return 'unknown algorithm';
  const equals = payloads.some((payload) => {
    const bytes = createHash(algorithm).update(payload).digest();
    return (
      bytes.toString('hex') === value.toLowerCase() ||
      base32(bytes) === value.slice(0, endRun(value, /=/)).toUpperCase()
    );
  });
  if (equals) return undefined;
  // What is missing of it would change the digest.
  return truncated === undefined ? 'differs' : 'truncated';
}

/** The head of an archived response; made of its type where the record is not of HTTP. */
function headBytes({ httpHeaders, warcContentType }: WARCRecord): Uint8Array {
  const [status, fields] =
    httpHeaders === null
      ? ['HTTP/1.1 200 OK', [['Content-Type', warcContentType ?? 'text/html'] as const]]
      : [httpHeaders.statusline, [...httpHeaders.headers]];
  const lines = fields.map(([name, value]) =>
    // The payload is kept without it.
    /^transfer-encoding$/i.test(name) ? `X-Crawler-${name}: ${value}` : `${name}: ${value}`,
  );
  return Buffer.from(`${[status, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
}
