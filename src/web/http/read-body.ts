import { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchError } from '../../model/errors.js';
import { DamagedData, gunzip, type CompressedMember } from '../../support/files/source-bytes.js';

/** Bytes of a page at most, also after decompression. */
export const MAX_PAGE_BYTES = 5_000_000;

/** Limit for the size of a body. */
export interface BodyLimit {
  readonly bytes: number;
  /** Reaction to a larger body: fail as 'too-large', or keep what has come. */
  readonly beyond: 'fail' | 'cut';
}

/** Outcome of receiving a body. */
export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /** `limit`: there is more. Otherwise the error that broke it off. */
  readonly end: 'whole' | 'limit' | Error;
}

/** Bodies that nobody wants are read up to this many bytes, so that the connection can be used again. */
export const WORTH_READING = 16_384;

/** Chunks after which others get their turn: a server may send a million of one byte. */
const CHUNKS_AT_ONCE = 4_096;

/** Reads a stream up to a limit, or up to where it breaks off, and keeps what has come; destroys it where more could come. */
export function receive(stream: Readable, limit: number): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    // Copied at once: a body of a million chunks would be a million objects.
    let bytes = Buffer.alloc(0);
    let [length, count] = [0, 0];
    let isDone = false;
    const finish = (end: ReceivedBody['end']): void => {
      if (isDone) return;
      isDone = true;
      resolve({ bytes: Buffer.from(bytes.subarray(0, Math.min(length, limit))), end });
      if (end !== 'whole') stream.destroy();
    };
    // The listener stays: errors after the end concern nobody.
    stream.on('error', finish);
    stream.once('close', () => finish(new Error('the connection broke off')));
    stream.once('end', () => finish('whole'));
    stream.on('data', (chunk: Uint8Array) => {
      if (isDone) return;
      if (length + chunk.length > bytes.length) bytes = Buffer.concat([bytes], 2 * (length + chunk.length));
      bytes.set(chunk, length);
      length += chunk.length;
      if (++count % CHUNKS_AT_ONCE === 0) {
        stream.pause();
        setImmediate(() => stream.resume());
      }
      if (length > limit) finish('limit');
    });
    if (stream.destroyed) finish(stream.errored ?? new Error('the connection broke off'));
  });
}

/** A body without its encodings. */
export interface DecodedBody {
  readonly body: Uint8Array;
  /** True if its encoding came to its end; undefined without an encoding, which would tell. */
  readonly isWhole: boolean | undefined;
}

/** Sent as `Accept-Encoding`, and decoded. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
/** Bytes that are decompressed at a time. */
const CHUNK_BYTES = 65_536;

/**
 * Decompresses a body as its `Content-Encoding` says, up to a limit, so that a bomb of zeros costs no more than that. A body
 * that breaks off gives what has come, as in browsers. Unknown encodings (`utf-8`, `none`) are ignored, a body that is not
 * encoded as it says is taken as it is, and bytes behind the end of the encoded data are skipped.
 *
 * @throws FetchError 'too-large'
 */
export async function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: BodyLimit,
  url: string,
): Promise<DecodedBody> {
  let decoded: DecodedBody = { body: bytes, isWhole: undefined };
  for (const name of encodingsOf(encoding ?? '')) decoded = await decodeOnce(decoded, name, limit, url);
  return { ...decoded, body: limited(decoded.body, decoded.body.length > limit.bytes, limit, url) };
}

/** The encodings to be undone, the one that was applied last first. More than two are none of a server's. */
function encodingsOf(header: string): readonly string[] {
  const names = header.split(',').map((name) => name.trim().toLowerCase().replace(/^x-/, ''));
  const known = names.filter((name) => /^(?:gzip|deflate|br)$/.test(name));
  return known.slice(-2).reverse();
}

async function decodeOnce(
  { body: bytes, isWhole }: DecodedBody,
  name: string,
  limit: BodyLimit,
  url: string,
): Promise<DecodedBody> {
  if (bytes.length === 0 || (name === 'gzip' && bytes[0] !== 0x1f)) return { body: bytes, isWhole };
  const decoder = decoderFor(bytes, name);
  // Ended in a step of its own: what the last bytes gave is out before it turns out that more should have come.
  decoder.write(bytes, () => decoder.end());
  const { bytes: body, end } = await receive(decoder, limit.bytes);
  if (end === 'limit') return { body: limited(body, true, limit, url), isWhole: true };
  if (end === 'whole') return { body, isWhole: isWhole !== false };
  const isCut = (end as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
  const isMarkup = /^\s*</.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'));
  if (isMarkup || (name !== 'gzip' && !isCut && body.length === 0)) return { body: bytes, isWhole };
  return name === 'gzip' && !isCut ? salvaged(bytes, limit, url) : { body, isWhole: false };
}

/** The part of damaged gzip that can be unpacked, which zlib does not give: whole where only something else stands behind it. */
async function salvaged(bytes: Uint8Array, limit: BodyLimit, url: string): Promise<DecodedBody> {
  const parts: Uint8Array[] = [];
  let [length, last] = [0, undefined as CompressedMember | undefined];
  const chunks = Readable.from([bytes]) as AsyncIterable<Uint8Array>;
  try {
    for await (const part of gunzip(chunks, (member) => (last = member))) {
      parts.push(part);
      if ((length += part.length) > limit.bytes) break;
    }
  } catch (thrown) {
    if (!(thrown instanceof DamagedData)) throw thrown;
  }
  if (last === undefined) return { body: bytes, isWhole: undefined };
  return {
    body: limited(Buffer.concat(parts), length > limit.bytes, limit, url),
    isWhole: last.length !== undefined,
  };
}

/** A body within its limit. @param isMore whether it is longer @throws FetchError 'too-large' */
function limited(body: Uint8Array, isMore: boolean, limit: BodyLimit, url: string): Uint8Array {
  if (!isMore) return body;
  if (limit.beyond === 'cut') return body.subarray(0, limit.bytes);
  throw new FetchError('too-large', url, `the body is larger than ${limit.bytes} bytes`);
}

function decoderFor(bytes: Uint8Array, encoding: string) {
  const flush = { flush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES };
  if (encoding === 'gzip') return createGunzip(flush);
  if (encoding === 'br') return createBrotliDecompress({ ...flush, flush: constants.BROTLI_OPERATION_FLUSH });
  // Some servers send deflate data without the zlib header that RFC 9110 wants around it: the first bytes tell.
  const [first = 0, second = 0] = bytes;
  const hasHeader = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
  return hasHeader ? createInflate(flush) : createInflateRaw(flush);
}
