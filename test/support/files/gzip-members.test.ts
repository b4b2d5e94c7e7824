import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  DamagedGzip,
  gunzip,
  lastWholeMember,
  type GzipMember,
} from '../../../src/support/files/source-bytes.js';
import { seededRandom } from '../../../src/support/random.js';

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
): Promise<{ readonly text: Buffer; readonly members: readonly GzipMember[]; readonly broken: boolean }> {
  const members: GzipMember[] = [];
  const parts: Uint8Array[] = [];
  let broken = false;
  try {
    for await (const part of gunzip(inPieces(bytes, size), (member) => members.push(member)))
      parts.push(part);
  } catch (thrown) {
    if (!(thrown instanceof DamagedGzip)) throw thrown;
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
