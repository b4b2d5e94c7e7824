import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RenderedVersion, Visited } from '../../model/archive.js';
import type { DatedExchange } from '../../model/exchange.js';
import type { Indexed } from './cdxj.js';
import { FAILURE_FIELD } from './read-record.js';
import { given } from '../../support/given.js';
import { base32 } from '../../support/hash.js';

const compress = promisify(gzip);
const END = Buffer.from('\r\n\r\n');
const LARGE = 5_000_000;

/** The media type of revisit records in an index. */
export const REVISIT_TYPE = 'warc/revisit';
const PROFILES = 'http://netpreserve.org/warc/1.1/revisit/';
/** Profile of `revisit` records for answers with status 304 (WARC 1.1, section 6.7.3). */
const NOT_MODIFIED = `${PROFILES}server-not-modified`;
/** Profile of `revisit` records for payloads that an archive has already (WARC 1.1, section 6.7.2): others write them. */
export const SAME_PAYLOAD = `${PROFILES}identical-payload-digest`;

/** A record as it goes to the file. */
export interface PackedRecord {
  /** A gzip member. */
  readonly bytes: Uint8Array;
  /** Index entry, without its place; absent for records that no index names. */
  readonly capture?: Omit<Indexed, 'offset' | 'length' | 'filename'>;
}

/** Types of records, and of their blocks unless a field says otherwise. */
const BLOCK_TYPES = {
  warcinfo: 'application/warc-fields',
  response: 'application/http; msgtype=response',
  revisit: 'application/http; msgtype=response',
  request: 'application/http; msgtype=request',
  metadata: 'application/warc-fields',
  conversion: 'application/octet-stream',
  resource: 'application/octet-stream',
} as const;

/** Parts of a record. */
export interface Draft {
  readonly type: keyof typeof BLOCK_TYPES;
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  readonly url?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Content of the record. */
  readonly block: readonly Uint8Array[];
  /** The part of it that its payload is. */
  readonly payload: Uint8Array;
  /** Digest of the payload, where it is known already. */
  readonly digest?: string;
  /** Of a revisit record. */
  readonly profile?: string;
}

/** SHA-1 as archives write it, in base 32. */
export function warcDigest(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
}

/** Makes a record of WARC 1.1, packed as a gzip member of its own. */
export async function packRecord(draft: Draft): Promise<Uint8Array> {
  const { type, id, date, url, fields, block, payload, digest = warcDigest([payload]), profile } = draft;
  // Reading 50 MB takes 0.1 s each time.
  if (payload.length > LARGE) await nextTurn();
  const header = given({
    'WARC-Record-ID': id,
    'WARC-Block-Digest': warcDigest(block),
    'WARC-Payload-Digest': type === 'warcinfo' || type === 'revisit' ? undefined : digest,
    ...fields,
    'WARC-Target-URI': url,
    'WARC-Date': date,
    'WARC-Type': type,
    'WARC-Profile': profile,
    'Content-Type': fields['Content-Type'] ?? BLOCK_TYPES[type],
    'Content-Length': block.reduce((sum, { length }) => sum + length, 0),
  });
  const lines = Object.entries(header).map(([name, value]) => `${name}: ${value}\r\n`);
  return compress(Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), ...block, END]));
}

/** The record that begins a file. */
export function packWarcinfo(
  id: string,
  name: string,
  date: string,
  info: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  const fields = { 'WARC-Filename': name };
  const block = [Buffer.from(fieldLines(info))];
  return packRecord({ type: 'warcinfo', id, date, fields, block, payload: new Uint8Array() });
}

/**
 * The two records of an exchange: what was asked, and what came.
 * @param unchangedSince time of the version that is still current, which makes the answer a revisit record
 */
export async function packExchange(
  exchange: DatedExchange,
  newId: () => string,
  unchangedSince?: string,
): Promise<{ readonly id: string; readonly records: readonly PackedRecord[] }> {
  const { url, request, head, body, address, truncated, failure, source, status, contentType } = exchange;
  const date = new Date(exchange.time).toISOString();
  const [asked, id] = [newId(), newId()];
  const where = given({ 'WARC-IP-Address': address });
  const isRevisit = unchangedSince !== undefined;
  if (body.length > LARGE) await nextTurn();
  const digest = warcDigest([body]);
  const answer = await packRecord({
    ...{ date, url, id, payload: body, digest, block: [head, body] },
    type: isRevisit ? 'revisit' : 'response',
    profile: isRevisit ? NOT_MODIFIED : undefined,
    fields: {
      // What an archive gave was not requested from its host.
      ...(request.length === 0 ? {} : { 'WARC-Concurrent-To': asked }),
      ...where,
      ...given({
        'WARC-Source-URI': source,
        'WARC-Refers-To-Target-URI': isRevisit ? url : undefined,
        'WARC-Refers-To-Date': unchangedSince,
        'WARC-Truncated': truncated,
        [FAILURE_FIELD]: failure,
      }),
    },
  });
  const mime = isRevisit ? REVISIT_TYPE : (contentType ?? '').split(';', 1).join('').trim();
  const named = isRevisit ? undefined : digest.slice('sha1:'.length);
  const capture = { date, url, status, ...given({ mime: mime || undefined, digest: named }) };
  const answering = { bytes: answer, capture };
  if (request.length === 0) return { id, records: [answering] };
  const bytes = await packRecord({
    ...{ date, url, type: 'request', id: asked, block: [request], payload: new Uint8Array() },
    fields: { 'WARC-Concurrent-To': id, ...where },
  });
  return { id, records: [{ bytes }, answering] };
}

/** The record of what was made of a page: the decision and the whole judgement. @param of id of the record that it speaks of */
export async function packMetadata(
  { entry, exchanges, outcome }: Visited,
  of: string,
  newId: () => string,
): Promise<PackedRecord> {
  const { judgement } = outcome;
  const { referrer, depth, anchorText, priority } = entry;
  const { state, code, message, checksum } = outcome;
  const valued = referrer === undefined ? {} : { priority: priority.value, priorityReason: priority.reason };
  const said = {
    ...{ via: referrer, hopsFromSeed: depth, anchorText, ...valued, state, code, message },
    checksum: checksum && `sha256:${checksum}`,
    accepted: judgement?.accepted,
    score: judgement?.score,
    classifier: judgement?.classifier,
    judgement: judgement && JSON.stringify(judgement),
  };
  const block = [Buffer.from(fieldLines(said))];
  const bytes = await packRecord({
    type: 'metadata',
    id: newId(),
    date: new Date(exchanges.at(-1)?.time ?? 0).toISOString(),
    url: entry.url,
    fields: { 'WARC-Refers-To': of },
    block,
    payload: Buffer.concat(block),
  });
  return { bytes };
}

/**
 * The record of a page as its scripts made it: a `conversion` (WARC 1.1, section 6.8) of the response that it was made from. No
 * index names it: a replay of the archive gets what the server sent. @param of id of the record of the response
 */
export async function packRendered(
  url: string,
  { body, time }: RenderedVersion,
  of: string,
  newId: () => string,
): Promise<PackedRecord> {
  const bytes = await packRecord({
    type: 'conversion',
    id: newId(),
    date: new Date(time).toISOString(),
    url,
    fields: { 'WARC-Refers-To': of, 'Content-Type': 'text/html; charset=utf-8' },
    block: [body],
    payload: body,
  });
  return { bytes };
}

/** application/warc-fields: one line each. */
function fieldLines(fields: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(given(fields));
  return known.map(([name, value]) => `${name}: ${String(value).replace(/\s+/g, ' ')}\r\n`).join('');
}
