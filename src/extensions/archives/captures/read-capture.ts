import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WARCParser, type WARCRecord } from 'warcio';
import type { Truncation } from '../../../model/exchange.js';
import { FetchError, messageOf, type FetchFailure } from '../../../model/errors.js';
import { isGzip } from '../../../support/files/signature.js';
import { base32 } from '../../../web/archive/base32.js';
import { FAILURE_FIELD } from '../../../web/archive/warc-records.js';
import { decodedPayload, headOf, PayloadTooLarge, readEntity } from '../../../web/archive/warc-payload.js';
import { keyOf } from './capture-index.js';
import { endRun } from '../../../support/text/ends.js';
import { parseUrl } from '../../../support/parse-url.js';

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
}

/** Content of a record. */
export interface CapturePayload {
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
 * Takes a record out of the bytes that an index names.
 * @param url the address in the index
 * @throws FetchError 'bad-capture' where the bytes are not a whole record of that address; 'too-large'
 */
export async function takeRecord(bytes: Uint8Array, url: string, maxBytes: number): Promise<CaptureRecord> {
  const unpacked = await unpackedRecord(bytes, url, maxBytes);
  const record = await WARCParser.parse([unpacked]).catch((thrown: unknown) => {
    throw bad(url, `its record cannot be read: ${messageOf(thrown)}`);
  });
  const type = record?.warcType;
  if (record === null || (type !== 'response' && type !== 'resource' && type !== 'revisit'))
    throw bad(
      url,
      `the index names bytes that are not a record of a response${type == null ? '' : ` but a ${type}`}`,
    );
  const target = record.warcTargetURI?.replace(/^<(.*)>$/, '$1') ?? '';
  if (parseUrl(target) === undefined || keyOf(target) !== keyOf(url))
    throw bad(url, `the index names the record of another address: ${target.slice(0, 200)}`);
  refuseShort(record, unpacked, url);
  const failure = record.warcHeader(FAILURE_FIELD);
  if (typeof failure === 'string')
    throw new FetchError(failure as FetchFailure, url, 'the fetch had failed when it was archived');
  return {
    record,
    url: target,
    date: typeof record.warcDate === 'string' ? record.warcDate : undefined,
    isRevisit: type === 'revisit',
  };
}

function bad(url: string, message: string): FetchError {
  return new FetchError('bad-capture', url, message);
}

async function unpackedRecord(bytes: Uint8Array, url: string, maxBytes: number): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: 2 * maxBytes + HEADERS });
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new FetchError('too-large', url, `the record is larger than ${2 * maxBytes + HEADERS} bytes`);
    throw bad(url, `its record cannot be decompressed: ${messageOf(thrown)}`);
  }
}

/** warcio takes what is there of a record for the whole. */
function refuseShort(record: WARCRecord, bytes: Uint8Array, url: string): void {
  const stated = Number(record.warcHeader('Content-Length'));
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('\r\n\r\n') + 4;
  if (bytes.length - begin >= stated) return;
  throw bad(url, `its record ends early: ${bytes.length - begin} of ${stated} bytes are there`);
}

/**
 * Reads what a record holds, and compares it with its digests: that of the index and its own. Archives state digests of the payload
 * as it was sent or without its encodings; any of these counts.
 * @param indexed the digest in the index
 * @throws FetchError 'bad-capture' where a digest differs; 'too-large'
 */
export async function readPayload(
  { record, isRevisit }: CaptureRecord,
  url: string,
  indexed: string | undefined,
  maxBytes: number,
): Promise<CapturePayload> {
  try {
    const head = headBytes(record);
    const own = record.warcHeader('WARC-Payload-Digest');
    const digest = indexed ?? (typeof own === 'string' ? own : undefined);
    const { status, headers } = statusOf(record);
    const entity = await readEntity(record, 2 * maxBytes);
    const { body, truncated } = await decodedPayload(record, entity, maxBytes);
    const unverified =
      isRevisit || digest === undefined ? 'no digest' : check(digest, [entity, body], truncated);
    if (unverified === 'differs') throw bad(url, `its payload does not have the digest ${digest ?? ''}`);
    return { status, headers, head, entity, body, truncated, digest, unverified };
  } catch (thrown) {
    if (thrown instanceof FetchError) throw thrown;
    if (thrown instanceof PayloadTooLarge) throw new FetchError('too-large', url, thrown.message);
    throw bad(url, `its record cannot be read: ${messageOf(thrown)}`);
  }
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

function statusOf(record: WARCRecord): Pick<CapturePayload, 'status' | 'headers'> {
  if (record.httpHeaders !== null) return headOf(record);
  return { status: 200, headers: { 'content-type': record.warcContentType ?? 'text/html' } };
}

/** The head of an archived response; made of its type where the record is not of HTTP. */
function headBytes({ httpHeaders, warcContentType }: WARCRecord): Uint8Array {
  if (httpHeaders === null)
    return Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: ${warcContentType ?? 'text/html'}\r\n\r\n`,
      'latin1',
    );
  const lines = [...httpHeaders.headers].map(([name, value]) =>
    // The payload is kept without it.
    /^transfer-encoding$/i.test(name) ? `X-Crawler-${name}: ${value}` : `${name}: ${value}`,
  );
  return Buffer.from(`${[httpHeaders.statusline, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
}
