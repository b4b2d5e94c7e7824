import { FetchError, messageOf } from '../../model/errors.js';
import { decodeHtml } from '../../web/page/charset.js';
import { webAddress } from '../../web/page/links.js';
import {
  isTooLarge,
  payloadOf,
  readRecord,
  responseHead,
  type ArchivedRecord,
} from '../../web/archive/read-record.js';
import { Unreadable } from '../../language/corpus/draft.js';
import { readHtml } from '../../language/corpus/documents/html-format.js';
import type {
  CorpusSettings,
  FoundRecord,
  RecordFormat,
} from '../../language/corpus/records/record-files.js';
import { SourceEnds } from '../../support/files/source-bytes.js';
import { readPlainText } from '../../language/corpus/documents/text-format.js';
import { readWarcFrames, type Choice, type WarcHeader, type WarcRecordFrame } from './warc-frames.js';

/** Content types of HTML. */
export const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/;
const PLAIN_TEXT = /^text\/plain\b/;

/** True if a record can hold a text at all: responses, resources saved as they are, and texts made of them (WET). */
export function mayHoldText({ type, contentType, url }: WarcHeader): boolean {
  if (webAddress(url) === undefined) return false;
  if (type === 'response') return contentType === '' || contentType.startsWith('application/http');
  return (type === 'resource' || type === 'conversion') && isText(contentType);
}

function isText(contentType: string): boolean {
  return HTML.test(contentType) || PLAIN_TEXT.test(contentType);
}

/** The type of the text that a record holds; undefined for other types and for answers other than 2xx. */
export function textType(record: ArchivedRecord, header: WarcHeader): string | undefined {
  if (header.type !== 'response') return header.contentType;
  if (record.http === undefined) return undefined;
  const { status, headers } = responseHead(record, '');
  const type = (headers['content-type'] ?? '').toLowerCase();
  return status >= 200 && status < 300 && isText(type) ? type : undefined;
}

/** The id of a record: its address, without fragment. */
function addressOf({ url }: WarcHeader): string {
  return webAddress(url) ?? url;
}

/**
 * Place of the capture of each address that counts: by date the last one, of several with the same date the last in
 * the file. Holds the addresses in memory.
 */
async function lastCaptures(bytes: AsyncIterable<Uint8Array>): Promise<ReadonlySet<number>> {
  const last = new Map<string, WarcHeader>();
  try {
    for await (const frame of readWarcFrames(bytes, (header) => (mayHoldText(header) ? 'begin' : 'skip'))) {
      if (frame.kind !== 'record') continue;
      const { header } = frame;
      const record = readRecord(frame.bytes);
      if (record === undefined || textType(record, header) === undefined) continue;
      if (header.date >= (last.get(addressOf(header))?.date ?? '')) last.set(addressOf(header), header);
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown; // the second reading reports it
  }
  return new Set([...last.values()].map(({ offset }) => offset));
}

/** The record of a frame, without transfer and content encoding; undefined where it is not a text. */
async function textOf(
  { header, bytes, isWhole }: WarcRecordFrame,
  maximumBytes: number,
): Promise<FoundRecord | undefined> {
  const { url, offset: position } = header;
  try {
    const record = readRecord(bytes);
    const type = record === undefined ? undefined : textType(record, header);
    if (record === undefined || type === undefined) return undefined;
    if (!isWhole) throw new FetchError('too-large', url, 'not read');
    const { body } = await payloadOf(record, maximumBytes);
    const isHtml = HTML.test(type);
    const draft = isHtml ? readHtml(body, type) : readPlainText(Buffer.from(decodeHtml(body, type)));
    return { position, id: addressOf(header), draft: { ...draft, sourceUrl: webAddress(url) } };
  } catch (thrown) {
    const large = `the text is larger than ${maximumBytes} bytes; it is left out`;
    const why = isTooLarge(thrown) ? large : `it cannot be read (${messageOf(thrown)}); fetch it again`;
    return { position, problem: `${url}: ${thrown instanceof Unreadable ? thrown.message : why}` };
  }
}

async function* readRecords(
  openBytes: () => AsyncIterable<Uint8Array>,
  { maximumFileBytes }: CorpusSettings,
): AsyncGenerator<FoundRecord> {
  const wanted = await lastCaptures(openBytes());
  const choose = ({ offset, length }: WarcHeader): Choice =>
    !wanted.has(offset) ? 'skip' : length <= maximumFileBytes ? 'read' : 'begin';
  for await (const frame of readWarcFrames(openBytes(), choose)) {
    if (frame.kind === 'problem') yield { position: frame.offset, problem: frame.message };
    else {
      const found = await textOf(frame, maximumFileBytes);
      if (found !== undefined) yield found;
    }
  }
  if (wanted.size === 0)
    yield {
      position: 0,
      problem: 'the archive holds no HTML page or text that was answered with 2xx; check the file',
    };
}

/**
 * A web archive as a corpus (.warc, .wet; also with .gz): the HTML pages and plain texts among its responses with status 2xx, its
 * resources, and the texts made of pages (`conversion`, which Common Crawl calls WET). Ids are the addresses. Of several
 * captures of an address the last one counts (by WARC-Date). HTML becomes its main text like an .html file. The file is
 * streamed twice; one record is in memory.
 *
 * Requests, redirects, errors, pictures and other types are skipped. Garbage, truncated records and damaged gzip data are
 * problems with their place, in bytes after decompression.
 */
export const warcFormat: RecordFormat = { unit: 'byte', hasGlobalIds: true, read: readRecords };
