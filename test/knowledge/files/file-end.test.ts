import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Parser } from 'n3';
import { fileEnd, readFileEnd } from '../../../src/knowledge/files/file-end.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-end-'));
});
afterEach(() => rm(folder, { recursive: true }));

const LINE = '<http://a.example/s> <http://a.example/p> "x" <http://a.example/g> .\n';

async function written(...members: readonly Uint8Array[]): Promise<string> {
  const file = path.join(folder, 'file.nq.gz');
  await writeFile(file, Buffer.concat(members));
  return file;
}

describe('the end of a file', () => {
  it('is found again', async () => {
    const body = gzipSync(LINE);
    const end = fileEnd({ quads: 1, index: 0 });
    const file = await written(body, end);
    expect(await readFileEnd(file)).toEqual({ quads: 1, index: 0, size: body.length + end.length });
    const large = { quads: 123_456_789_012, index: body.length };
    expect(await readFileEnd(await written(body, fileEnd(large)))).toMatchObject(large);
  });

  it('always has the same length', () => {
    const lengths = [0, 1, 99_999_999_999].map((quads) => fileEnd({ quads, index: quads }).length);
    expect(new Set(lengths).size).toBe(1);
  });

  it('is a comment to other readers', () => {
    const text = gunzipSync(Buffer.concat([gzipSync(LINE), fileEnd({ quads: 1, index: 0 })])).toString();
    expect(text.startsWith(LINE)).toBe(true);
    expect(new Parser({ format: 'N-Quads' }).parse(text)).toHaveLength(1);
  });

  it('is missed where a file was cut between two members', async () => {
    const [first, second] = [gzipSync(LINE.repeat(50)), gzipSync(LINE)];
    await expect(readFileEnd(await written(first, second))).rejects.toThrow(
      /file\.nq\.gz: its end is missing$/,
    );
    await expect(
      readFileEnd(await written(first, second, fileEnd({ quads: 51, index: 0 }))),
    ).resolves.toBeDefined();
  });

  it('is missing in files of others, and in files that were packed again', async () => {
    const text = `${LINE}${gunzipSync(fileEnd({ quads: 1, index: 0 })).toString()}`;
    for (const bytes of [
      gzipSync(text),
      gzipSync(LINE),
      Buffer.from(text),
      Buffer.alloc(0),
      Buffer.alloc(5000),
    ]) {
      expect(await readFileEnd(await written(bytes))).toBeUndefined();
    }
    expect(await readFileEnd(path.join(folder, 'nowhere'))).toBeUndefined();
  });

  it('is not believed when it names a place outside the file, or is damaged', async () => {
    expect(await readFileEnd(await written(fileEnd({ quads: 1, index: 999 })))).toBeUndefined();
    const damaged = Buffer.from(fileEnd({ quads: 1, index: 0 }));
    damaged[damaged.length - 20]! ^= 1;
    expect(await readFileEnd(await written(gzipSync(LINE), damaged))).toBeUndefined();
  });
});
