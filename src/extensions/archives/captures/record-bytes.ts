import { FetchError } from '../../../model/errors.js';
import type { ArchiveRequests } from './archive-requests.js';
import { parseUrl } from '../../../support/parse-url.js';

/** Place of the record of a capture. */
export interface RecordPlace {
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
}

/** Reads the bytes of records, as they lie in WARC files. @throws FetchError, as the archive's requests, when there are others */
export type ReadRecordBytes = (
  place: RecordPlace,
  url: string,
  signal: AbortSignal | undefined,
) => Promise<{ readonly bytes: Uint8Array; readonly source: string }>;

/** Records in WARC files below an address, by requests for ranges of bytes. */
export function recordsAt(base: string, requests: ArchiveRequests): ReadRecordBytes {
  const below = new URL(base.endsWith('/') ? base : `${base}/`);
  return async (place, url, signal) => {
    const { filename, offset, length } = place;
    const address = parseUrl(filename, below) ?? below;
    if (
      address.origin !== below.origin ||
      !address.pathname.startsWith(below.pathname) ||
      address.href === below.href
    )
      throw new FetchError('bad-capture', url, `the index names a file outside of the archive: ${filename}`);
    const { status, body } = await requests.ask(address.href, {
      ...{ signal, range: { offset, length }, maxBytes: length + 1 },
      // A server that does not know ranges would send the whole file.
      wantBody: (head) => head.status === 206,
    });
    if (status !== 206) throw new FetchError('bad-capture', url, noRange(status, address.pathname));
    return { bytes: whole(body, place, url), source: address.href };
  };
}

function noRange(status: number, file: string): string {
  if (status === 200) return `the archive does not give single records of ${file} (no status 206)`;
  return status === 416 ? `the index names a place beyond the end of ${file}` : `${file}: status ${status}`;
}

function whole(bytes: Uint8Array, { filename, offset, length }: RecordPlace, url: string): Uint8Array {
  if (bytes.length >= length) return bytes.subarray(0, length);
  const message = `${filename} ends within the record at byte ${offset}: ${bytes.length} of ${length} bytes are there`;
  throw new FetchError('bad-capture', url, message);
}
