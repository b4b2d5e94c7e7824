import { open, stat } from 'node:fs/promises';
import { WARCParser, type WARCRecord } from 'warcio';
import { InputError, messageOf } from '../../../model/errors.js';
import type { Page } from '../../../model/page.js';
import { finishDraft, Unreadable } from '../../../language/corpus/draft.js';
import { readPlainText } from '../../../language/corpus/documents/text-format.js';
import { DamagedGzip } from '../../../support/files/gunzip.js';
import { BrokenMember, gunzipMembers, type GzipMember } from '../../../support/files/gzip-members.js';
import { isGzip } from '../../../support/files/signature.js';
import { SourceEnds } from '../../../support/files/source-bytes.js';
import { emptyPage } from '../../../support/text/empty-page.js';
import { isHtml } from '../../../support/text/content-type.js';
import { headOf, PayloadTooLarge, readWarcPayload } from '../../../web/archive/warc-payload.js';
import { FAILURE_FIELD } from '../../../web/archive/warc-records.js';
import { decodeHtml } from '../../../web/page/charset.js';
import { webAddress } from '../../../web/page/links.js';
import { isMarkup, pageOfText, textOfBytes } from '../../../web/page/page-of-bytes.js';
import { readWarcFrames, type WarcHeader, type WarcRecordFrame } from '../warc-frames.js';

/** Place of a record in its file. */
export interface RecordSpan {
  /** Of its gzip member; of a file that is not gzipped, of the record. */
  readonly offset: number;
  /** Bytes of the gzip member; undefined where the record does not have one of its own. */
  readonly length: number | undefined;
}

/** A page of an archive, still as HTML or as text. */
export interface ArchivedPage {
  readonly kind: 'page';
  readonly span: RecordSpan;
  readonly url: string;
  /** As its record states it, ISO 8601. */
  readonly date: string | undefined;
  /** Id of its record. */
  readonly id: string | undefined;
  /** Of the payload, else of the block, as its record states it. */
  readonly digest: string | undefined;
  readonly content: { readonly body: Uint8Array; readonly contentType: string } | { readonly page: Page };
  /** The record as it stands in the file, decompressed. */
  readonly bytes: Uint8Array;
}

/** Item of an archive: a page, a page that is too large, or what cannot be read. */
export type ArchiveItem =
  | ArchivedPage
  | { readonly kind: 'too-large'; readonly offset: number }
  | { readonly kind: 'problem'; readonly offset: number; readonly message: string };

/** Options of reading an archive. */
export interface ArchiveReading {
  /** The largest page, in bytes. */
  readonly maxBytes: number;
  /** Called with the bytes of the file that were read so far. */
  readonly onRead: (bytes: number) => void;
  /** Called for each record of any type. */
  readonly onRecord: () => void;
}

/** Bytes that the headers of a record may have in addition to its page. */
const HEADERS = 65_536;
/** Bytes that are read at a time: each may swell to a thousandfold. */
const PIECE = 65_536;
/** Number of times that the reading of a file is resumed after damage, so that a hostile file costs no more than that. */
const MAX_RESTARTS = 1_000;
const ROBOTS_TXT = /^https?:\/\/[^/]+\/robots\.txt$/i;

/**
 * Reads the pages of a WARC or WET file one by one: responses with status 2xx and resources that are HTML or plain text, and texts made of
 * pages (`conversion`). Two records are in memory. After damaged gzip data, and after a record that states a wrong length,
 * the reading continues with the next gzip member.
 * @throws InputError when the file cannot be read
 */
export async function* readArchive(file: string, reading: ArchiveReading): AsyncGenerator<ArchiveItem> {
  const { size } = await stat(file).catch((thrown: unknown) => {
    throw unreadable(file, thrown);
  });
  const packed = isGzip(await firstBytes(file));
  let start: number | undefined = 0;
  for (let restarts = 0; start !== undefined && (start === 0 || start < size); restarts += 1) {
    if (restarts > MAX_RESTARTS) {
      yield {
        kind: 'problem',
        offset: start,
        message: 'too much of the file is damaged; the rest is not read',
      };
      return;
    }
    start = yield* readFrom({ ...reading, file, packed, start });
  }
}

