import { pipeline, Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { Decompress } from 'fzstd';
import { FetchError } from '../../model/errors.js';
import { bytePieces } from '../../support/byte-pieces.js';
import { interruptible } from '../../support/interruptible.js';
import { largestWindow, MAX_ZSTD_WINDOW } from './zstd-frames.js';

/** How much of a body may come in. */
export interface BodyLimit {
  readonly bytes: number;
  /** What to do when there is more: fail as 'too-large', or keep what has come. */
  readonly beyond: 'fail' | 'cut';
}

/**
 * Reads a body and stops at the limit: a bomb of zeros costs no more than that.
 * @throws FetchError 'too-large'; whatever the stream fails with
 */
export async function readBody(stream: Readable, limit: BodyLimit, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early destroys the stream and with it the connection.
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= limit.bytes) continue;
    if (limit.beyond === 'cut') return Buffer.concat(chunks, limit.bytes);
    throw new FetchError('too-large', url, `the body is larger than ${limit.bytes} bytes`);
  }
  return Buffer.concat(chunks, length);
}

/** Sent as `Accept-Encoding`, and decoded. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd';
/** Encodings one inside of the other; no honest server sends more. */
const MAX_LAYERS = 2;
type Encoding = 'gzip' | 'deflate' | 'br' | 'zstd';

/**
 * Reads a body as {@link readBody} does, decompressed as its `Content-Encoding` says. The limit holds for the bytes that
 * come over the wire and for what becomes of them, so that neither a bomb nor an endless compressed stream costs more.
 * A gzip, deflate or brotli body that breaks off gives what has come, as browsers do.
 *
 * @param wireLimit bytes that may come over the wire
 * @throws FetchError 'too-large'; 'network' for encodings that were not requested and bodies that do not match their
 * encoding
 */
export async function readEncodedBody(
  stream: Readable,
  encoding: string | undefined,
  limit: BodyLimit,
  wireLimit: number,
  url: string,
): Promise<Uint8Array> {
  const layers = layersOf(encoding, url);
  if (layers.length === 0) return readBody(stream, limit, url);
  let encoded = counted(stream, wireLimit, url);
  for (const [index, layer] of layers.entries()) {
    const last = index === layers.length - 1;
    const within: BodyLimit = last ? limit : { bytes: wireLimit, beyond: 'fail' };
    if (layer === 'zstd') {
      const body = await unpackZstd(
        await readBody(encoded, { bytes: wireLimit, beyond: 'fail' }, url),
        within,
        url,
      );
      if (last) return body;
      encoded = Readable.from([body]);
    } else encoded = await unpacked(encoded, layer, wireLimit, url);
  }
  return readBody(encoded, limit, url);
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

/** The same stream, failing when more comes than allowed. */
function counted(stream: Readable, limit: number, url: string): Readable {
  let length = 0;
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      length += chunk.length;
      if (length <= limit) done(null, chunk);
      else done(new FetchError('too-large', url, `the compressed body is larger than ${limit} bytes`));
    },
  });
  return joined(stream, counter);
}

/** Errors of the first stream reach the second, and closing the second closes the first. */
export function joined(from: Readable, to: Transform): Readable {
  pipeline(from, to, () => undefined);
  return to;
}

async function unpacked(
  stream: Readable,
  encoding: Exclude<Encoding, 'zstd'>,
  wireLimit: number,
  url: string,
): Promise<Readable> {
  const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  if (encoding === 'gzip') return joined(stream, createGunzip(lenient));
  if (encoding === 'br') {
    const flush = constants.BROTLI_OPERATION_FLUSH;
    return joined(stream, createBrotliDecompress({ flush, finishFlush: flush }));
  }
  // Some servers send deflate data without the zlib header that RFC 9110 wants around it: the first bytes tell.
  const body = Buffer.from(await readBody(stream, { bytes: wireLimit, beyond: 'fail' }, url));
  const hasHeader = body.length > 1 && (body.readUInt8(0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
  return joined(Readable.from([body]), hasHeader ? createInflate(lenient) : createInflateRaw(lenient));
}

/** Stops the decompression, which can only be left by throwing. */
class Enough extends Error {}

/** Bytes that are unpacked at a time: the library does it in this thread. */
const ZSTD_PIECE = 65_536;

async function unpackZstd(body: Uint8Array, limit: BodyLimit, url: string): Promise<Uint8Array> {
  const window = largestWindow(body);
  if (window !== undefined && window > MAX_ZSTD_WINDOW) {
    throw new FetchError('too-large', url, `the body asks for a window of ${window} bytes (zstd)`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const decoder = new Decompress((chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit.bytes) throw new Enough();
  });
  try {
    if (window === undefined) throw new Error('no row of whole frames');
    for await (const piece of interruptible(bytePieces(body, ZSTD_PIECE), undefined)) decoder.push(piece);
    if (body.length > 0) decoder.push(new Uint8Array(), true);
  } catch (thrown) {
    if (!(thrown instanceof Enough)) {
      const message = `${new URL(url).host}: the body cannot be decompressed (zstd)`;
      throw new FetchError('network', url, message, { cause: thrown });
    }
    if (limit.beyond === 'cut') return Buffer.concat(chunks, limit.bytes);
    throw new FetchError('too-large', url, `the body is larger than ${limit.bytes} bytes`);
  }
  return Buffer.concat(chunks, length);
}

/** Bodies that nobody wants are read up to this many bytes, so that the connection can be used again. */
const WORTH_READING = 16_384;

/** Gets rid of a body. Never throws: nobody wanted it. */
export async function discardBody(stream: Readable): Promise<void> {
  try {
    await readBody(stream, { bytes: WORTH_READING, beyond: 'cut' }, '');
  } catch {
    stream.destroy();
  }
}
