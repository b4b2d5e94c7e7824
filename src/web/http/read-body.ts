import type { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { Decompress } from 'fzstd';
import { FetchError } from '../../model/errors.js';
import { bytePieces } from '../../support/batches.js';
import { interruptible } from '../../support/interruptible.js';
import { zstdFrames, MAX_ZSTD_WINDOW } from './zstd-frames.js';

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

/**
 * Reads a stream up to a limit, or up to where it breaks off: nothing that has come is lost. The stream is destroyed where it
 * is not read to its end.
 */
export function receive(stream: Readable, limit: number): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let isDone = false;
    const finish = (end: ReceivedBody['end']): void => {
      if (isDone) return;
      isDone = true;
      resolve({ bytes: Buffer.concat(chunks, Math.min(length, limit)), end });
      if (end !== 'whole') stream.destroy();
    };
    // The listener stays: errors after the end concern nobody.
    stream.on('error', finish);
    stream.once('close', () => finish(new Error('the connection broke off')));
    stream.once('end', () => finish('whole'));
    stream.on('data', (chunk: Uint8Array) => {
      if (isDone) return;
      chunks.push(chunk);
      length += chunk.length;
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
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd';
/** Encodings one inside of the other; no honest server sends more. */
const MAX_LAYERS = 2;
type Encoding = 'gzip' | 'deflate' | 'br' | 'zstd';

/**
 * Decompresses a body as its `Content-Encoding` says, up to a limit, so that a bomb of zeros costs no more than that. A body
 * that breaks off gives what has come, as browsers do.
 *
 * @param innerLimit bytes that a layer inside of another may have
 * @throws FetchError 'too-large'; 'network' for encodings that were not requested and bodies that do not match their
 * encoding
 */
export async function decodeBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  limit: BodyLimit,
  innerLimit: number,
  url: string,
): Promise<DecodedBody> {
  const layers = layersOf(encoding, url);
  if (layers.length === 0)
    return { body: limited(bytes, bytes.length > limit.bytes, limit, url), isWhole: undefined };
  let decoded: DecodedBody = { body: bytes, isWhole: bytes.length > 0 || undefined };
  for (const [index, layer] of layers.entries()) {
    if (decoded.body.length === 0) break;
    const within: BodyLimit = index === layers.length - 1 ? limit : { bytes: innerLimit, beyond: 'fail' };
    const { isWhole } = decoded;
    decoded = await (layer === 'zstd' ? unpackZstd : unpack)(decoded.body, layer, within, url);
    decoded = { ...decoded, isWhole: decoded.isWhole === true && isWhole };
  }
  return decoded;
}

/** The encodings in the order in which they are to be undone. */
function layersOf(encoding: string | undefined, url: string): readonly Encoding[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity');
  const unknown = names.find((name) => !isEncoding(name));
  if (unknown !== undefined || names.length > MAX_LAYERS) {
    const shown = unknown ?? names.join(', ');
    throw new FetchError('network', url, `the body is encoded as '${shown}', which was not asked for`);
  }
  return names.filter(isEncoding).reverse();
}

function isEncoding(name: string): name is Encoding {
  return name === 'gzip' || name === 'deflate' || name === 'br' || name === 'zstd';
}

/** A body within its limit. @param isMore whether it is longer @throws FetchError 'too-large' */
function limited(body: Uint8Array, isMore: boolean, limit: BodyLimit, url: string): Uint8Array {
  if (!isMore) return body;
  if (limit.beyond === 'cut') return body.subarray(0, limit.bytes);
  throw new FetchError('too-large', url, `the body is larger than ${limit.bytes} bytes`);
}

async function unpack(
  bytes: Uint8Array,
  encoding: Encoding,
  limit: BodyLimit,
  url: string,
): Promise<DecodedBody> {
  const decoder = decoderFor(bytes, encoding);
  // Ended in a step of its own: what the last bytes gave is out before it turns out that more should have come.
  decoder.write(bytes, () => decoder.end());
  const { bytes: body, end } = await receive(decoder, limit.bytes);
  const isCut = typeof end === 'object' && (end as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
  if (typeof end === 'object' && !isCut) throw end;
  return { body: limited(body, end === 'limit', limit, url), isWhole: !isCut };
}

/** Bytes that are decompressed at a time. */
const CHUNK_BYTES = 65_536;

function decoderFor(bytes: Uint8Array, encoding: Encoding) {
  const flush = { flush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES };
  if (encoding === 'gzip') return createGunzip(flush);
  if (encoding === 'br')
    return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH, chunkSize: CHUNK_BYTES });
  // Some servers send deflate data without the zlib header that RFC 9110 wants around it: the first bytes tell.
  const [first = 0, second = 0] = bytes;
  const hasHeader = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
  return hasHeader ? createInflate(flush) : createInflateRaw(flush);
}

/** Stops the decompression, which can only be left by throwing. */
class Enough extends Error {}

/** Bytes that are unpacked at a time: the library does it in this thread. */
const ZSTD_PIECE = 65_536;

async function unpackZstd(
  body: Uint8Array,
  _encoding: Encoding,
  limit: BodyLimit,
  url: string,
): Promise<DecodedBody> {
  const frames = zstdFrames(body);
  if (frames !== undefined && frames.window > MAX_ZSTD_WINDOW) {
    throw new FetchError('too-large', url, `the body asks for a window of ${frames.window} bytes (zstd)`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const decoder = new Decompress((chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit.bytes) throw new Enough();
  });
  try {
    if (frames === undefined) throw new Error('no row of frames');
    for await (const piece of interruptible(bytePieces(body, ZSTD_PIECE), undefined)) decoder.push(piece);
    if (frames.isWhole) decoder.push(new Uint8Array(), true);
  } catch (thrown) {
    if (!(thrown instanceof Enough)) {
      const message = `${new URL(url).host}: the body cannot be decompressed (zstd)`;
      throw new FetchError('network', url, message, { cause: thrown });
    }
  }
  const all = Buffer.concat(chunks, length);
  return { body: limited(all, length > limit.bytes, limit, url), isWhole: frames?.isWhole === true };
}

/** Bodies that nobody wants are read up to this many bytes, so that the connection can be used again. */
export const WORTH_READING = 16_384;
