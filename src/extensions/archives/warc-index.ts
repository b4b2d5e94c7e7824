import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bareDigest, readIndex, timestampOf, type CdxEntry } from '../../web/archive/cdxj.js';
import { indexName } from '../../web/archive/names.js';
import { readRecord, responseHead } from '../../web/archive/read-record.js';
import { REVISIT_TYPE } from '../../web/archive/warc-records.js';
import {
  compressionOf,
  unpack,
  readRaw,
  SourceEnds,
  type CompressedMember,
} from '../../support/files/source-bytes.js';
import { readWarcFrames, type WarcFrame, type WarcHeader } from './warc-frames.js';
import { InputError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { parseUrl } from '../../support/parse-url.js';
import { openWacz, type IndexedArchive } from './wacz-file.js';

/** Longer records are skipped, since no page is that long. */
export const LARGEST_RECORD = 100_000_000;

const PAGE_TYPE = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i;

/** The position of a record. */
export interface RecordPlace {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** One capture of an archive. */
export interface Capture {
  readonly address: string;
  /** 14 digits, comparable as text. */
  readonly date: string;
  readonly isPage: boolean;
  /** True if it refers to an earlier capture (revisit). */
  readonly isRevisit: boolean;
  /** Of the payload, as {@link bareDigest} has it. */
  readonly digest: string | undefined;
  readonly place: RecordPlace;
}

/**
 * The captures of an archive file in order, as far as it can be read: from the index next to it (CDXJ), unless that is older,
 * else by scanning the file. An index can be given instead of an archive: its captures are read from the archives that it
 * names, with paths relative to its folder. Archives in a WACZ file are read in place, by its index.
 * @param problems gets what is damaged
 * @throws InputError when the file cannot be read, or was gzipped as a whole
 */
export async function* capturesOf(file: string, problems: string[]): AsyncGenerator<Capture> {
  if (INDEX.test(file)) {
    const inspect = (name: string) => inspectArchive(join(dirname(file), name));
    yield* capturesByIndex(file, readIndex(file), inspect, problems);
  } else if (WACZ.test(file)) {
    const { archives, entries } = await openWacz(file, problems);
    if (entries === undefined) for (const one of archives.values()) yield* capturesByReading(one, problems);
    else yield* capturesByIndex(file, entries, (name) => Promise.resolve(archives.get(name)), problems);
  } else {
    const index = await indexBeside(file);
    if (index === undefined) yield* capturesByReading({ file, begin: 0, size: Infinity }, problems);
    else yield* capturesByIndex(index, readIndex(index), () => inspectArchive(file), problems);
  }
}

const INDEX = /\.cdxj$/i;
const WACZ = /\.wacz$/i;

async function indexBeside(file: string): Promise<string | undefined> {
  for (const name of [indexName(file), `${file}.cdxj`]) {
    if (!(await fileExists(name)) || !(await fileExists(file))) continue;
    if ((await stat(name)).mtimeMs >= (await stat(file)).mtimeMs) return name;
  }
  return undefined;
}

async function* capturesByIndex(
  index: string,
  entries: AsyncIterable<CdxEntry | undefined>,
  inspect: (name: string) => Promise<IndexedArchive | undefined>,
  problems: string[],
): AsyncGenerator<Capture> {
  const archives = new Map<string, IndexedArchive | undefined>();
  let line = 0;
  for await (const entry of entries) {
    line += 1;
    const name = entry?.filename ?? '';
    if (entry !== undefined && !archives.has(name)) {
      archives.set(name, await inspect(name));
      if (archives.get(name) === undefined) problems.push(`${index}: the archive ${name} cannot be read`);
    }
    const archive = archives.get(name);
    if (entry === undefined || (archive !== undefined && entry.offset + entry.length > archive.size))
      problems.push(`${index}: entry ${line} does not match the archive; it is skipped`);
    else if (archive !== undefined && entry.length <= LARGEST_RECORD) yield* captureAt(entry, archive);
  }
}

function* captureAt(entry: CdxEntry, { file, begin }: IndexedArchive): Generator<Capture> {
  const { url, timestamp: date, mime = '', status = 0, offset, length } = entry;
  const address = addressOf(url);
  if (address === undefined) return;
  const place = { file, offset: begin + offset, length };
  const digest = bareDigest(entry.digest);
  yield { address, date, isPage: isPage(status, mime), isRevisit: mime === REVISIT_TYPE, digest, place };
}

/** Undefined for a file that is missing or unreadable. */
async function inspectArchive(file: string): Promise<IndexedArchive | undefined> {
  try {
    return { file, begin: 0, size: (await stat(file)).size };
  } catch {
    return undefined;
  }
}

async function* capturesByReading(archive: IndexedArchive, problems: string[]): AsyncGenerator<Capture> {
  const { file, begin: start } = archive;
  const format = await formatOf(archive);
  /** Members by their start in the unpacked data. */
  const members = new Map<number, CompressedMember>();
  /** A record, whose length in the file is known at the start of the next one. */
  let pending: { readonly capture: Omit<Capture, 'place'>; readonly member: CompressedMember } | undefined;
  function* settled(): Generator<Capture> {
    // The last member may be truncated.
    if (pending?.member.length === undefined) return;
    const { offset, length } = pending.member;
    yield { ...pending.capture, place: { file, offset: start + offset, length } };
  }
  for await (const frame of framesOf(file, unpackedBytes(archive, format, members), problems)) {
    yield* settled();
    pending = undefined;
    if (frame.kind === 'problem') {
      problems.push(`${file}: byte ${frame.offset}: ${frame.message}`);
      continue;
    }
    const { bytes, header, stored } = frame;
    const capture = describe(bytes, header);
    const member = members.get(header.offset);
    for (const begin of members.keys()) if (begin <= header.offset) members.delete(begin);
    if (member !== undefined) pending = { capture, member };
    else if (format !== undefined)
      throw new InputError(`${file} was packed as a whole: its records cannot be read in place`, {
        hint: 'pack each record by itself: warcio recompress FILE NEW',
      });
    else yield { ...capture, place: { file, offset: start + header.offset, length: stored } };
  }
  yield* settled();
}

/** The records with responses for URLs, as far as the file can be read. */
async function* framesOf(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  problems: string[],
): AsyncGenerator<WarcFrame> {
  const choose = ({ type, url, length }: WarcHeader): 'read' | 'skip' =>
    ANSWERS.has(type) && addressOf(url) !== undefined && length <= LARGEST_RECORD ? 'read' : 'skip';
  try {
    yield* readWarcFrames(bytes, choose);
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown;
    problems.push(`${file}: byte ${thrown.position}: ${thrown.message}`);
  }
}

const ANSWERS: ReadonlySet<string> = new Set(['response', 'resource', 'revisit']);

async function* unpackedBytes(
  archive: IndexedArchive,
  format: ReturnType<typeof compressionOf>,
  members: Map<number, CompressedMember>,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  const chunks = readRaw(archive.file, archive);
  for await (const part of unpack(chunks, format, (member) => members.set(length, member))) {
    yield part;
    length += part.length;
  }
}

async function formatOf(archive: IndexedArchive): Promise<ReturnType<typeof compressionOf>> {
  for await (const bytes of readRaw(archive.file, archive)) return compressionOf(bytes);
  return undefined;
}

/** The normalised URL of a record; undefined if the record is not a response for a URL. */
export function addressOf(url: string): string | undefined {
  const address = parseUrl(url);
  if (address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  address.hash = '';
  return address.href;
}

function isPage(status: number, type: string): boolean {
  return status >= 200 && status < 300 && PAGE_TYPE.test(type);
}

function describe(bytes: Uint8Array, header: WarcHeader): Omit<Capture, 'place'> {
  const { type, url, date, contentType } = header;
  const capture = {
    address: addressOf(url) ?? '',
    date: timestampOf(date),
    isRevisit: type === 'revisit',
    digest: bareDigest(header.digest),
  };
  if (type === 'resource') return { ...capture, isPage: PAGE_TYPE.test(contentType) };
  if (type === 'revisit') return { ...capture, isPage: false };
  const record = readRecord(bytes);
  if (record?.http === undefined) return { ...capture, isPage: false };
  const { status, headers } = responseHead(record, '');
  return { ...capture, isPage: isPage(status, headers['content-type'] ?? '') };
}
