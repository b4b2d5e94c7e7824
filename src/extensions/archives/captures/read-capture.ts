import { createHash } from 'node:crypto';
import type { Truncation } from '../../../model/exchange.js';
import { FetchError, messageOf } from '../../../model/errors.js';
import { unpacked } from '../../../support/files/source-bytes.js';
import { parseUrl } from '../../../support/parse-url.js';
import { base32 } from '../../../support/hash.js';
import { endRun } from '../../../support/text/ends.js';
import {
  entityOf,
  failureOf,
  payloadOf,
  readRecord,
  responseHead,
  type ArchivedRecord,
} from '../../../web/archive/read-record.js';
import { headBytes } from '../../../web/http/message-head.js';
import { keyOf } from './cdx-index.js';
import { MAX_PAGE_BYTES } from '../../../web/http/read-body.js';

/** Bytes that the headers of a record may have. */
const HEADERS = 1_000_000;

/** A record that was read, and found to be of the address that was looked up. */
export interface CaptureRecord {
  readonly record: ArchivedRecord;
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
    const record = readRecord(unpacked);
    const type = record?.fields.get('warc-type') ?? 'none';
    if (record === undefined || !['response', 'resource', 'revisit'].includes(type))
      throw new Error(`the index names bytes that are not a record of a response but ${type}`);
    const { fields, missing } = record;
    const target = targetOf(record, url);
    if (missing > 0) throw new Error(`it ends early: ${missing} of its bytes are missing`);
    const failure = failureOf(record);
    if (failure !== undefined)
      throw new FetchError(failure, url, 'the fetch had failed when it was archived');
    const isRevisit = type === 'revisit';
    const checked = await checkedPayload(record, isRevisit, indexed);
    return { record, url: target, date: fields.get('warc-date'), isRevisit, ...checked };
  } catch (thrown) {
    if (thrown instanceof FetchError) throw thrown;
    throw new FetchError('bad-capture', url, `its record cannot be read: ${messageOf(thrown)}`);
  }
}

async function unpackedRecord(bytes: Uint8Array, url: string): Promise<Uint8Array> {
  const maximum = 2 * MAX_PAGE_BYTES + HEADERS;
  try {
    return await unpacked(bytes, maximum);
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new FetchError('too-large', url, `the record is larger than ${maximum} bytes`);
    throw new Error(`it cannot be decompressed: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The address of a record, which is that of the index. */
function targetOf({ fields }: ArchivedRecord, url: string): string {
  const target = fields.get('warc-target-uri') ?? '';
  if (parseUrl(target) !== undefined && keyOf(target) === keyOf(url)) return target;
  throw new Error(`the index names the record of another address: ${target.slice(0, 200)}`);
}

async function checkedPayload(
  record: ArchivedRecord,
  isRevisit: boolean,
  indexed: string | undefined,
): Promise<Omit<CaptureRecord, 'record' | 'url' | 'date' | 'isRevisit'>> {
  const { http, fields } = record;
  const type = fields.get('content-type') ?? 'text/html';
  const { status, headers } = responseHead(record, type);
  const sent = http ?? { status, reason: 'OK', fields: [['Content-Type', type] as const] };
  // The payload is kept without chunks.
  const kept = sent.fields.map(([name, value]) =>
    /^transfer-encoding$/i.test(name) ? ([`X-Crawler-${name}`, value] as const) : ([name, value] as const),
  );
  const head = headBytes({ ...sent, fields: kept });
  const digest = indexed ?? fields.get('warc-payload-digest');
  const entity = entityOf(record);
  const { body, truncated } = await payloadOf(record, MAX_PAGE_BYTES, entity);
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
