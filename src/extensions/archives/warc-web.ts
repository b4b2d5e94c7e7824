import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WARCParser, type WARCRecord } from 'warcio';
import { timestampOf } from '../../web/archive/cdxj.js';
import { readBytes } from '../../web/archive/archived-files.js';
import { FAILURE_FIELD, SAME_PAYLOAD } from '../../web/archive/warc-records.js';
import { InputError, messageOf, type FetchFailure } from '../../model/errors.js';
import { headOf, readWarcPayload } from '../../web/archive/warc-payload.js';
import { mediaTypeOf } from './file-addresses.js';
import { addressOf, capturesOf, LARGEST_RECORD, type Capture, type RecordPlace } from './warc-index.js';
import { notFound, pageKey, type VirtualWeb, type WebAnswer } from '../../web/stored/virtual-web.js';

/** A web from archives. */
interface WarcWeb extends VirtualWeb {
  /** Problems with the archives, one line each. */
  readonly problems: readonly string[];
}

const unpack = promisify(gunzip);

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
  const superseded = new Map<string, Capture>();
  const problems: string[] = [];
  for (const file of files)
    for await (const capture of capturesOf(file, problems)) {
      const key = pageKey(new URL(capture.address));
      const known = captures.get(key);
      const better = isBetter(capture, known);
      if (better) captures.set(key, capture);
      const other = better ? known : capture;
      if (other !== undefined && !other.isRevisit) superseded.set(`${key} ${other.date}`, other);
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
    answer: (url) => answerFor(url, captures, superseded),
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
  superseded: ReadonlyMap<string, Capture>,
): Promise<WebAnswer> {
  const capture = captures.get(pageKey(new URL(url)));
  if (capture === undefined) return notFound(url);
  const record = await recordOf(capture);
  if (!capture.isRevisit) return answerOf(capture, record);
  const original = originalOf(record, captures, superseded);
  if (original === undefined) {
    const message = 'the archive refers to an earlier capture, and does not have it';
    return failedAnswer('network', message);
  }
  const answer = await answerOf(original, await recordOf(original));
  const hasOwnHead = record.warcHeader('WARC-Profile') === SAME_PAYLOAD && record.httpHeaders !== null;
  return hasOwnHead && answer.failure === undefined ? { ...answer, ...headOf(record) } : answer;
}

/** The capture that a revisit refers to: at its date, where it is named; what had not changed may be of another date. */
function originalOf(
  record: WARCRecord,
  captures: ReadonlyMap<string, Capture>,
  superseded: ReadonlyMap<string, Capture>,
): Capture | undefined {
  const refers = addressOf(record.warcRefersToTargetURI ?? '');
  if (refers === undefined) return undefined;
  const key = pageKey(new URL(refers));
  const date = timestampOf(record.warcRefersToDate ?? '');
  const current = captures.get(key);
  const own = current?.isRevisit === false ? current : undefined;
  if (own?.date === date) return own;
  const dated = superseded.get(`${key} ${date}`);
  return dated ?? (record.warcHeader('WARC-Profile') === SAME_PAYLOAD ? undefined : own);
}

async function recordOf({ address, place }: Capture): Promise<WARCRecord> {
  const stale = (why: string): InputError =>
    new InputError(`${place.file}: byte ${place.offset}: ${why}`, {
      hint: 'remove the index next to the archive (.cdxj) if it belongs to another file',
    });
  const bytes = await readBytes(place.file, place);
  const record = await unpackPlace(bytes, place)
    .then((unpacked) => WARCParser.parse([unpacked]))
    .catch((thrown: unknown) => {
      throw stale(messageOf(thrown));
    });
  if (record === null || addressOf(record.warcTargetURI ?? '') !== address)
    throw stale(`there is no record of ${address}`);
  return record;
}

async function unpackPlace(bytes: Uint8Array, { packed }: RecordPlace): Promise<Uint8Array> {
  return packed ? unpack(bytes, { maxOutputLength: 2 * LARGEST_RECORD }) : bytes;
}

async function answerOf({ address }: Capture, record: WARCRecord): Promise<WebAnswer> {
  const failure = record.warcHeader(FAILURE_FIELD);
  if (typeof failure === 'string')
    return failedAnswer(failure as FetchFailure, 'the fetch failed when it was archived');
  const payload = await readWarcPayload(record, LARGEST_RECORD);
  const type = record.warcContentType ?? mediaTypeOf(new URL(address).pathname);
  if (record.httpHeaders === null) return { status: 200, headers: { 'content-type': type }, ...payload };
  return { ...headOf(record), ...payload };
}

/** The response for a failed fetch. */
function failedAnswer(code: FetchFailure, message: string): WebAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return { status: 502, headers, body: Buffer.from(message), failure: { code, message } };
}
