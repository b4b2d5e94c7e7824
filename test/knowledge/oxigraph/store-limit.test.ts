import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileEnd } from '../../../src/knowledge/files/nquads-file.js';
import { loadFile } from '../../../src/knowledge/files/kb-folder.js';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { explainLoading } from '../../../src/knowledge/oxigraph/store-limit.js';
import { InputError } from '../../../src/model/errors.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-limit-'));
});
afterEach(() => rm(folder, { recursive: true }));

const lines = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, at) => `<http://a.example/s${from + at}> <http://a.example/p> "x" .\n`,
  ).join('');

async function fileOf(name: string, quads?: number): Promise<string> {
  const file = path.join(folder, name);
  const end = quads === undefined ? [] : [fileEnd(quads)];
  await writeFile(file, Buffer.concat([gzipSync(lines(0, 3)), ...end]));
  return file;
}

describe('a store with a limit', () => {
  it('refuses what is more while it is loaded, by whatever way it comes', async () => {
    const refused = /more to be loaded than the store inside this process holds/;
    await expect(createOxigraphStore(10).load([lines(0, 11)])).rejects.toThrow(refused);
    const store = createOxigraphStore(10);
    await store.load([lines(0, 6)]);
    await expect(store.load([Buffer.from(lines(6, 12))])).rejects.toThrow(refused);
    await expect(loadFile(createOxigraphStore(2), await fileOf('a.nq.gz'))).rejects.toThrow(refused);
    const blank = Array.from({ length: 11 }, (_, at) => `_:b${at} <http://a.example/p> "x" .\n`);
    await expect(createOxigraphStore(10).load(blank)).rejects.toThrow(refused);
  });
});

describe('explainLoading', () => {
  const trap = Object.assign(new Error('unreachable'), { name: 'RuntimeError' });

  it('tells a full memory from other failures', () => {
    expect(explainLoading(trap, 12_340_000, 14e6, 3.9e9)).toBeInstanceOf(InputError);
    expect(explainLoading(trap, 12_340_000, 14e6, 3.9e9)).toMatchObject({
      message: expect.stringMatching(/^after 12.3 million triples there is more to be loaded than/),
      cause: trap,
    });
    expect(explainLoading(trap, 10, 14e6, 5e6)).toBe(trap);
    const malformed = new Error('Parser error');
    expect(explainLoading(malformed, 12_340_000, 14e6, 3.9e9)).toBe(malformed);
    const own = new InputError('cannot read');
    expect(explainLoading(own, 12_340_000, 14e6, 3.9e9)).toBe(own);
  });
});
