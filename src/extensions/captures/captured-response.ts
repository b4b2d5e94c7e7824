import type { ArchivedCapture } from '../../model/archived-capture.js';
import type { Truncation } from '../../model/exchange.js';
import { FetchError } from '../../model/errors.js';
import { given } from '../../support/given.js';
import { timestampOf } from '../../web/archive/cdxj.js';
import type { CaptureIndex } from './capture-index.js';
import { isRevisit, type IndexedCapture } from './choose-captures.js';
import { instantOf } from './period.js';
import { readPayload, takeRecord, type CapturePayload, type CaptureRecord } from './read-capture.js';
import type { ReadRecordBytes } from './record-bytes.js';

/** A capture with what it holds. */
export interface CapturedResponse extends Pick<
  CapturePayload,
  'status' | 'headers' | 'head' | 'entity' | 'body'
> {
  readonly archived: ArchivedCapture;
  /** Where its record is, as an address or a path. */
  readonly source: string;
  readonly truncated: Truncation | undefined;
}

/** Brings a capture. @param url the address that was looked up @throws FetchError; as the archive's requests */
export type BringCapture = (
  capture: IndexedCapture,
  url: string,
  signal: AbortSignal | undefined,
) => Promise<CapturedResponse>;

/** What captures are read with. */
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
    const { digest, timestamp } = capture;
    const own = await readPayload(taken, url, digest, parts.maxBytes);
    const held = taken.isRevisit ? await payloadOf(taken, own, capture, parts, signal) : undefined;
    const { status, headers, head, entity, body } = held?.payload ?? own;
    const archived: ArchivedCapture = given({
      time: taken.date ?? new Date(instantOf(timestamp)).toISOString(),
      archive: parts.archive,
      collection: collectionOf(capture, parts.archive),
      url: taken.url === url ? undefined : taken.url,
      file: capture.filename,
      offset: capture.offset,
      length: capture.length,
      digest: held?.payload.digest ?? own.digest,
      unverified: (held?.payload ?? own).unverified,
      truncated: taken.truncated ?? held?.truncated,
      payloadOf: held?.date,
    });
    // A revisit has a head of its own where the same payload came again.
    const hasOwnHead = held !== undefined && taken.record.httpHeaders !== null && own.status !== 304;
    const heads = hasOwnHead
      ? { status: own.status, headers: own.headers, head: own.head }
      : { status, headers, head };
    return { ...heads, entity, body, archived, source, truncated: taken.truncated ?? held?.truncated };
  };
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
): Promise<{
  readonly payload: CapturePayload;
  readonly truncated: Truncation | undefined;
  readonly date?: string;
}> {
  const refers = (record.warcRefersToTargetURI ?? url).replace(/^<(.*)>$/, '$1');
  const date = timestampOf(record.warcRefersToDate ?? '');
  const dated =
    date.length === 14 && URL.canParse(refers) ? await parts.index.findAt(refers, date, signal) : [];
  const digest = bare(own.digest ?? capture.digest);
  const alike = (await parts.index.find(url, signal)).filter(
    (one) => digest !== undefined && bare(one.digest) === digest,
  );
  for (const original of [...dated, ...alike].filter((one) => !isRevisit(one)).slice(0, MOST_ORIGINALS)) {
    const { taken } = await recordOf(original, parts, signal);
    if (taken.isRevisit) continue;
    const payload = await readPayload(taken, original.url, original.digest, parts.maxBytes);
    if (digest !== undefined && original.digest !== undefined && bare(original.digest) !== digest) continue;
    return { payload, truncated: taken.truncated, ...(taken.date === undefined ? {} : { date: taken.date }) };
  }
  throw new FetchError(
    'bad-capture',
    capture.url,
    'it refers to an earlier capture, which the archive does not have',
  );
}

const MOST_ORIGINALS = 2;

function bare(digest: string | undefined): string | undefined {
  return digest?.replace(/^sha-?1:/i, '').toUpperCase();
}
