import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { knowledgeBaseFiles, topicFile } from '../../../src/knowledge/files/kb-folder.js';
import { InputError } from '../../../src/model/errors.js';

const QUAD = '<http://a.example/s> <http://a.example/p> "x" <http://a.example/g> .\n';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-kb-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function topics(...names: readonly string[]): Promise<void> {
  for (const name of names) await writeFile(topicFile(folder, name), gzipSync(QUAD));
}

describe('knowledgeBaseFiles', () => {
  it('finds all topics of a folder, by name, and nothing else', async () => {
    await topics('politics', 'computer science', 'diabetes');
    await writeFile(path.join(folder, 'diabetes.nq.gz.partial-123'), '');
    await writeFile(path.join(folder, 'notes.txt'), '');
    expect(await knowledgeBaseFiles(folder)).toEqual(
      ['computer science', 'diabetes', 'politics'].map((name) => path.join(folder, `${name}.nq.gz`)),
    );
  });

  it('says how to build what is absent', async () => {
    const place = path.join(folder, 'nowhere');
    const error: unknown = await knowledgeBaseFiles(place).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      message: `there is no knowledge base at ${place}`,
      hint: expect.stringContaining('sfwc build'),
    });
  });
});