interface Stretch extends ArchiveReading {
  readonly file: string;
  readonly packed: boolean;
  /** Byte of the file with which the reading begins. */
  readonly start: number;
}

/** A gzip member, and whether a record begins with it. */
interface BegunMember {
  readonly member: GzipMember;
  readonly isRecord: boolean;
}

/** The gzip members of a stretch, as far as they were read. */
interface Members {
  /** By where they begin in the unpacked data, from the record on whose header was read last. */
  readonly begins: Map<number, BegunMember>;
  /** The one that was begun last. */
  last: GzipMember | undefined;
  /** The one with the record whose header was read last. */
  current: GzipMember | undefined;
  /** The record whose header was read last, and where its block ends at the earliest, in the unpacked data. */
  record: { readonly offset: number; readonly end: number };
  /** Members that hold more than one record. */
  readonly shared: WeakSet<GzipMember>;
  /** A member that a record would swallow by the length that it states. */
  swallowed: GzipMember | undefined;
}

interface Pending {
  readonly frame: WarcRecordFrame;
  readonly member: GzipMember | undefined;
  /** True if other members hold parts of it. */
  readonly isSpread: boolean;
}

const LYING = 'the record states a length beyond its gzip member; it is skipped';

/** @returns where to continue after damage; undefined at the end of the file */
async function* readFrom(stretch: Stretch): AsyncGenerator<ArchiveItem, number | undefined> {
  const { file, packed, start, maxBytes, onRecord } = stretch;
  const members = noMembers();
  const tooLarge: number[] = [];
  const placeOf = (offset: number): number =>
    start + (packed ? ((members.begins.get(offset)?.member ?? members.current)?.offset ?? 0) : offset);
  const choose = (header: WarcHeader): 'read' | 'skip' => {
    onRecord();
    enter(members, header);
    if (!mayBePage(header)) return 'skip';
    if (header.length <= maxBytes + HEADERS) return 'read';
    tooLarge.push(placeOf(header.offset));
    return 'skip';
  };
  let pending: Pending | undefined;
  // The length of a member is known when the next record begins.
  const settled = async function* (): AsyncGenerator<ArchiveItem> {
    const waiting = pending;
    pending = undefined;
    if (waiting !== undefined) yield* itemsOf(waiting.frame, spanOf(waiting, stretch, members), maxBytes);
    for (const offset of tooLarge.splice(0)) yield { kind: 'too-large', offset };
  };
  try {
    for await (const frame of readWarcFrames(bytesOf(stretch, members), choose)) {
      yield* settled();
      if (frame.kind === 'problem') {
        yield { kind: 'problem', offset: placeOf(frame.offset), message: frame.message };
        continue;
      }
      const { offset } = frame.header;
      const within = membersWithin(members, offset, offset + frame.bytes.length);
      const swallowed = within.find(({ isRecord }) => isRecord);
      if (swallowed !== undefined) {
        yield { kind: 'problem', offset: placeOf(offset), message: LYING };
        return start + swallowed.member.offset;
      }
      pending = { frame, member: members.current, isSpread: within.length > 0 };
    }
    yield* settled();
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown;
    // What a broken member held before it broke may be wrong already.
    if (packed && pending?.member?.length === undefined) pending = undefined;
    yield* settled();
    const offset = brokenMember(members)?.offset;
    const place = offset === undefined ? placeOf(thrown.position) : start + offset;
    yield { kind: 'problem', offset: place, message: thrown.message };
    return packed ? continuation(file, start, members) : undefined;
  }
}

function noMembers(): Members {
  return {
    begins: new Map(),
    last: undefined,
    current: undefined,
    record: { offset: 0, end: 0 },
    shared: new WeakSet(),
    swallowed: undefined,
  };
}

function spanOf(
  { frame, member, isSpread }: Pending,
  { packed, start }: Stretch,
  { shared }: Members,
): RecordSpan {
  if (!packed) return { offset: start + frame.header.offset, length: undefined };
  const isOwn = member !== undefined && !isSpread && !shared.has(member);
  return { offset: start + (member?.offset ?? 0), length: isOwn ? member.length : undefined };
}

