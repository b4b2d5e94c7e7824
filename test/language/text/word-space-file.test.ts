import { describe, expect, it } from '@jest/globals';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  openWordTable,
  readWordsIn,
  readWordSpace,
  shareWordSpace,
} from '../../../src/language/text/word-space-file.js';
import { packagedPath } from '../../../src/support/files/packaged-path.js';
import { sha256 } from '../../../src/support/hash.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const TABLE = {
  terms: ['bee', 'hive', 'naïve'],
  idf: [0.5, 2, 4],
  dimensions: 2,
  scales: [0.25, 0.5, 1],
  steps: Int8Array.from([127, -128, 0, 1, -1, 5]),
};

async function written(name: string): Promise<string> {
  const file = join(root, name);
  const { terms, idf, dimensions, scales, steps } = TABLE;
  const numbers = Buffer.from(Float32Array.from(terms.flatMap((_, at) => [scales[at]!, idf[at]!])).buffer);
  const body = Buffer.concat([numbers, new Uint8Array(steps), Buffer.from(terms.join('\n'))]);
  const source = { language: 'en', source: 'Letters', licence: 'CC0' };
  const head = {
    format: 'sfwc word space',
    version: 1,
    ...source,
    words: 3,
    dimensions,
    checksum: sha256(body),
  };
  await writeFile(file, gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body])));
  return file;
}

async function changed(name: string, change: (content: string) => string): Promise<string> {
  const file = await written(name);
  const content = gunzipSync(await readFile(file)).toString('latin1');
  await writeFile(file, gzipSync(Buffer.from(change(content), 'latin1')));
  return file;
}

describe('the file of a word space', () => {
  it('gives back what was written', async () => {
    const shared = readWordSpace(await written('a.gz'));
    expect(shared).toMatchObject({ words: 3, dimensions: 2 });
    const { idf, scales, ...rest } = openWordTable(shared);
    expect({ ...rest, idf: Array.from(idf), scales: Array.from(scales) }).toEqual(TABLE);
  });

  it.each([
    [
      'was changed',
      () => changed('c.gz', (text) => text.replace('hive', 'five')),
      /c\.gz: its checksum is wrong/,
    ],
    ['is of another kind', () => changed('e.gz', () => '{"format":"x"}\ny'), /e\.gz: format/],
    [
      'is of another version',
      () => changed('f.gz', (text) => text.replace('"version":1', '"version":2')),
      /f\.gz: version/,
    ],
  ])('that %s is named, with what to do', async (_, make, message) => {
    const file = await make();
    let thrown: unknown;
    try {
      readWordSpace(file);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/^install sfwc again/),
    });
  });
});

describe('the word space that comes with sfwc', () => {
  const file = packagedPath('corpora/word-space-en.gz');

  it('has more than 35,000 words in a file below 11 MB and 12 MB of memory, read once', async () => {
    expect((await stat(file)).size).toBeLessThan(11_000_000);
    const shared = shareWordSpace();
    expect(shared.words).toBeGreaterThan(35_000);
    expect(shared.dimensions).toBe(256);
    expect(shared.memory.byteLength).toBeLessThan(12_000_000);
    expect(shareWordSpace()).toBe(shared);
    const { terms, idf } = openWordTable(shared);
    expect(terms).toHaveLength(shared.words);
    expect(new Set(terms).size).toBe(shared.words);
    expect(Math.min(...Array.from(idf))).toBeGreaterThan(0);
  });
});

describe('the words of other languages that come with sfwc', () => {
  it.each(['de', 'es', 'fr', 'it', 'nl', 'pt'])(
    'are more than 25,000 in %s, below 400 KB',
    async (language) => {
      const file = packagedPath(`corpora/word-space-${language}.gz`);
      expect((await stat(file)).size).toBeLessThan(400_000);
      const english = shareWordSpace();
      const { terms, steps, dimensions } = openWordTable(readWordsIn(language, english));
      expect(terms.length).toBeGreaterThan(25_000);
      expect(steps).toHaveLength(terms.length * dimensions);
      const place = (at: number) => (steps[at]! & 0xff) + 256 * (steps[at + 1]! & 0xff);
      let outside = 0;
      for (let at = 0; at < steps.length; at += 3) outside += Number(place(at) >= english.words);
      expect(outside).toBe(0);
    },
  );

  it('name their source, as NOTICE does', async () => {
    const content = gunzipSync(await readFile(packagedPath('corpora/word-space-de.gz'))).toString('latin1');
    const { source } = JSON.parse(content.split('\n', 1)[0]!) as { readonly source: string };
    expect(await readFile(packagedPath('NOTICE'), 'utf8')).toContain(`${source}\n`);
  });
});
