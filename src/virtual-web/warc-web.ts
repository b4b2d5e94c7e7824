import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WARCParser } from 'warcio';
import { readBytes, SourceEnds } from '../corpus/records.js';
import { readWarcFrames, type WarcHeader } from '../corpus/warc-frames.js';
import { InputError, OutputError, messageOf } from '../model/errors.js';
import { parseUrl } from '../support/parse-url.js';
import { readWarcPayload } from '../support/warc-payload.js';
import { mediaTypeOf } from './media-types.js';
import { notFound, pageKey, type VirtualWeb, type WebAnswer } from './web.js';

/** A web out of archives. Until it is closed, its records lie unpacked in a temporary file. */
export interface WarcWeb extends VirtualWeb {
  /** What in the archives could not be read, one line each. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** Where a capture lies in the temporary file. */
interface Capture {
  readonly address: string;
  readonly date: string;
  readonly offset: number;
  readonly length: number;
  readonly isPage: boolean;
}

const PAGE_TYPE = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i;
/** Records that are longer are passed over: no page is. */
const LARGEST_RECORD = 100_000_000;
/** What was true of the bytes on their way, and is no longer of the payload. */
const OF_TRANSFER = /^(?:content-(?:length|encoding)|transfer-encoding|connection|keep-alive)$/;

/**
 * Opens web archives (WARC, gzipped or not) as one web. Of several captures of an address the last one answers.
 * Responses, redirects and errors among them, and resources count; a `revisit` says that an earlier capture still holds,
 * and is passed over. Records are unpacked into a temporary file, so that only the index is in memory.
 *
 * @throws InputError when a file cannot be read or holds no response; OutputError when there is no room for the records
 */
export async function openWarcWeb(files: readonly string[]): Promise<WarcWeb> {
  const captures = new Map<string, Capture>();
  const problems: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'sfwc-web-'));
  const spool = await open(join(folder, 'records'), 'w+');
  const close = async (): Promise<void> => {
    await spool.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    let end = 0;
    for (const file of files) {
      for await (const { capture, bytes } of capturesIn(file, problems)) {
        const key = pageKey(new URL(capture.address));
        if (capture.date < (captures.get(key)?.date ?? '')) continue;
        await append(spool, bytes);
        captures.set(key, { ...capture, offset: end, length: bytes.length });
        end += bytes.length;
      }
    }
    if (captures.size === 0) {
      const why = problems.length > 0 ? ` (${problems.join('; ')})` : '';
      throw new InputError(`${files.join(', ')}: there is no response in it${why}`, {
        hint: 'give WARC files, gzipped or not, with the responses of web servers',
      });
    }
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    name: files.join(', '),
    problems,
    hosts: new Set([...captures.values()].map(({ address }) => new URL(address).hostname)),
    pages: [...captures.values()].filter(({ isPage }) => isPage).map(({ address }) => address),
    async answer(url) {
      const capture = captures.get(pageKey(new URL(url)));
      return capture === undefined ? notFound(url) : answerOf(capture, await readPart(spool, capture));
    },
    close,
  };
}

async function append(spool: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await spool.appendFile(bytes);
  } catch (thrown) {
    throw new OutputError(`the records cannot be unpacked in ${tmpdir()}: ${messageOf(thrown)}`, {
      hint: 'set TMPDIR to a folder with room',
      cause: thrown,
    });
  }
}

interface Found {
  readonly capture: Pick<Capture, 'address' | 'date' | 'isPage'>;
  readonly bytes: Uint8Array;
}

/** The captures of an archive in its order, up to where it cannot be read any more. */
async function* capturesIn(file: string, problems: string[]): AsyncGenerator<Found> {
  const choose = (header: WarcHeader): 'read' | 'skip' =>
    addressOf(header) !== undefined && header.length <= LARGEST_RECORD ? 'read' : 'skip';
  try {
    for await (const frame of readWarcFrames(readBytes(file), choose)) {
      if (frame.kind === 'problem') problems.push(`${file}: byte ${frame.offset}: ${frame.message}`);
      else {
        const isPage = await holdsPage(frame.bytes, frame.header);
        const capture = { address: addressOf(frame.header) ?? '', date: frame.header.date, isPage };
        yield { capture, bytes: frame.bytes };
      }
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown;
    problems.push(`${file}: byte ${thrown.position}: ${thrown.message}`);
  }
}

/** The address that a record answers for; undefined for what is no answer. */
function addressOf({ type, url }: WarcHeader): string | undefined {
  if (type !== 'response' && type !== 'resource') return undefined;
  const address = parseUrl(url);
  if (address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  address.hash = '';
  return address.href;
}

async function holdsPage(bytes: Uint8Array, { type, contentType }: WarcHeader): Promise<boolean> {
  if (type === 'resource') return PAGE_TYPE.test(contentType);
  const head = (await WARCParser.parse([bytes]))?.httpHeaders;
  const status = Number(head?.statusCode);
  return status >= 200 && status < 300 && PAGE_TYPE.test(head?.headers.get('content-type') ?? '');
}

async function readPart(spool: FileHandle, { offset, length }: Capture): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length);
  await spool.read(bytes, 0, length, offset);
  return bytes;
}

async function answerOf({ address }: Capture, bytes: Uint8Array): Promise<WebAnswer> {
  const record = await WARCParser.parse([bytes]);
  if (record === null) return notFound(address);
  const body = await readWarcPayload(record, LARGEST_RECORD);
  const type = record.warcContentType ?? mediaTypeOf(new URL(address).pathname);
  if (record.httpHeaders === null) return { status: 200, headers: { 'content-type': type }, body };
  const headers: Record<string, string> = {};
  for (const [name, value] of record.httpHeaders.headers) {
    if (!OF_TRANSFER.test(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  return { status: Number(record.httpHeaders.statusCode), headers, body };
}
