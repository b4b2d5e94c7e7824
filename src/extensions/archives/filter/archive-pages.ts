import { WARCParser, type WARCRecord } from 'warcio';
import { messageOf } from '../../../model/errors.js';
import type { Page } from '../../../model/page.js';
import { readBytes, SourceEnds } from '../../../support/files/source-bytes.js';
import { PayloadTooLarge, readWarcPayload } from '../../../web/archive/warc-payload.js';
import { FAILURE_FIELD } from '../../../web/archive/warc-records.js';
import { webAddress } from '../../../web/page/links.js';
import { isMarkup, pageOfText, textOfBytes } from '../../../web/page/page-of-bytes.js';
import { HTML, mayHoldText, textType } from '../warc-corpus.js';
import { readWarcFrames, type WarcHeader, type WarcRecordFrame } from '../warc-frames.js';

/** A page of an archive, still as HTML or as text. */
export interface ArchivedPage {
  readonly url: string;
  /** Byte at which its record begins, after decompression. */
  readonly offset: number;
  readonly record: WARCRecord;
  readonly content: { readonly body: Uint8Array; readonly contentType: string } | { readonly page: Page };
  /** The record as it stands in the file, decompressed. */
  readonly bytes: Uint8Array;
}

/** Options of reading an archive. */
export interface ArchiveReading {
  /** The largest page, in bytes. */
  readonly maxBytes: number;
  /** Called for each record of any type. */
  readonly onRecord: () => void;
  readonly onTooLarge: () => void;
  /** Called for each part that cannot be read. @param offset byte after decompression */
  readonly onProblem: (offset: number, message: string) => void;
}

/** Bytes that the headers of a record may have in addition to its page. */
const HEADERS = 65_536;
const ROBOTS_TXT = /^https?:\/\/[^/]+\/robots\.txt$/i;

/**
 * Reads the pages of a WARC or WET file one by one: responses with status 2xx and resources that are HTML or plain text, and
 * texts made of pages (`conversion`). One record is in memory. The reading ends where the file is cut off or damaged.
 * @throws InputError when the file cannot be read
 */
export async function* readArchive(file: string, reading: ArchiveReading): AsyncGenerator<ArchivedPage> {
  const { maxBytes, onRecord, onTooLarge, onProblem } = reading;
  const choose = (header: WarcHeader): 'read' | 'skip' => {
    onRecord();
    if (!mayHoldText(header) || ROBOTS_TXT.test(header.url)) return 'skip';
    if (header.length <= maxBytes + HEADERS) return 'read';
    onTooLarge();
    return 'skip';
  };
  try {
    for await (const frame of readWarcFrames(readBytes(file), choose)) {
      if (frame.kind === 'problem') {
        onProblem(frame.offset, frame.message);
        continue;
      }
      const page = await pageOf(frame, reading);
      if (page !== undefined) yield page;
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown;
    onProblem(thrown.position, thrown.message);
  }
}

/** The page of a record; undefined where it is none, or cannot be read. */
async function pageOf(
  { header, bytes }: WarcRecordFrame,
  { maxBytes, onTooLarge, onProblem }: ArchiveReading,
): Promise<ArchivedPage | undefined> {
  const { offset } = header;
  const url = webAddress(header.url) ?? header.url;
  try {
    const record = await WARCParser.parse([bytes]);
    const content = record === null ? undefined : await contentOf(record, header, url, maxBytes);
    return record === null || content === undefined ? undefined : { url, offset, record, content, bytes };
  } catch (thrown) {
    if (thrown instanceof PayloadTooLarge) onTooLarge();
    else onProblem(offset, `${url}: ${messageOf(thrown)}`);
    return undefined;
  }
}

/** Content of a record, as `sfwc classify` reads it; undefined if it is not a page. @throws PayloadTooLarge, Error */
async function contentOf(
  record: WARCRecord,
  header: WarcHeader,
  url: string,
  maxBytes: number,
): Promise<ArchivedPage['content'] | undefined> {
  const contentType = textType(record, header);
  if (contentType === undefined || record.warcHeader(FAILURE_FIELD) != null) return undefined;
  const { body } = await readWarcPayload(record, maxBytes);
  if (HTML.test(contentType)) return { body, contentType };
  const text = textOfBytes(body, url);
  return header.type !== 'conversion' && isMarkup(text)
    ? { body, contentType: '' }
    : { page: pageOfText(text, url, url) };
}
