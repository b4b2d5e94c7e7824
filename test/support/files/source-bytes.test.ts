import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedGzip, gunzip, readBytes } from '../../../src/support/files/source-bytes.js';
import { writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { itUnless } from '../../support/thorough.js';
import { gzipSync } from 'node:zlib';

const root = temporaryFolder();

/** Linux lists the files that a process has open. */
const OPEN_FILES = '/proc/self/fd';

function isOpen(file: string): boolean {
  return readdirSync(OPEN_FILES).some((name) => {
    const link = join(OPEN_FILES, name);
    return existsSync(link) && readlinkSync(link) === file;
  });
}

describe('readBytes', () => {
  itUnless(existsSync(OPEN_FILES) ? undefined : `${OPEN_FILES} is not there`)(
    'closes its file when the reader stops at once',
    async () => {
      await writeFiles(root, { 'texts.xml': 'x'.repeat(1_000_000) });
      const file = join(root, 'texts.xml');
      for await (const piece of readBytes(file)) {
        expect(piece.length).toBeLessThan(1_000_000);
        expect(isOpen(file)).toBe(true);
        break;
      }
      expect(isOpen(file)).toBe(false);
    },
  );
});

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const MEGABYTE = 1_000_000;
const BOMB = gzipSync(Buffer.alloc(60 * MEGABYTE, ' '), { level: 1 });
const LIMIT = { bytes: 30 * MEGABYTE, ratio: 200 };

it('unpacks no more at a time than a small piece expands to, however much comes at once', async () => {
  const unpacked = gunzip(whole(BOMB), { ...LIMIT, bytes: Infinity });
  const { value } = (await unpacked.next()) as IteratorYieldResult<Uint8Array>;
  await unpacked.return(undefined);
  expect(value.length).toBeLessThan(LIMIT.bytes + 5 * MEGABYTE);
});

it('ends where data expands as only a bomb does', async () => {
  let total = 0;
  const read = async (): Promise<void> => {
    for await (const piece of gunzip(whole(BOMB), LIMIT)) total += piece.length;
  };
  const reading = read();
  await expect(reading).rejects.toThrow(DamagedGzip);
  await expect(reading).rejects.toThrow(/expands to more than 200 times its size/);
  expect(total).toBeLessThanOrEqual(LIMIT.bytes);
});

it('takes tables that shrink well', async () => {
  const text = Buffer.from(Array.from({ length: 50_000 }, (_, line) => `line ${line * 7}\n`).join(''));
  const parts: Uint8Array[] = [];
  for await (const piece of gunzip(whole(gzipSync(text)), { bytes: 1_000, ratio: 200 })) parts.push(piece);
  expect(Buffer.concat(parts).equals(text)).toBe(true);
});
