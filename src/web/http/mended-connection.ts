import { Duplex, Transform } from 'node:stream';
import { beginsWithChunk, createChunkReader } from './chunked-body.js';
import { headBytes, MAX_HEAD_BYTES, readHead, type MessageHead } from './message-head.js';

/** Bytes of a body by which it is seen whether it is chunked. */
const ENOUGH = 64;

/**
 * A connection for one request, whose answer is put into the form that Node's parser accepts: {@link readHead} reads its head, and
 * chunks are taken apart. Where a body ends is what browsers make of it: at the last chunk, else at the one length that is stated, else
 * with the connection.
 */
export function mendedConnection(socket: Duplex): Duplex {
  let begin = Buffer.alloc(0);
  /** Reads the body, once it has begun. */
  let body: ((bytes: Uint8Array) => Uint8Array) | undefined;
  const chunks = createChunkReader();

  /** The part of head and body that can be given on so far. */
  function beginning(isAll: boolean): Uint8Array {
    const read = readHead(begin, isAll);
    if (read === undefined) {
      if (!isAll && begin.length < MAX_HEAD_BYTES) return Buffer.alloc(0);
      body = (bytes) => bytes;
      return begin;
    }
    const { head, length } = read;
    const rest = begin.subarray(length);
    if (head.status < 200) {
      begin = rest;
      return Buffer.concat([headBytes(head), beginning(isAll)]);
    }
    const mayBeChunked = saysChunked(head);
    if (mayBeChunked && !isAll && rest.length < ENOUGH && !rest.includes('\n')) return Buffer.alloc(0);
    const isChunked = mayBeChunked && beginsWithChunk(rest);
    body = (bytes) => (isChunked ? chunks.read(bytes) : bytes);
    return Buffer.concat([headBytes(framed(head, isChunked)), body(rest)]);
  }
  const mender = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (body === undefined) begin = Buffer.concat([begin, chunk]);
      done(null, chunks.hasEnded() ? undefined : (body?.(chunk) ?? beginning(false)));
      if (chunks.hasEnded()) this.push(null);
    },
    flush: (done) => done(null, body === undefined ? beginning(true) : undefined),
  });
  socket.on('error', (error) => mender.destroy(error));
  const mended = Duplex.from({ writable: socket, readable: socket.pipe(mender) });
  return Object.defineProperty(mended, 'remoteAddress', {
    get: () => (socket as { readonly remoteAddress?: string }).remoteAddress,
  });
}

/** True if the head announces a chunked body. Responses 204 and 304 have none. */
function saysChunked({ status, fields }: MessageHead): boolean {
  if (status === 204 || status === 304) return false;
  return fields.some(([name, value]) => /^transfer-encoding$/i.test(name) && /\bchunked\b/i.test(value));
}

function framed(head: MessageHead, isChunked: boolean): MessageHead {
  const isFrame = (name: string): boolean => /^(?:content-length|transfer-encoding|connection)$/i.test(name);
  const lengths = head.fields.flatMap(([name, value]) =>
    /^content-length$/i.test(name) ? value.split(',').map((length) => length.trim()) : [],
  );
  const [length = ''] = lengths;
  const isOne = !isChunked && /^\d{1,15}$/.test(length) && lengths.every((other) => other === length);
  const fields = head.fields.filter(([name]) => !isFrame(name));
  return {
    ...head,
    fields: [...fields, ...(isOne ? [['Content-Length', length] as const] : []), ['Connection', 'close']],
  };
}
