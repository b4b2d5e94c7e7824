import { describe, expect, it } from '@jest/globals';
import { PassThrough, Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeBody, receive } from '../../../src/web/http/read-body.js';

const URL = 'http://a.example/';
const TEXT = Array.from({ length: 3000 }, (_, n) => `word${(n * 7919) % (1 + (n % 1009))}`).join(' ');
const LIMIT = { bytes: 1_000_000, beyond: 'fail' } as const;

const ENCODED: readonly (readonly [name: string, encoding: string, bytes: Buffer])[] = [
  ['gzip', 'gzip', gzipSync(TEXT)],
  ['gzip in two members', 'x-gzip', Buffer.concat([gzipSync(TEXT.slice(0, 100)), gzipSync(TEXT.slice(100))])],
  ['deflate', 'deflate', deflateSync(TEXT)],
  ['deflate without a header', 'deflate', deflateRawSync(TEXT)],
  ['brotli', 'br', brotliCompressSync(TEXT)],
];

describe('an encoded body', () => {
  it.each(ENCODED)('is whole, or gives what has come before it broke off: %s', async (_, encoding, bytes) => {
    const whole = await decodeBody(bytes, encoding, LIMIT, URL);
    expect(whole.isWhole).toBe(true);
    const all = Buffer.from(whole.body);
    for (const length of [1, 5, 12, Math.floor(bytes.length / 2), bytes.length - 5, bytes.length - 1]) {
      const { body, isWhole } = await decodeBody(bytes.subarray(0, length), encoding, LIMIT, URL);
      expect(isWhole).toBe(false);
      expect(all.subarray(0, body.length).equals(body)).toBe(true);
    }
    const half = await decodeBody(bytes.subarray(0, bytes.length - 5), encoding, LIMIT, URL);
    expect(half.body.length).toBeGreaterThan(all.length - 200);
  });

  it('is cut at the limit where that is wanted', async () => {
    const cut = { bytes: 100, beyond: 'cut' } as const;
    for (const [, encoding, bytes] of ENCODED)
      expect((await decodeBody(bytes, encoding, cut, URL)).body).toHaveLength(100);
  });
});

describe('a body that is not what its encoding says', () => {
  it.each<[string, string | undefined, Uint8Array, boolean | undefined]>([
    ['a charset', 'utf-8', Buffer.from(TEXT), undefined],
    ['nothing', 'none', Buffer.from(TEXT), undefined],
    ['an unknown name', 'aws-chunked', Buffer.from(TEXT), undefined],
    ['a charset, and gzip', 'UTF-8, gzip', gzipSync(TEXT), true],
    ['two encodings', 'deflate, gzip', gzipSync(deflateSync(TEXT)), true],
    ['gzip, and is plain', 'gzip', Buffer.from(TEXT), undefined],
    ['brotli, and is markup', 'br', Buffer.from(`<p>${TEXT}`), undefined],
    ['deflate, and is plain', 'deflate', Buffer.from(TEXT), undefined],
    [
      'gzip, with rubbish behind it',
      'gzip',
      Buffer.concat([gzipSync(TEXT), Buffer.from('\n<!-- -->')]),
      true,
    ],
    ['gzip, with zeros behind it', 'gzip', Buffer.concat([gzipSync(TEXT), Buffer.alloc(9)]), true],
  ])('is read where it says %s', async (_, encoding, bytes, whole) => {
    const { body, isWhole } = await decodeBody(bytes, encoding, LIMIT, URL);
    expect(Buffer.from(body).toString().replace(/^<p>/, '') === TEXT).toBe(true);
    expect(isWhole).toBe(whole);
  });

  it('is what was read of it where it is damaged', async () => {
    const bytes = gzipSync(TEXT.repeat(50), { level: 1 });
    bytes.fill(0xff, 100_000, 100_200);
    const damaged = await decodeBody(bytes, 'gzip', LIMIT, URL);
    expect([damaged.isWhole, damaged.body.length > 1000]).toEqual([false, true]);
  });

  it.each(['none', 'gzip'])('is too large all the same: %s', async (encoding) => {
    const decoded = decodeBody(Buffer.from(TEXT), encoding, { bytes: 100, beyond: 'fail' }, URL);
    await expect(decoded).rejects.toThrow('larger than 100 bytes');
  });
});

describe('what is received of a stream', () => {
  it.each<[string, (stream: PassThrough) => void, unknown]>([
    ['is whole', (stream) => stream.end(), 'whole'],
    ['ends at the limit', (stream) => stream.write('x'.repeat(100)), 'limit'],
    [
      'is what came before an error',
      (stream) => setImmediate(() => stream.destroy(new Error('reset'))),
      expect.objectContaining({ message: 'reset' }),
    ],
    [
      'is what came before it was closed',
      (stream) => setImmediate(() => stream.destroy()),
      expect.objectContaining({ message: 'the connection broke off' }),
    ],
  ])('%s', async (_, act, end) => {
    const stream = new PassThrough();
    const received = receive(stream, 50);
    stream.write('begin');
    act(stream);
    expect(await received).toMatchObject({ end });
    expect(Buffer.from((await received).bytes).toString()).toMatch(/^begin/);
    expect(stream.destroyed || stream.readableEnded).toBe(true);
  });

  it('comes in thousands of pieces of a byte without holding up others', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const stream = Readable.from(Array.from({ length: 30_000 }, () => Buffer.from('b')));
    const { bytes, end } = await receive(stream, 40_000);
    clearInterval(timer);
    expect([Buffer.from(bytes).toString(), end]).toEqual(['b'.repeat(30_000), 'whole']);
    expect(turns).toBeGreaterThan(0);
  });
});
