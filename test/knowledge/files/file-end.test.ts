import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fileEnd, statedQuads } from '../../../src/knowledge/files/nquads-file.js';

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
  it('is missing in files of others, and in files that were packed again', async () => {
    const text = `${LINE}${gunzipSync(fileEnd(1)).toString()}`;
    for (const bytes of [
      gzipSync(text),
      gzipSync(LINE),
      Buffer.from(text),
      Buffer.alloc(0),
      Buffer.alloc(5000),
    ]) {
      expect(await statedQuads(await written(bytes))).toBeUndefined();
    }
    expect(await statedQuads(path.join(folder, 'nowhere'))).toBeUndefined();
  });
});
