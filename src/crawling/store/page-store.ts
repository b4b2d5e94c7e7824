import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CrawlEvent, StoredPage } from '../../model/crawl-event.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { given } from '../../support/given.js';
import { packageVersion } from '../../support/package-version.js';
import { warcDigest } from '../../web/archive/warc-records.js';

/** The file in a result folder with accepted pages, and with rejected ones that may be accepted later: WARC 1.1. */
export const PAGES_FILE = 'pages.warc';

/** Longest header of a record, in bytes. */
const MAX_HEADER = 16_384;
/** Ends the header of a record, and the record. */
const END = '\r\n\r\n';
const [HTML, TEXT] = ['text/html; charset=utf-8', 'text/plain; charset=utf-8'];

/** A page to be stored: the address after redirects, the time at which it was fetched (ISO 8601), the type as sent. */
export interface PageToStore extends Readonly<Record<'url' | 'date' | 'contentType', string>> {
  /** Body that the page was read from: as received, as its scripts made it, or HTML made of a document. */
  readonly body: Uint8Array;
  /** True where the body is not as it was received. */
  readonly isMade: boolean;
  /** Document that the body was made of. */
  readonly source?: Uint8Array;
  /** Title and main text, as they were judged. */
  readonly text: string;
}

/** The pages of a crawl while it writes them, in one file. */
export type PageStore = ReturnType<typeof openPageStore>;

