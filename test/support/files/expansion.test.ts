import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bunzip2, DamagedBzip2 } from '../../../src/support/files/bunzip2.js';
import type { ExpansionLimit } from '../../../src/support/files/expansion.js';
import { DamagedGzip, gunzip } from '../../../src/support/files/gunzip.js';
import { size } from '../thorough.js';

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const MEGABYTE = 1_000_000;
/** bzip2 unpacks slowly, so a smaller bomb stands for it in the fast run. */
const SMALL_LIMIT: ExpansionLimit = { bytes: size(30, 6) * MEGABYTE, ratio: 200 };
/** 800,000 blanks as bzip2 packs them. */
const BZIP2_BLANKS = Buffer.from(
  'QlpoOTFBWSZTWWJ4fUQABiCYAMAAAAIACCAAMMwFKaaBC2EELxdyRThQkGJ4fUQ=',
  'base64',
);
const BOMBS = {
  gzip: gzipSync(Buffer.alloc(60 * MEGABYTE, ' '), { level: 1 }),
  bzip2: Buffer.concat(Array<Buffer>(size(50, 12)).fill(BZIP2_BLANKS)),
};
const LIMIT: ExpansionLimit = { bytes: 30 * MEGABYTE, ratio: 200 };

describe.each([
  ['gzip', gunzip, BOMBS.gzip, LIMIT, DamagedGzip],
  ['bzip2', bunzip2, BOMBS.bzip2, SMALL_LIMIT, DamagedBzip2],
] as const)('unpacking %s', (_name, unpack, bomb, limit, Damaged) => {
  it('unpacks no more at a time than a small piece expands to, however much comes at once', async () => {
    const unpacked = unpack(whole(bomb), { ...limit, bytes: Infinity });
    const { value } = (await unpacked.next()) as IteratorYieldResult<Uint8Array>;
    await unpacked.return(undefined);
    expect(value.length).toBeLessThan(limit.bytes + 5 * MEGABYTE);
  });

  it('ends where data expands as only a bomb does', async () => {
    let total = 0;
    const read = async (): Promise<void> => {
      for await (const piece of unpack(whole(bomb), limit)) total += piece.length;
    };
    const reading = read();
    await expect(reading).rejects.toThrow(Damaged);
    await expect(reading).rejects.toThrow(/expands to more than 200 times its size/);
    expect(total).toBeLessThanOrEqual(limit.bytes);
  });
});

it('takes tables that shrink well', async () => {
  const text = Buffer.from(Array.from({ length: 50_000 }, (_, line) => `line ${line * 7}\n`).join(''));
  const parts: Uint8Array[] = [];
  for await (const piece of gunzip(whole(gzipSync(text)), { bytes: 1_000, ratio: 200 })) parts.push(piece);
  expect(Buffer.concat(parts).equals(text)).toBe(true);
});
