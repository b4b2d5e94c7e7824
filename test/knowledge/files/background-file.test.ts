import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBackground, writeBackground } from '../../../src/knowledge/files/background-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const HEADER = {
  language: 'en',
  annotator: 'reader/1',
  texts: 2,
  sources: [{ source: 'Letters', licence: 'CC0', texts: 2 }],
};
const TEXTS = { terms: ['bee'], texts: [1, 2] };

async function written(name: string, header: object = HEADER): Promise<string> {
  const file = join(root, name);
  await writeBackground(file, header as typeof HEADER, TEXTS);
  return file;
}

describe('the file of a background', () => {
  it('gives back what was written, and the same bytes for the same content', async () => {
    const file = await written('a.json.gz');
    expect(await readBackground(file, 'reader/1')).toEqual({
      header: HEADER,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      texts: TEXTS,
    });
    expect(await readFile(await written('b.json.gz'))).toEqual(await readFile(file));
  });

  it('that lacks a part of it is named, with what to do', async () => {
    const file = await written('e.json.gz', { ...HEADER, sources: 1 });
    await expect(readBackground(file, 'reader/1')).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(/e\.json\.gz is damaged: .*sources/),
      hint: expect.stringMatching(/install sfwc again, or name texts .*--background/),
    });
  });
});
