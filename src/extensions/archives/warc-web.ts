import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { WARCParser, type WARCRecord } from 'warcio';
import { timestampOf } from '../../web/archive/cdxj.js';
import { readBytes } from '../../web/archive/read-record.js';
import { FAILURE_FIELD, SAME_PAYLOAD } from '../../web/archive/warc-records.js';
import { InputError, messageOf, type FetchFailure } from '../../model/errors.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/files/temporary-folder.js';
import { headOf, readWarcPayload } from '../../web/archive/warc-payload.js';
import { mediaTypeOf } from './media-types.js';
import {
  addressOf,
  capturesOf,
  LARGEST_RECORD,
  type Capture,
  type IndexNotes,
  type RecordPlace,
} from './warc-index.js';
import {
  failedAnswer,
  notFound,
  pageKey,
  type VirtualWeb,
  type WebAnswer,
} from '../../web/stored/virtual-web.js';
import { cannotWrite, IN_TMPDIR } from '../../support/files/cannot-write.js';

/** A web from archives. Until it is closed, a temporary file holds records that are not seekable in their own file. */
export interface WarcWeb extends VirtualWeb {
  /** Problems with the archives, one line each. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

const unpack = promisify(gunzip);

/**
 * Opens web archives (WARC, gzipped or not) as one web. The last capture of a URL counts. Captures are responses, including
 * redirects and errors, and resources; a `revisit` returns the capture that it refers to. Only the index is in memory: it is
 * read from the CDXJ file next to an archive, unless that is older, else made by scanning the archive once. Records are read
 * in place; those of a file that was gzipped as a whole are first unpacked into a temporary file.
 *
 * Fetches that had failed in the archive fail again, and so do fetches of a `revisit` without its capture. `answer` throws
 * InputError if an index does not match its archive.
 *
 * @throws InputError when a file cannot be read or has no response; OutputError when there is no space for the records
 */
export async function openWarcWeb(files: readonly string[]): Promise<WarcWeb> {
  const captures = new Map<string, Capture>();
  const superseded = new Map<string, Capture>();
  const problems: string[] = [];
  const spool = createSpool();
  const notes: IndexNotes = { problems, unpack: (bytes) => spool.append(bytes) };
  try {
    for (const file of files) {
      for await (const capture of capturesOf(file, notes)) {
        const key = pageKey(new URL(capture.address));
        const known = captures.get(key);
        const better = isBetter(capture, known);
        if (better) captures.set(key, capture);
        const other = better ? known : capture;
        if (other !== undefined && !other.isRevisit) superseded.set(`${key} ${other.date}`, other);
      }
    }
    if (captures.size === 0) {
      const why = problems.length > 0 ? ` (${problems.join('; ')})` : '';
      throw new InputError(`${files.join(', ')}: no responses found${why}`, {
        hint: 'give WARC files, gzipped or not, with the responses of web servers',
      });
    }
  } catch (thrown) {
    await spool.close();
    throw thrown;
  }
  return {
    name: files.join(', '),
    problems,
    hosts: new Set([...captures.values()].map(({ address }) => new URL(address).hostname)),
    pages: [...captures.values()].filter(({ isPage }) => isPage).map(({ address }) => address),
    answer: (url) => answerFor(url, captures, superseded),
    close: () => spool.close(),
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

/** A temporary file that is created on first use. */
interface Spool {
  /** @throws OutputError */
  append(bytes: Uint8Array): Promise<RecordPlace>;
  close(): Promise<void>;
}

function createSpool(): Spool {
  let made: MadeSpool | undefined;
  let end = 0;
  return {
    async append(bytes) {
      try {
        made ??= await makeSpool();
        await made.handle.appendFile(bytes);
      } catch (thrown) {
        throw cannotWrite(tmpdir(), thrown, { what: `unpacked records in ${tmpdir()}`, then: IN_TMPDIR });
      }
      const place = { file: made.file, offset: end, length: bytes.length, packed: false };
      end += bytes.length;
      return place;
    },
    async close() {
      const open = made;
      made = undefined;
      await open?.handle.close();
      await open?.folder.remove();
    },
  };
}

interface MadeSpool {
  readonly folder: TemporaryFolder;
  readonly file: string;
  readonly handle: FileHandle;
}

async function makeSpool(): Promise<MadeSpool> {
  const folder = await makeTemporaryFolder('web');
  const file = join(folder.path, 'records');
  return { folder, file, handle: await open(file, 'w') };
}
