import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { WARCRecord, WARCSerializer, type WARCType } from 'warcio';
import type { DatedExchange, Visited } from '../model/archive.js';
import { base32 } from './base32.js';
import type { Indexed } from './cdxj.js';

const compress = promisify(gzip);

/** A field of a response record, beside those of WARC 1.1: why the fetch failed although there was an answer. */
export const FAILURE_FIELD = 'X-Sfwc-Failure';
/** Profile of `revisit` records for answers with status 304 (WARC 1.1, section 6.7.3). */
const NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

/** A record as it goes to the file. */
export interface PackedRecord {
  /** A gzip member. */
  readonly bytes: Uint8Array;
  /** What the index says of it, without its place; absent for records that no index names. */
  readonly capture?: Omit<Indexed, 'offset' | 'length' | 'filename'>;
}

/** What a record is made of. */
export interface Draft {
  readonly type: WARCType;
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  readonly url?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What the record holds. */
  readonly block: readonly Uint8Array[];
  /** The part of it that its payload is. */
  readonly payload: Uint8Array;
}

/** SHA-1 as archives write it, in base 32. */
export function warcDigest(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `sha1:${base32(hash.digest())}`;
}

/**
 * Makes a record of WARC 1.1 by warcio and packs it as a gzip member of its own. Digests are computed here: over bytes,
 * not over headers that were taken apart, and several times as fast.
 */
export async function packRecord({
  type,
  id,
  date,
  url,
  fields,
  block,
  payload,
}: Draft): Promise<Uint8Array> {
  const warcHeaders = {
    'WARC-Record-ID': id,
    'WARC-Block-Digest': warcDigest(block),
    ...(type === 'warcinfo' || type === 'revisit' ? {} : { 'WARC-Payload-Digest': warcDigest([payload]) }),
    ...fields,
  };
  const given = url === undefined ? {} : { url };
  const record = WARCRecord.create({ type, date, ...given, warcVersion: 'WARC/1.1', warcHeaders }, block);
  // The block has the HTTP header as it was.
  record.httpHeaders = null;
  if (type === 'revisit') record.warcHeaders.headers.set('WARC-Profile', NOT_MODIFIED);
  return compress(await WARCSerializer.serialize(record, { gzip: false }));
}

/** The record that begins a file. */
export function packWarcinfo(
  name: string,
  date: string,
  info: Readonly<Record<string, string>>,
  newId: () => string,
): Promise<Uint8Array> {
  const block = [Buffer.from(fieldLines(Object.entries(info)))];
  return packRecord({
    type: 'warcinfo',
    id: newId(),
    date,
    fields: { 'WARC-Filename': name },
    block,
    payload: new Uint8Array(),
  });
}

/** The two records of an exchange: what was asked, and what came. */
export async function packExchange(
  exchange: DatedExchange,
  newId: () => string,
  /** The answer says that what an earlier crawl has is still current. */
  unchanged = false,
): Promise<{ readonly id: string; readonly records: readonly PackedRecord[] }> {
  const { url, request, head, body, status, contentType, address, truncated, failure } = exchange;
  const date = new Date(exchange.time).toISOString();
  const [asked, id] = [newId(), newId()];
  const where: Record<string, string> = address === undefined ? {} : { 'WARC-IP-Address': address };
  const common = { date, url };
  const bytes = await packRecord({
    ...common,
    type: 'request',
    id: asked,
    fields: { 'WARC-Concurrent-To': id, ...where },
    block: [request],
    payload: new Uint8Array(),
  });
  const answer = await packRecord({
    ...common,
    type: unchanged ? 'revisit' : 'response',
    id,
    fields: {
      'WARC-Concurrent-To': asked,
      ...where,
      ...(unchanged ? { 'WARC-Refers-To-Target-URI': url } : {}),
      ...(truncated === undefined ? {} : { 'WARC-Truncated': truncated }),
      ...(failure === undefined ? {} : { [FAILURE_FIELD]: failure }),
    },
    block: [head, body],
    payload: body,
  });
  const type = (contentType ?? '').split(';', 1).join('').trim();
  const mime = unchanged ? 'warc/revisit' : type;
  const capture = {
    ...common,
    ...(mime === '' ? {} : { mime }),
    status,
    ...(unchanged ? {} : { digest: warcDigest([body]).slice('sha1:'.length) }),
  };
  return { id, records: [{ bytes }, { bytes: answer, capture }] };
}

/**
 * The record of what was made of a page: `via` and `hopsFromSeed` as other crawlers write them, the decision, and the
 * whole judgement as JSON.
 * @param of id of the record that it speaks of
 */
export function packMetadata(
  { entry, exchanges, outcome }: Visited,
  of: string,
  newId: () => string,
): Promise<Uint8Array> {
  const { judgement } = outcome;
  const { referrer, depth, anchorText, priority } = entry;
  const said: readonly (readonly [string, string | number | boolean | undefined])[] = [
    ['via', referrer],
    ['hopsFromSeed', depth],
    ['anchorText', anchorText],
    ...(referrer === undefined
      ? []
      : ([
          ['priority', priority.value],
          ['priorityReason', priority.reason],
        ] as const)),
    ['state', outcome.state],
    ['code', outcome.code],
    ['message', outcome.message],
    ['checksum', outcome.checksum === undefined ? undefined : `sha256:${outcome.checksum}`],
    ['accepted', judgement?.accepted],
    ['score', judgement?.score],
    ['classifier', judgement?.classifier],
    ['judgement', judgement === undefined ? undefined : JSON.stringify(judgement)],
  ];
  const block = [Buffer.from(fieldLines(said))];
  return packRecord({
    type: 'metadata',
    id: newId(),
    date: new Date(exchanges.at(-1)?.time ?? 0).toISOString(),
    url: entry.url,
    fields: { 'WARC-Refers-To': of },
    block,
    payload: Buffer.concat(block),
  });
}

/** application/warc-fields: one line each. */
function fieldLines(fields: readonly (readonly [string, string | number | boolean | undefined])[]): string {
  const given = fields.filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}: ${String(value).replace(/\s+/g, ' ')}\r\n`).join('');
}
