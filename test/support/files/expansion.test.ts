import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { DamagedGzip, gunzip } from '../../../src/support/files/source-bytes.js';

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const MEGABYTE = 1_000_000;
const BOMB = gzipSync(Buffer.alloc(60 * MEGABYTE, ' '), { level: 1 });
const LIMIT = { bytes: 30 * MEGABYTE, ratio: 200 };

it('unpacks no more at a time than a small piece expands to, however much comes at once', async () => {
  const unpacked = gunzip(whole(BOMB), undefined, { ...LIMIT, bytes: Infinity });
  const { value } = (await unpacked.next()) as IteratorYieldResult<Uint8Array>;
  await unpacked.return(undefined);
  expect(value.length).toBeLessThan(LIMIT.bytes + 5 * MEGABYTE);
});

it('ends where data expands as only a bomb does', async () => {
  let total = 0;
  const read = async (): Promise<void> => {
    for await (const piece of gunzip(whole(BOMB), undefined, LIMIT)) total += piece.length;
  };
  const reading = read();
  await expect(reading).rejects.toThrow(DamagedGzip);
  await expect(reading).rejects.toThrow(/expands to more than 200 times its size/);
  expect(total).toBeLessThanOrEqual(LIMIT.bytes);
});

it('takes tables that shrink well', async () => {
  const text = Buffer.from(Array.from({ length: 50_000 }, (_, line) => `line ${line * 7}\n`).join(''));
  const parts: Uint8Array[] = [];
  for await (const piece of gunzip(whole(gzipSync(text)), undefined, { bytes: 1_000, ratio: 200 }))
    parts.push(piece);
  expect(Buffer.concat(parts).equals(text)).toBe(true);
});