/** Opens a file of pages for writing. @param length bytes that a crawl knew of that continues; no more are kept @throws OutputError */
export function openPageStore(path: string, length?: number) {
  const writing = <T>(write: () => T): T => {
    try {
      return write();
    } catch (thrown) {
      throw cannotWrite(dirname(path), thrown, { what: `pages to ${path}` });
    }
  };
  let file: number | undefined;
  let end = 0;
  /** Returns where the records begin. */
  const append = (records: readonly Buffer[]): number => {
    file ??= openSync(path, 'w');
    const first = end === 0 ? [warcinfo()] : [];
    const bytes = Buffer.concat([...first, ...records]);
    appendWhole(file, bytes, end);
    end += bytes.length;
    return end - bytes.length + (first[0]?.length ?? 0);
  };
  if (length !== undefined && existsSync(path)) writing(() => ([file, end] = reopen(path, length)));
  return {
    /** Bytes of the file. A resumed crawl cuts off what comes after those that its last step knew of. */
    get length(): number {
      return end;
    },
    /** Appends the records of a page; synchronous, so that it is there when the step ends that refers to it. @throws OutputError */
    add: (page: PageToStore) =>
      writing(() => {
        const { source, body, text } = recordsOf(page);
        const offset = append([...(source === undefined ? [] : [source]), body, text]);
        return { offset, ...given({ source: source?.length }), body: body.length, text: text.length };
      }),
    /** Appends the records of a page of another file, see {@link readPageRecords}. @throws OutputError */
    copy: (page: StoredPage, records: readonly Buffer[]) =>
      writing(() => ({ ...page, offset: append(records) })),
    /** Sees to it that the pages are on the disk. @throws OutputError */
    sync: () => writing(() => file !== undefined && fdatasyncSync(file)),
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** @param length bytes that are kept; fewer, after a power failure, as far as the records are whole */
function reopen(path: string, length: number): [file: number, length: number] {
  const file = openSync(path, 'a+');
  const { size } = fstatSync(file);
  const kept = size >= length ? length : wholeRecords(file, size);
  ftruncateSync(file, kept);
  return [file, kept];
}

/** Bytes of the records that are whole, from the beginning of a file. */
function wholeRecords(file: number, size: number): number {
  const header = Buffer.alloc(MAX_HEADER);
  let whole = 0;
  while (whole < size) {
    const read = readSync(file, header, 0, MAX_HEADER, whole);
    const head = header.toString('latin1', 0, read);
    const block = /\r\nContent-Length: (\d+)\r\n\r\n/.exec(head);
    if (block === null) return whole;
    const next = whole + block.index + block[0].length + Number(block[1]) + END.length;
    if (next > size) return whole;
    whole = next;
  }
  return whole;
}

/** Appends bytes; those that do not fit on the disk are taken back. */
function appendWhole(file: number, bytes: Uint8Array, end: number): void {
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  } catch (thrown) {
    ftruncateSync(file, end);
    throw thrown;
  }
}

/** A `resource` as it was received, and a `conversion` for what was made of it and for its text. */
function recordsOf({ url, date, contentType, body, isMade, source, text }: PageToStore) {
  const [received, made, conversion] = [newId(), newId(), { type: 'conversion', date, url }];
  const resource = { type: 'resource', id: received, date, url, contentType };
  const html = { ...conversion, contentType: HTML };
  const own = isMade ? { ...html, id: received } : resource;
  const bodyHead = source === undefined ? own : { ...html, id: made, of: received };
  const textHead = { ...conversion, id: newId(), contentType: TEXT, of: bodyHead.id };
  return {
    source: source && record(resource, source),
    body: record(bodyHead, body),
    text: record(textHead, Buffer.from(text)),
  };
}

const newId = (): string => `<urn:uuid:${randomUUID()}>`;

interface RecordHead extends Readonly<Record<'type' | 'id' | 'date' | 'contentType', string>> {
  readonly url?: string;
  /** Id of the record that it was made from. */
  readonly of?: string;
}

function record({ type, id, date, contentType, url, of }: RecordHead, block: Uint8Array): Buffer {
  const lines = [
    ...['WARC/1.1', `WARC-Type: ${type}`, `WARC-Record-ID: ${id}`, `WARC-Date: ${date}`],
    ...(url === undefined ? [] : [`WARC-Target-URI: ${url}`]),
    ...(of === undefined ? [] : [`WARC-Refers-To: ${of}`]),
    `WARC-Block-Digest: ${warcDigest([block])}`,
    `Content-Type: ${contentType.replace(/[^\x20-\x7e]/g, ' ') || 'application/octet-stream'}`,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}${END}`), block, Buffer.from(END)]);
}

/** The record that begins a file. */
function warcinfo(): Buffer {
  const about = { type: 'warcinfo', id: newId(), contentType: 'application/warc-fields' };
  const said = `software: sfwc/${packageVersion()}\r\nformat: WARC File Format 1.1\r\n`;
  return record({ ...about, date: new Date().toISOString() }, Buffer.from(said));
}

/** The fields of an event that lead to its page. */
export type PagePlace = Pick<CrawlEvent, 'url' | 'finalUrl' | 'stored'>;

/** The text of a page as it was judged (title and main text); undefined where it was not stored, or is damaged. */
export async function readPageText(folder: string, event: PagePlace): Promise<string | undefined> {
  return (await readPart(folder, event, 'text'))?.toString('utf8');
}

/** The body that a page was read from; undefined where it was not stored, or is damaged. */
export function readPageBody(folder: string, event: PagePlace): Promise<Uint8Array | undefined> {
  return readPart(folder, event, 'body');
}

/** The document that the body of a page was made of; undefined where there is none, or it is damaged. */
export function readPageSource(folder: string, event: PagePlace): Promise<Uint8Array | undefined> {
  return readPart(folder, event, 'source');
}

/** The records of a page, whole; undefined where they are missing. */
export async function readPageRecords(
  folder: string,
  { offset, source = 0, body, text }: StoredPage,
): Promise<readonly Buffer[] | undefined> {
  const ranges = [[0, source] as const, [source, body] as const, [source + body, text] as const];
  const bytes = await readRange(join(folder, PAGES_FILE), offset, source + body + text);
  return bytes && ranges.flatMap(([at, length]) => (length > 0 ? [bytes.subarray(at, at + length)] : []));
}

async function readPart(
  folder: string,
  { url, finalUrl = url, stored }: PagePlace,
  part: 'source' | 'body' | 'text',
): Promise<Buffer | undefined> {
  const length = stored?.[part];
  if (stored === undefined || length === undefined) return undefined;
  const { offset, source = 0, body } = stored;
  const begin = { source: offset, body: offset + source, text: offset + source + body }[part];
  const bytes = await readRange(join(folder, PAGES_FILE), begin, length);
  return bytes && blockOf(bytes, finalUrl);
}

/** A range of a file; undefined where the file ends before. */
async function readRange(file: string, offset: number, length: number): Promise<Buffer | undefined> {
  const handle = await open(file).catch(() => undefined);
  try {
    if (handle === undefined || offset + length > (await handle.stat()).size) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    return bytesRead === length ? bytes : undefined;
  } finally {
    await handle?.close();
  }
}

/** The content of a record; undefined where it is of another address, or damaged. */
function blockOf(bytes: Buffer, url: string): Buffer | undefined {
  const end = bytes.indexOf(END);
  const head = bytes.toString('utf8', 0, end + 2);
  const block = bytes.subarray(end + END.length, bytes.length - END.length);
  const isWhole = [`WARC-Target-URI: ${url}`, `WARC-Block-Digest: ${warcDigest([block])}`].every((field) =>
    head.includes(`\r\n${field}\r\n`),
  );
  return isWhole ? block : undefined;
}
