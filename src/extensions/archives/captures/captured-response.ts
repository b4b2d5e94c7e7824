import type { ArchivedCapture } from '../../../model/crawl-event.js';
import { FetchError } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import { parseUrl } from '../../../support/parse-url.js';
import { bareDigest, timestampOf } from '../../../web/archive/cdxj.js';
import type { AskArchive, CaptureIndex } from './cdx-index.js';
import { instantOf, isRevisit, type IndexedCapture } from './choose-captures.js';
import { readCapture, type CaptureRecord } from './read-capture.js';
import { MAX_PAGE_BYTES } from '../../../web/http/read-body.js';

/** A capture with what it holds. */
export interface CapturedResponse extends Pick<
  CaptureRecord,
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
export interface RecordDeps {
  /** The name of the archive. */
  readonly archive: string;
  readonly index: CaptureIndex;
  readonly ask: AskArchive;
  /** The address of the folder of WARC files. */
  readonly base: string;
}

/** Longer than its page by its headers. */
const HEADERS = 100_000;
const MAX_ORIGINALS = 2;

/** Brings captures out of WARC files below an address, by requests for ranges of bytes. */
export function captureFromRecords(parts: RecordDeps): BringCapture {
  const base = new URL(parts.base.endsWith('/') ? parts.base : `${parts.base}/`);
  const read = async (capture: IndexedCapture, url: string, signal: AbortSignal | undefined) => {
    const { bytes, source } = await recordBytes(capture, base, parts, signal);
    const record = await readCapture(bytes, url, capture.digest);
    return { record, source };
  };

  /** Looks for the payload that a revisit record refers to: by address and time, else by its digest. */
  async function original(
    { record, url: ownUrl, digest: own }: CaptureRecord,
    capture: IndexedCapture,
    url: string,
    signal: AbortSignal | undefined,
  ): Promise<CaptureRecord> {
    const refers = record.fields.get('warc-refers-to-target-uri') ?? ownUrl;
    const date = timestampOf(record.fields.get('warc-refers-to-date') ?? '');
    const isDated = date.length === 14 && parseUrl(refers) !== undefined;
    const dated = isDated ? await parts.index.find(refers, signal, date) : [];
    const digest = bareDigest(own ?? capture.digest);
    const fits = (one: IndexedCapture): boolean => digest === undefined || bareDigest(one.digest) === digest;
    const alike = digest === undefined ? [] : (await parts.index.find(url, signal)).filter(fits);
    const originals = [
      ...dated.filter((one) => one.timestamp === date && (one.digest === undefined || fits(one))),
      ...alike,
    ];
    for (const one of originals.filter((other) => !isRevisit(other)).slice(0, MAX_ORIGINALS)) {
      const found = await read(one, one.url, signal);
      if (!found.record.isRevisit) return found.record;
    }
    throw bad(capture.url, 'it refers to an earlier capture, which the archive does not have');
  }

  return async (capture, url, signal) => {
    const { record: own, source } = await read(capture, url, signal);
    const held = own.isRevisit ? await original(own, capture, url, signal) : undefined;
    const { entity, body, truncated, unverified, digest = own.digest } = held ?? own;
    // A revisit has a head of its own where the same payload came again.
    const hasHead = held === undefined || (own.record.http !== undefined && own.status !== 304);
    const { status, headers, head } = hasHead ? own : held;
    const { filename: file, offset, length, timestamp } = capture;
    const archived = given({
      time: own.date ?? new Date(instantOf(timestamp)).toISOString(),
      archive: parts.archive,
      url: own.url === url ? undefined : own.url,
      ...{ file, offset, length, digest, unverified, truncated, payloadOf: held?.date },
    });
    return { status, headers, head, entity, body, archived, source: `${source}#${offset ?? ''}`, truncated };
  };
}

function bad(url: string, message: string): FetchError {
  return new FetchError('bad-capture', url, message);
}

async function recordBytes(
  { url, filename, offset, length }: IndexedCapture,
  base: URL,
  { ask }: RecordDeps,
  signal: AbortSignal | undefined,
): Promise<{ readonly bytes: Uint8Array; readonly source: string }> {
  if (filename === undefined || offset === undefined || length === undefined || length === 0)
    throw bad(url, 'the index does not say where its record is');
  if (length > MAX_PAGE_BYTES + HEADERS)
    throw new FetchError('too-large', url, `its record has ${length} bytes, packed`);
  const address = parseUrl(filename, base) ?? base;
  const isBelow = address.origin === base.origin && address.pathname.startsWith(base.pathname);
  if (!isBelow || address.href === base.href)
    throw bad(url, `the index names a file outside of the archive: ${filename}`);
  const { status, body } = await ask(address.href, {
    ...{ signal, range: { offset, length }, maxBytes: length + 1 },
    // A server that does not know ranges would send the whole file.
    wantBody: (head) => head.status === 206,
  });
  if (status !== 206) throw bad(url, noRange(status, address.pathname));
  if (body.length < length)
    throw bad(
      url,
      `${filename} ends within the record at byte ${offset}: ${body.length} of ${length} bytes are there`,
    );
  return { bytes: body.subarray(0, length), source: address.href };
}

function noRange(status: number, file: string): string {
  if (status === 200) return `the archive does not give single records of ${file} (no status 206)`;
  return status === 416 ? `the index names a place beyond the end of ${file}` : `${file}: status ${status}`;
}
