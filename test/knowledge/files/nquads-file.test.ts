import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { readNQuads, writeNQuads } from '../../../src/knowledge/files/nquads-file.js';
import { InputError } from '../../../src/model/errors.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-nquads-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* piecesOf(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function read(file: string): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of readNQuads(file)) pieces.push(piece);
  return pieces;
}

const line = (number: number): string =>
  `<http://a.example/s${number}> <http://a.example/p> "ä😀 ${Math.imul(number, 2654435761)}" <http://a.example/g> .\n`;

describe('N-Quads files', () => {
  it('are read in pieces of whole lines, with no character torn', async () => {
    const file = path.join(folder, 'large.nq.gz');
    const text = Array.from({ length: 20_000 }, (_, number) => line(number)).join('');
    await writeNQuads(file, piecesOf(text));
    const pieces = await read(file);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.filter((piece) => !piece.endsWith('.\n'))).toEqual([]);
    expect(pieces.join('') === text).toBe(true);
  });
});

describe('writeNQuads, when it fails', () => {
  async function* failing(): AsyncGenerator<string> {
    yield line(1).repeat(5000);
    throw new Error('the corpus is gone');
  }

  it('leaves the old file whole and nothing beside it', async () => {
    const file = path.join(folder, 'topic.nq.gz');
    await writeNQuads(file, piecesOf(line(7)));
    await expect(writeNQuads(file, failing())).rejects.toThrow('the corpus is gone');
    expect((await read(file)).join('')).toBe(line(7));
    expect(await readdir(folder)).toEqual(['topic.nq.gz']);
  });
});

describe('readNQuads, of a damaged file', () => {
  const whole = gzipSync(Array.from({ length: 2000 }, (_, number) => line(number)).join(''));
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 0xff;

  it.each([
    ['cut off', whole.subarray(0, whole.length - 100)],
    ['changed', flipped],
    ['not compressed', Buffer.from(line(1))],
  ])('%s, names the file and says what to do', async (_, bytes) => {
    const file = path.join(folder, 'damaged.nq.gz');
    await writeFile(file, bytes);
    const error: unknown = await read(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      message: expect.stringContaining(`cannot read ${file}`),
      hint: expect.stringContaining('build it again'),
    });
  });
});
