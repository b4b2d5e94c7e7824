import { timestampOf } from '../../web/archive/cdxj.js';
import { unpacked } from '../../support/files/source-bytes.js';
import { readBytes } from '../../web/archive/archived-files.js';
import { InputError, messageOf, type FetchFailure } from '../../model/errors.js';
import {
  failureOf,
  payloadOf,
  readRecord,
  responseHead,
  type ArchivedRecord,
} from '../../web/archive/read-record.js';
import { mediaTypeOf } from './file-addresses.js';
import { addressOf, capturesOf, LARGEST_RECORD, type Capture } from './warc-index.js';
import { notFound, pageKey, type VirtualWeb, type WebAnswer } from '../../web/stored/virtual-web.js';

/** A web from archives. */
interface WarcWeb extends VirtualWeb {
  /** Problems with the archives, one line each. */
  readonly problems: readonly string[];
}

/**
 * Opens web archives (WARC, gzipped or not) as one web. The last capture of a URL counts. Captures are responses, including
 * redirects and errors, and resources; a `revisit` returns the capture that it refers to. Only the index is in memory: it is
 * read from the CDXJ file next to an archive, unless that is older, else made by scanning the archive once. Records are read
 * in place.
 *
 * Fetches that had failed in the archive fail again, and so do fetches of a `revisit` without its capture. `answer` throws
 * InputError if an index does not match its archive.
 *
 * @throws InputError when a file cannot be read, was gzipped as a whole, or has no response
 */
export async function openWarcWeb(files: readonly string[]): Promise<WarcWeb> {
  const captures = new Map<string, Capture>();
  /** Captures with responses of their own, by address and date where a later one counts, and by digest. */
  const originals = new Map<string, Capture>();
  const problems: string[] = [];
  for (const file of files)
    for await (const capture of capturesOf(file, problems)) {
      const key = pageKey(new URL(capture.address));
      const known = captures.get(key);
      const better = isBetter(capture, known);
      if (better) captures.set(key, capture);
      const other = better ? known : capture;
      if (other !== undefined && !other.isRevisit) originals.set(`${key} ${other.date}`, other);
      if (!capture.isRevisit && capture.digest !== undefined) originals.set(capture.digest, capture);
    }
  if (captures.size === 0) {
    const why = problems.length > 0 ? ` (${problems.join('; ')})` : '';
    throw new InputError(`${files.join(', ')}: no responses found${why}`, {
      hint: 'give WARC files, gzipped or not, with the responses of web servers',
    });
  }
  return {
    name: files.join(', '),
    problems,
    hosts: new Set([...captures.values()].map(({ address }) => new URL(address).hostname)),
    pages: [...captures.values()].filter(({ isPage }) => isPage).map(({ address }) => address),
    answer: (url) => answerFor(url, captures, originals),
  };
}

/** The last capture counts; a capture with its own response takes precedence over a revisit. */
function isBetter(capture: Capture, known: Capture | undefined): boolean {
  if (known === undefined) return true;
  if (capture.isRevisit !== known.isRevisit) return known.isRevisit;
  if (capture.date !== known.date) return capture.date > known.date;
  // An index is sorted by URL and time, not by position.
  return capture.place.file !== known.place.file || capture.place.offset > known.place.offset;
}

async function answerFor(
  url: string,
  captures: ReadonlyMap<string, Capture>,
  originals: ReadonlyMap<string, Capture>,
): Promise<WebAnswer> {
  const capture = captures.get(pageKey(new URL(url)));
  if (capture === undefined) return notFound(url);
  const record = await recordOf(capture);
  if (!capture.isRevisit) return answerOf(capture, record);
  const original = originalOf(capture, record, captures, originals);
  if (original === undefined) {
    const message = 'the archive refers to an earlier capture, and does not have it';
    return failedAnswer('network', message);
  }
  const answer = await answerOf(original, await recordOf(original));
  const hasOwnHead = record.http !== undefined && record.http.status !== 304;
  return hasOwnHead && answer.failure === undefined ? { ...answer, ...responseHead(record, '') } : answer;
}

/**
 * The capture that a revisit refers to: at its date, where it is named, or with its digest. What had not changed may be of another
 * date.
 */
function originalOf(
  { address, digest }: Capture,
  { fields }: ArchivedRecord,
  captures: ReadonlyMap<string, Capture>,
  originals: ReadonlyMap<string, Capture>,
): Capture | undefined {
  const key = pageKey(new URL(addressOf(fields.get('warc-refers-to-target-uri') ?? '') ?? address));
  const date = timestampOf(fields.get('warc-refers-to-date') ?? '');
  const current = captures.get(key);
  const own = current?.isRevisit === false ? current : undefined;
  if (own?.date === date) return own;
  const isSame = /\/identical-payload-digest$/.test(fields.get('warc-profile') ?? '');
  return (
    originals.get(`${key} ${date}`) ??
    originals.get(digest ?? '') ??
    (isSame && date !== '' ? undefined : own)
  );
}

async function recordOf({ address, place }: Capture): Promise<ArchivedRecord> {
  const stale = (why: string): InputError =>
    new InputError(`${place.file}: byte ${place.offset}: ${why}`, {
      hint: 'remove the index next to the archive (.cdxj) if it belongs to another file',
    });
  const bytes = await readBytes(place.file, place);
  const record = await unpacked(bytes, 2 * LARGEST_RECORD)
    .then(readRecord)
    .catch((thrown: unknown) => {
      throw stale(messageOf(thrown));
    });
  if (record === undefined || addressOf(record.fields.get('warc-target-uri') ?? '') !== address)
    throw stale(`there is no record of ${address}`);
  return record;
}

async function answerOf({ address }: Capture, record: ArchivedRecord): Promise<WebAnswer> {
  const failure = failureOf(record);
  if (failure !== undefined) return failedAnswer(failure, 'the fetch failed when it was archived');
  const type = record.fields.get('content-type') ?? mediaTypeOf(new URL(address).pathname);
  return { ...responseHead(record, type), ...(await payloadOf(record, LARGEST_RECORD)) };
}

/** The response for a failed fetch. */
function failedAnswer(code: FetchFailure, message: string): WebAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return { status: 502, headers, body: Buffer.from(message), failure: { code, message } };
}
