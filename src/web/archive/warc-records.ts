import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { WARCParser, WARCRecord, WARCSerializer, type WARCType } from 'warcio';
import type { RenderedVersion, Visited } from '../../model/archive.js';
import type { DatedExchange } from '../../model/exchange.js';
import { base32 } from './base32.js';
import type { Indexed } from './cdxj.js';
import { given } from '../../support/given.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A field of a response record in addition to those of WARC 1.1: why the fetch failed although there was an answer. */
export const FAILURE_FIELD = 'X-Sfwc-Failure';
/** The field that names the record with which the file begins. */
const WARCINFO_FIELD = 'WARC-Warcinfo-ID';
/** The media type of revisit records in an index. */
export const REVISIT_TYPE = 'warc/revisit';
const PROFILES = 'http://netpreserve.org/warc/1.1/revisit/';
/** Profile of `revisit` records for answers with status 304 (WARC 1.1, section 6.7.3). */
const NOT_MODIFIED = `${PROFILES}server-not-modified`;
/** Profile of `revisit` records for payloads that an archive has already (WARC 1.1, section 6.7.2). */
export const SAME_PAYLOAD = `${PROFILES}identical-payload-digest`;

/** A record as it goes to the file. */
export interface PackedRecord {
  /** A gzip member. */
  readonly bytes: Uint8Array;
  /** Id of the warcinfo record of the file that it was packed for. */
  readonly warcinfo: string;
  /** Index entry, without its place; absent for records that no index names. */
  readonly capture?: Omit<Indexed, 'offset' | 'length' | 'filename'>;
}

/** Parts of a record. */
export interface Draft {
  readonly type: WARCType;
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  readonly url?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Content of the record. */
  readonly block: readonly Uint8Array[];
  /** The part of it that its payload is. */
  readonly payload: Uint8Array;
  /** Of a revisit record. */
  readonly profile?: string;
}

/** A response that an archive holds. */
export interface KeptResponse {
  /** Id of its record. */
  readonly id: string;
  readonly url: string;
  /** ISO 8601. */
  readonly date: string;
  /** Name of the WARC file, and the byte at which the record begins. */
  readonly filename: string;
  readonly offset: number;
}

/** Reference to an answer that is kept elsewhere: the version that is still current, or an equal payload. */
export type KeptElsewhere = { readonly unchangedSince: string } | { readonly samePayload: KeptResponse };

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
  profile,
}: Draft): Promise<Uint8Array> {
  const warcHeaders = {
    'WARC-Record-ID': id,
    'WARC-Block-Digest': warcDigest(block),
    ...(type === 'warcinfo' || type === 'revisit' ? {} : { 'WARC-Payload-Digest': warcDigest([payload]) }),
    ...fields,
  };
  const record = WARCRecord.create({ type, date, url, warcVersion: 'WARC/1.1', warcHeaders }, block);
  // The block has the HTTP header as it was.
  record.httpHeaders = null;
  if (profile !== undefined) record.warcHeaders.headers.set('WARC-Profile', profile);
  return compress(await WARCSerializer.serialize(record, { gzip: false }));
}

/** The record that begins a file. */
export function packWarcinfo(
  id: string,
  name: string,
  date: string,
  info: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  const block = [Buffer.from(fieldLines(Object.entries(info)))];
  return packRecord({
    type: 'warcinfo',
    id,
    date,
    fields: { 'WARC-Filename': name },
    block,
    payload: new Uint8Array(),
  });
}

/** The id of the warcinfo record that begins a file; undefined where the file begins otherwise. */
export async function warcinfoOf(file: string): Promise<string | undefined> {
  const bytes = createReadStream(file);
  try {
    const record = await WARCParser.parse(bytes, { parseHttp: false });
    return record?.warcType === 'warcinfo' ? (record.warcHeader('WARC-Record-ID') ?? undefined) : undefined;
  } finally {
    bytes.destroy();
  }
}

/** Says of a record that it is in the file of another warcinfo record than the one that it was packed for. */
export async function moveRecord(record: PackedRecord, warcinfo: string): Promise<PackedRecord> {
  if (record.warcinfo === warcinfo) return record;
  const unpacked = await decompress(record.bytes);
  const start = unpacked.indexOf(warcinfoField(record.warcinfo));
  const end = start + warcinfoField(record.warcinfo).length;
  const moved = [unpacked.subarray(0, start), warcinfoField(warcinfo), unpacked.subarray(end)];
  return { ...record, warcinfo, bytes: await compress(Buffer.concat(moved)) };
}

function warcinfoField(id: string): Buffer {
  return Buffer.from(`\r\n${WARCINFO_FIELD}: ${id}\r\n`);
}

/**
 * The two records of an exchange: what was asked, and what came.
 * @param warcinfo id of the record that begins the file
 * @param elsewhere what makes the answer a revisit record
 */