/** Notes with which member the record begins whose header was read. */
function enter(members: Members, { offset, length }: WarcHeader): void {
  const { begins, current } = members;
  const own = begins.get(offset)?.member;
  // A file of several records in one member, or a record that follows in the member of another.
  if (own === undefined && current !== undefined) members.shared.add(current);
  members.current = own ?? current;
  members.record = { offset, end: offset + length };
  for (const begin of begins.keys()) if (begin < offset) begins.delete(begin);
}

/** The members that begin between two places of the unpacked data. */
function membersWithin({ begins }: Members, after: number, before: number): readonly BegunMember[] {
  return [...begins].flatMap(([begin, member]) => (begin > after && begin < before ? [member] : []));
}

/** The member within which the data ended or broke. */
function brokenMember({ last, swallowed }: Members): GzipMember | undefined {
  return swallowed === undefined && last?.length === undefined ? last : undefined;
}

/** Place at which the reading continues after damage: the member that a record swallowed, else what looks like the next. */
async function continuation(
  file: string,
  start: number,
  { last, swallowed }: Members,
): Promise<number | undefined> {
  if (swallowed !== undefined) return start + swallowed.offset;
  if (last === undefined) return nextMagic(file, start + 1);
  return nextMagic(file, start + last.offset + (last.length ?? 1));
}

/** The next bytes that a gzip member of deflated data begins with, without reserved flags. */
async function nextMagic(file: string, from: number): Promise<number | undefined> {
  const handle = await open(file);
  try {
    const piece = Buffer.alloc(1 << 20);
    for (let at = from; ;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      const bytes = piece.subarray(0, bytesRead);
      for (let found = bytes.indexOf(MAGIC); found >= 0; found = bytes.indexOf(MAGIC, found + 1))
        if (((bytes[found + MAGIC.length] ?? 0) & 0xe0) === 0) return at + found;
      if (bytesRead < piece.length) return undefined;
      at += bytesRead - MAGIC.length;
    }
  } finally {
    await handle.close();
  }
}

const MAGIC = Buffer.from([0x1f, 0x8b, 8]);

async function firstBytes(file: string): Promise<Uint8Array> {
  const bytes = Buffer.alloc(2);
  try {
    const handle = await open(file);
    const { bytesRead } = await handle.read(bytes, 0, 2, 0).finally(() => handle.close());
    return bytes.subarray(0, bytesRead);
  } catch (thrown) {
    throw unreadable(file, thrown);
  }
}

