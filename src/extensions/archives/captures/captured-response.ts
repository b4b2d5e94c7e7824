import type { ArchivedCapture } from '../../../model/archived-capture.js';
import { FetchError } from '../../../model/errors.js';
import type { Exchange } from '../../../model/exchange.js';
import { redirectTarget } from '../../../web/http/redirects.js';
import { given } from '../../../support/given.js';
import { timestampOf } from '../../../web/archive/cdxj.js';
import type { CaptureIndex } from './capture-index.js';
import { isRevisit, type IndexedCapture } from './choose-captures.js';
import { instantOf } from './period.js';
import { readPayload, takeRecord, type CapturePayload, type CaptureRecord } from './read-capture.js';
import type { ReadRecordBytes } from './record-bytes.js';
import { parseUrl } from '../../../support/parse-url.js';

/** A capture with what it holds. */
export interface CapturedResponse extends Pick<
  CapturePayload,
  'status' | 'headers' | 'head' | 'entity' | 'body' | 'truncated'
> {
  readonly archived: ArchivedCapture;
  /** Place of its record, as an address or a path. */
  readonly source: string;
}

/** Brings a capture. @param url the address that was looked up @throws FetchError; as the archive's requests */
export type BringCapture = (
  capture: IndexedCapture,
  url: string,
  signal: AbortSignal | undefined,
) => Promise<CapturedResponse>;

/** Services with which captures are read. */
export interface RecordParts {
  /** The name of the archive. */
  readonly archive: string;
  readonly index: CaptureIndex;
  readonly readBytes: ReadRecordBytes;
  /** Bytes of a page, decompressed. */
  readonly maxBytes: number;
}

/** Longer than its page by its headers. */
const HEADERS = 100_000;

/** Brings captures out of their WARC files. */
export function captureFromRecords(parts: RecordParts): BringCapture {
  return async (capture, url, signal) => {
    const { taken, source } = await recordOf(capture, parts, signal);
    const own = await readPayload(taken, url, capture.digest, parts.maxBytes);
    const held = taken.isRevisit ? await payloadOf(taken, own, capture, parts, signal) : undefined;
    const archived = archivedCapture(capture, url, parts.archive, taken, own, held);
    const { entity, body, truncated } = held?.payload ?? own;
    const { status, headers, head } = headOfCapture(taken, own, held);
    return { status, headers, head, entity, body, archived, source, truncated };
  };
}

/** A revisit has a head of its own where the same payload came again. */
function headOfCapture(
  { record }: CaptureRecord,
  own: CapturePayload,
  held: HeldPayload | undefined,
): Pick<CapturePayload, 'status' | 'headers' | 'head'> {
  if (held === undefined) return own;
  return record.httpHeaders !== null && own.status !== 304 ? own : held.payload;
}

/** The description of a capture for events. */
function archivedCapture(
  capture: IndexedCapture,
  url: string,
  archive: string,
  taken: CaptureRecord,
  own: CapturePayload,
  held: HeldPayload | undefined,
): ArchivedCapture {
  const { filename: file, offset, length, timestamp } = capture;
  const payload = held?.payload ?? own;
  return given({
    time: taken.date ?? new Date(instantOf(timestamp)).toISOString(),
    archive,
    collection: collectionOf(capture, archive),
    url: taken.url === url ? undefined : taken.url,
    ...{ file, offset, length },
    digest: payload.digest ?? own.digest,
    unverified: payload.unverified,
    truncated: payload.truncated,
    payloadOf: held?.date,
  });
}

/** The payload that a revisit refers to, and when it was captured. */
interface HeldPayload {
  readonly payload: CapturePayload;
  readonly date?: string;
}

/** The name of the part of an archive; undefined for its only one. */
export function collectionOf({ collection }: IndexedCapture, archive: string): string | undefined {
  return collection === undefined || collection === archive || /^https?:/.test(collection)
    ? undefined
    : collection;
}

async function recordOf(
  { url, filename, offset, length }: IndexedCapture,
  { readBytes, maxBytes }: RecordParts,
  signal: AbortSignal | undefined,
): Promise<{ readonly taken: CaptureRecord; readonly source: string }> {
  if (filename === undefined || offset === undefined || length === undefined || length === 0)
    throw new FetchError('bad-capture', url, 'the index does not say where its record is');
  if (length > maxBytes + HEADERS)
    throw new FetchError('too-large', url, `its record has ${length} bytes, packed`);
  const { bytes, source } = await readBytes({ filename, offset, length }, url, signal);
  return { taken: await takeRecord(bytes, url, maxBytes), source: `${source}#${offset}` };
}

/** Looks for the payload that a revisit record refers to: by address and time, else by its digest. */
async function payloadOf(
  { record, url }: CaptureRecord,
  own: CapturePayload,
  capture: IndexedCapture,
  parts: RecordParts,
  signal: AbortSignal | undefined,
): Promise<HeldPayload> {
  const refers = (record.warcRefersToTargetURI ?? url).replace(/^<(.*)>$/, '$1');
  const date = timestampOf(record.warcRefersToDate ?? '');
  const dated =
    date.length === 14 && parseUrl(refers) !== undefined
      ? await parts.index.findAt(refers, date, signal)
      : [];
  const digest = bare(own.digest ?? capture.digest);
  const alike = (await parts.index.find(url, signal)).filter(
    (one) => digest !== undefined && bare(one.digest) === digest,
  );
  for (const original of [...dated, ...alike].filter((one) => !isRevisit(one)).slice(0, MAX_ORIGINALS)) {
    const { taken } = await recordOf(original, parts, signal);
    if (taken.isRevisit) continue;
    const payload = await readPayload(taken, original.url, original.digest, parts.maxBytes);
    if (digest !== undefined && original.digest !== undefined && bare(original.digest) !== digest) continue;
    return { payload, ...(taken.date === undefined ? {} : { date: taken.date }) };
  }
  throw new FetchError(
    'bad-capture',
    capture.url,
    'it refers to an earlier capture, which the archive does not have',
  );
}

const MAX_ORIGINALS = 2;

function bare(digest: string | undefined): string | undefined {
  return digest?.replace(/^sha-?1:/i, '').toUpperCase();
}

/** Exchange that a capture stands for, for archives. */
export function exchangeOf(url: string, captured: CapturedResponse): Exchange & { readonly time: number } {
  const { status, headers, head, entity, archived, source, truncated } = captured;
  const contentType = headers['content-type'];
  return {
    ...{ url, request: new Uint8Array(), head, body: entity, status, source },
    ...{ contentType, truncated, time: Date.parse(archived.time) },
  };
}

/** Target of the redirect of a capture; undefined if it is a page, or redirects to its own address in another spelling. */
export function redirectOf(url: string, { archived, status, headers }: CapturedResponse): string | undefined {
  const target = redirectTarget(archived.url ?? url, status, headers['location']);
  return target === url ? undefined : target;
}
