import { WARCParser, type WARCRecord } from 'warcio';
import { messageOf } from '../../model/errors.js';
import { decodeHtml } from '../../web/page/charset.js';
import { webAddress } from '../../web/page/links.js';
import { PayloadTooLarge, readWarcPayload } from '../../web/archive/warc-payload.js';
import { Unreadable, type Draft } from '../../language/corpus/draft.js';
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

/** A text with its type, still in its own encoding. */
interface Payload {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

async function parseRecord(bytes: Uint8Array): Promise<WARCRecord | undefined> {
  return (await WARCParser.parse([bytes])) ?? undefined;
}

/** The type of the text that a record holds; undefined for other types and for answers other than 2xx. */
export function textType(record: WARCRecord, header: WarcHeader): string | undefined {
  if (header.type !== 'response') return header.contentType;
  const status = Number(record.httpHeaders?.statusCode);
  const type = (record.httpHeaders?.headers.get('content-type') ?? '').trim().toLowerCase();
  return status >= 200 && status < 300 && isText(type) ? type : undefined;
}

/** The text of a record, without transfer and content encoding. @throws Unreadable when it is too large */
async function readPayload(record: WARCRecord, contentType: string, maximumBytes: number): Promise<Payload> {
  try {
    return { contentType, bytes: (await readWarcPayload(record, maximumBytes)).body };
  } catch (thrown) {
    throw thrown instanceof PayloadTooLarge ? new Unreadable(tooLarge(maximumBytes)) : thrown;
  }
}

function tooLarge(maximumBytes: number): string {
  return `the text is larger than ${maximumBytes} bytes; it is left out`;
}

function draftOf({ contentType, bytes }: Payload, url: string): Draft {
  const draft = HTML.test(contentType)
    ? readHtml(bytes, contentType)
    : readPlainText(Buffer.from(decodeHtml(bytes, contentType)));
  return { ...draft, sourceUrl: webAddress(url) };
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
      const record = await parseRecord(frame.bytes);
      if (record === undefined || textType(record, header) === undefined) continue;
      if (header.date >= (last.get(addressOf(header))?.date ?? '')) last.set(addressOf(header), header);
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown; // the second reading reports it
  }
  return new Set([...last.values()].map(({ offset }) => offset));
}

/** The record of a frame; undefined where it is not a text. */
async function readRecord(
  { header, bytes, isWhole }: WarcRecordFrame,
  maximumBytes: number,
): Promise<FoundRecord | undefined> {
  const position = header.offset;
  try {
    const record = await parseRecord(bytes);
    const type = record === undefined ? undefined : textType(record, header);
    if (record === undefined || type === undefined) return undefined;
    if (!isWhole) throw new Unreadable(tooLarge(maximumBytes));
    const payload = await readPayload(record, type, maximumBytes);
    return { position, id: addressOf(header), draft: draftOf(payload, header.url) };
  } catch (thrown) {
    const reason =
      thrown instanceof Unreadable
        ? thrown.message
        : `it cannot be read (${messageOf(thrown)}); fetch it again`;
    return { position, problem: `${header.url}: ${reason}` };
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
      const found = await readRecord(frame, maximumFileBytes);
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