async function* rawBytes({ file, start, onRead }: Stretch): AsyncGenerator<Uint8Array> {
  let read = start;
  try {
    const handle = await open(file);
    try {
      const stream = handle.createReadStream({ start, highWaterMark: PIECE }) as AsyncIterable<Uint8Array>;
      for await (const piece of stream) {
        read += piece.length;
        onRead(read);
        yield piece;
      }
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw unreadable(file, thrown);
  }
}

function bytesOf(stretch: Stretch, members: Members): AsyncIterable<Uint8Array> {
  return stretch.packed ? unpackedBytes(stretch, members) : rawBytes(stretch);
}

/** @throws SourceEnds at a record that would swallow the next one; DamagedGzip */
async function* unpackedBytes(stretch: Stretch, members: Members): AsyncGenerator<Uint8Array> {
  let length = 0;
  let begun: GzipMember | undefined;
  let endsLine = true;
  try {
    for await (const part of gunzipMembers(rawBytes(stretch), (member) => (members.last = begun = member))) {
      if (begun !== undefined) {
        const isRecord = RECORD.equals(part.subarray(0, RECORD.length));
        if (isRecord && length < members.record.end) {
          members.swallowed = begun;
          throw new SourceEnds(members.record.offset, LYING);
        }
        if (isRecord && !endsLine) {
          // Else it would be part of the last line of a member that is not a record.
          yield NEWLINE;
          length += 1;
        }
        members.begins.set(length, { member: begun, isRecord });
        begun = undefined;
      }
      yield part;
      length += part.length;
      endsLine = part.at(-1) === NEWLINE[0];
    }
  } catch (thrown) {
    throw thrown instanceof BrokenMember ? new DamagedGzip(thrown.message, { cause: thrown }) : thrown;
  }
}

const RECORD = Buffer.from('WARC/');
const NEWLINE = Buffer.from('\n');

function unreadable(file: string, cause: unknown): InputError {
  if (cause instanceof InputError) return cause;
  return new InputError(`${file} cannot be read: ${messageOf(cause)}`, {
    hint: 'check the path and its permissions',
    cause,
  });
}

/** True if a record can hold a page at all. */
function mayBePage({ type, url, contentType }: WarcHeader): boolean {
  const address = webAddress(url);
  if (address === undefined || ROBOTS_TXT.test(address)) return false;
  if (type === 'response') return contentType === '' || contentType.startsWith('application/http');
  return (type === 'resource' || type === 'conversion') && isTextType(contentType);
}

function isTextType(contentType: string): boolean {
  return HTML.test(contentType) || PLAIN_TEXT.test(contentType);
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const PLAIN_TEXT = /^text\/plain\b/i;

/** The page of a record, or why there is none; nothing where it is not a page. */
async function* itemsOf(
  { header, bytes }: WarcRecordFrame,
  span: RecordSpan,
  maxBytes: number,
): AsyncGenerator<ArchiveItem> {
  const { offset } = span;
  const url = webAddress(header.url) ?? header.url;
  try {
    const record = await WARCParser.parse([bytes]);
    if (record === null) return;
    const content = await contentOf(record, header, url, maxBytes);
    if (content === undefined) return;
    const stated = (name: string): string | undefined => record.warcHeader(name) ?? undefined;
    const digest = stated('WARC-Payload-Digest') ?? stated('WARC-Block-Digest');
    const date = stated('WARC-Date');
    yield { kind: 'page', span, url, date, id: stated('WARC-Record-ID'), digest, content, bytes };
  } catch (thrown) {
    if (thrown instanceof PayloadTooLarge) yield { kind: 'too-large', offset };
    else yield { kind: 'problem', offset, message: `${url}: ${messageOf(thrown)}` };
  }
}

/** Content of a record, as `sfwc classify` reads it; undefined if it is not a page. @throws PayloadTooLarge, Error */
async function contentOf(
  record: WARCRecord,
  { type, contentType }: WarcHeader,
  url: string,
  maxBytes: number,
): Promise<ArchivedPage['content'] | undefined> {
  if (type === 'conversion') {
    const { body: text } = await readWarcPayload(record, maxBytes);
    if (HTML.test(contentType)) return { body: text, contentType };
    const page = await pageOfConversion(Buffer.from(decodeHtml(text, contentType)), url);
    return page && { page };
  }
  if (record.warcHeader(FAILURE_FIELD) != null) return undefined;
  if (type === 'response' && record.httpHeaders === null) return undefined;
  const { status, headers } =
    record.httpHeaders === null ? { status: 200, headers: { 'content-type': contentType } } : headOf(record);
  const stated = headers['content-type'] ?? '';
  if (!(status >= 200 && status < 300) || !isTextType(stated.trim())) return undefined;
  const { body } = await readWarcPayload(record, maxBytes);
  if (isHtml({ url, status, headers, body })) return { body, contentType: stated };
  const text = textOfBytes(body, url);
  if (isMarkup(text)) return { body, contentType: '' };
  return { page: pageOfText(text, url, url) };
}

/** The text made of a page, as a corpus of such records is read; undefined where it holds no word. */
async function pageOfConversion(text: Uint8Array, url: string): Promise<Page | undefined> {
  try {
    const place = { id: url, where: url };
    for await (const item of finishDraft(readPlainText(text), place, () => Promise.resolve(undefined)))
      if (item.kind === 'document')
        return { ...emptyPage(url), title: item.document.title, text: item.document.text };
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Unreadable) throw new Error('its text is binary', { cause: thrown });
    throw thrown;
  }
}