export async function packExchange(
  exchange: DatedExchange,
  warcinfo: string,
  newId: () => string,
  elsewhere?: KeptElsewhere,
): Promise<{ readonly id: string; readonly records: readonly PackedRecord[] }> {
  const { url, request, head, body, address, truncated, failure, source } = exchange;
  const date = new Date(exchange.time).toISOString();
  const [asked, id] = [newId(), newId()];
  const where = { [WARCINFO_FIELD]: warcinfo, ...given({ 'WARC-IP-Address': address }) };
  const common = { date, url };
  const bytes = await packRecord({
    ...{ ...common, type: 'request', id: asked },
    fields: { 'WARC-Concurrent-To': id, ...where },
    ...{ block: [request], payload: new Uint8Array() },
  });
  const isSame = elsewhere !== undefined && 'samePayload' in elsewhere;
  const answer = await packRecord({
    ...common,
    type: elsewhere === undefined ? 'response' : 'revisit',
    profile: elsewhere && (isSame ? SAME_PAYLOAD : NOT_MODIFIED),
    id,
    fields: {
      ...(request.length === 0 ? {} : { 'WARC-Concurrent-To': asked }),
      ...where,
      ...given({ 'WARC-Source-URI': source }),
      ...(elsewhere === undefined ? {} : referring(elsewhere, exchange)),
      ...given({ 'WARC-Truncated': isSame ? 'length' : truncated, [FAILURE_FIELD]: failure }),
    },
    block: isSame ? [head] : [head, body],
    payload: body,
  });
  const asking: PackedRecord = { bytes, warcinfo };
  const capture = { ...common, ...indexedOf(exchange, elsewhere) };
  const answering = { bytes: answer, warcinfo, capture };
  // What an archive gave was not requested from its host.
  return { id, records: request.length === 0 ? [answering] : [asking, answering] };
}

/** Index entry of an answer. */
function indexedOf(
  { status, contentType, body }: DatedExchange,
  elsewhere: KeptElsewhere | undefined,
): Pick<Indexed, 'mime' | 'status' | 'digest'> {
  const mime = elsewhere === undefined ? mediaType(contentType) : REVISIT_TYPE;
  const hasPayload = elsewhere === undefined || 'samePayload' in elsewhere;
  return {
    ...(mime === '' ? {} : { mime }),
    status,
    ...(hasPayload ? { digest: warcDigest([body]).slice('sha1:'.length) } : {}),
  };
}

/** A Content-Type without its parameters. */
function mediaType(contentType = ''): string {
  return contentType.split(';', 1).join('').trim();
}

/** The fields of a revisit record that say what it refers to, and in which file that is. */
function referring(elsewhere: KeptElsewhere, { url, body }: DatedExchange): Readonly<Record<string, string>> {
  if ('unchangedSince' in elsewhere)
    return { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': elsewhere.unchangedSince };
  const { id, url: target, date, filename, offset } = elsewhere.samePayload;
  return {
    'WARC-Payload-Digest': warcDigest([body]),
    'WARC-Refers-To': id,
    'WARC-Refers-To-Target-URI': target,
    'WARC-Refers-To-Date': date,
    // Not of the standard, but known to other programs.
    'WARC-Refers-To-Filename': filename,
    'WARC-Refers-To-File-Offset': String(offset),
  };
}

/**
 * The record of what was made of a page: `via` and `hopsFromSeed` as other crawlers write them, the decision, and the
 * whole judgement as JSON.
 * @param of id of the record that it speaks of
 * @param warcinfo id of the record that begins the file
 */
export async function packMetadata(
  { entry, exchanges, outcome }: Visited,
  of: string,
  warcinfo: string,
  newId: () => string,
): Promise<PackedRecord> {
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
  const bytes = await packRecord({
    type: 'metadata',
    id: newId(),
    date: new Date(exchanges.at(-1)?.time ?? 0).toISOString(),
    url: entry.url,
    fields: { [WARCINFO_FIELD]: warcinfo, 'WARC-Refers-To': of },
    block,
    payload: Buffer.concat(block),
  });
  return { bytes, warcinfo };
}

/**
 * The record of a page as its scripts made it: a `conversion` (WARC 1.1, section 6.8) of the response that it was made from,
 * which keeps the address of the page. A `resource` may not name what it was made from. No index names it: a replay of the
 * archive gets what the server sent.
 * @param of id of the record of the response
 */
export async function packRendered(
  url: string,
  { body, time }: RenderedVersion,
  of: string,
  warcinfo: string,
  newId: () => string,
): Promise<PackedRecord> {
  const bytes = await packRecord({
    type: 'conversion',
    id: newId(),
    date: new Date(time).toISOString(),
    url,
    fields: { [WARCINFO_FIELD]: warcinfo, 'WARC-Refers-To': of, 'Content-Type': 'text/html; charset=utf-8' },
    block: [body],
    payload: body,
  });
  return { bytes, warcinfo };
}

/** application/warc-fields: one line each. */
function fieldLines(fields: readonly (readonly [string, string | number | boolean | undefined])[]): string {
  const known = fields.filter(([, value]) => value !== undefined);
  return known.map(([name, value]) => `${name}: ${String(value).replace(/\s+/g, ' ')}\r\n`).join('');
}
