import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  DamagedData,
  gunzip,
  lastWholeMember,
  type CompressedMember,
  readBytes,
} from '../../../src/support/files/source-bytes.js';
import { seededRandom } from '../../../src/support/random.js';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { itUnless } from '../../support/thorough.js';

const random = seededRandom(3);
const TEXTS = [0, 1, 100, 70_000, 300_000].map((length) =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 64))),
);
const PACKED = TEXTS.map((text) => gzipSync(text));
const WHOLE = Buffer.concat(PACKED);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function unpack(
  bytes: Uint8Array,
  size: number,
): Promise<{ text: Buffer; members: readonly CompressedMember[]; broken: boolean }> {
  const members: CompressedMember[] = [];
  const parts: Uint8Array[] = [];
  let broken = false;
  try {
    for await (const part of gunzip(inPieces(bytes, size), (member) => members.push(member)))
      parts.push(part);
  } catch (thrown) {
    if (!(thrown instanceof DamagedData)) throw thrown;
    broken = true;
  }
  return { text: Buffer.concat(parts), members, broken };
}

describe('gunzip', () => {
  it.each([7, 65_536])('unpacks and says where members lie: pieces of %i bytes', async (size) => {
    // Single bytes take long.
    const upTo = size < 10 ? 3 : 5;
    const given = Buffer.concat(PACKED.slice(0, upTo));
    const { text, members, broken } = await unpack(given, size);
    expect(broken).toBe(false);
    expect(text.equals(Buffer.concat(TEXTS.slice(0, upTo)))).toBe(true);
    expect(members.map(({ length }) => length)).toEqual(PACKED.slice(0, upTo).map(({ length }) => length));
    expect(members.at(-1)?.offset).toBe(Buffer.concat(PACKED.slice(0, upTo - 1)).length);
  });

  it('reads a header with all that it may have', async () => {
    const [deflated] = [PACKED[2]!.subarray(10)];
    const header = Buffer.from('1f8b081e0000000000030200010241004243000909', 'hex');
    const { text, broken } = await unpack(Buffer.concat([header, deflated]), 3);
    expect(broken).toBe(false);
    expect(text.equals(TEXTS[2]!)).toBe(true);
  });

  it.each([1, 100])('yields what is there of data that lacks %i bytes', async (missing) => {
    const { text, members, broken } = await unpack(WHOLE.subarray(0, WHOLE.length - missing), 1000);
    expect(broken).toBe(true);
    expect(members.map(({ length }) => length === undefined)).toEqual([false, false, false, false, true]);
    expect(text.length).toBeGreaterThan(70_101);
    expect(Buffer.concat(TEXTS).subarray(0, text.length).equals(text)).toBe(true);
  });

  it('finds the end of the last whole member', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sfwc-members-'));
    const file = join(folder, 'x.gz');
    const four = Buffer.concat(PACKED.slice(0, 4)).length;
    for (const [bytes, end] of [
      [WHOLE, WHOLE.length],
      [WHOLE.subarray(0, four + 3), four],
      [WHOLE.subarray(0, WHOLE.length - 1), four],
      [Buffer.concat([WHOLE, Buffer.from('garbage, long enough')]), WHOLE.length],
      [WHOLE.subarray(0, 5), 0],
      [Buffer.alloc(0), 0],
    ] as const) {
      await writeFile(file, bytes);
      expect(await lastWholeMember(file)).toBe(end);
    }
    await rm(folder, { recursive: true });
  });
});

const MEGABYTE = 1_000_000;
const BOMB = gzipSync(Buffer.alloc(60 * MEGABYTE, ' '), { level: 1 });
const LIMIT = { bytes: 30 * MEGABYTE, ratio: 200 };

it('unpacks no more at a time than a small piece expands to, however much comes at once', async () => {
  const unpacked = gunzip(inPieces(BOMB, BOMB.length), undefined, { ...LIMIT, bytes: Infinity });
  const { value } = (await unpacked.next()) as IteratorYieldResult<Uint8Array>;
  await unpacked.return(undefined);
  expect(value.length).toBeLessThan(LIMIT.bytes + 5 * MEGABYTE);
});

it('ends where data expands as only a bomb does', async () => {
  let total = 0;
  const read = async (): Promise<void> => {
    for await (const piece of gunzip(inPieces(BOMB, BOMB.length), undefined, LIMIT)) total += piece.length;
  };
  const reading = read();
  await expect(reading).rejects.toThrow(DamagedData);
  await expect(reading).rejects.toThrow(/expands to more than 200 times its size/);
  expect(total).toBeLessThanOrEqual(LIMIT.bytes);
});

it('takes tables that shrink well', async () => {
  const text = Buffer.from(Array.from({ length: 50_000 }, (_, line) => `line ${line * 7}\n`).join(''));
  const parts: Uint8Array[] = [];
  for await (const piece of gunzip(inPieces(gzipSync(text), 1e6), undefined, { bytes: 1_000, ratio: 200 }))
    parts.push(piece);
  expect(Buffer.concat(parts).equals(text)).toBe(true);
});

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
