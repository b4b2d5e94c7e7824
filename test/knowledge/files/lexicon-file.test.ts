import { describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isCompanion } from '../../../src/knowledge/files/companions.js';
import { lexiconFile, readLexicon, writeLexicon } from '../../../src/knowledge/files/lexicon-file.js';
import { makeLexicon } from '../../../src/language/text/lexicon.js';
import { InputError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const SAVED = {
  topic: 'bees',
  topicChecksum: 'abc',
  annotator: 'lexicon rules/1',
  lexicon: { words: makeLexicon([]), linked: 'bée\nparis' },
};

describe('a lexicon’s file', () => {
  it('gives back what was written, byte by byte the same every time', async () => {
    const file = lexiconFile(folder, 'bees');
    await writeLexicon(file, SAVED);
    const bytes = await readFile(file);
    expect(await readLexicon(file, 'abc')).toEqual(SAVED);
    await writeLexicon(file, SAVED);
    expect(await readFile(file)).toEqual(bytes);
    expect(isCompanion(path.basename(file))).toBe(false);
  });

  const changed = (change: (text: string) => string) => async (file: string) =>
    writeFile(file, gzipSync(change(gunzipSync(await readFile(file)).toString())));
  it.each([
    ['of another state of the topic', () => Promise.resolve(), 'other', 'made before the topic was changed'],
    ['with another body', changed((text) => text.replace('paris', 'lyon')), 'abc', 'is damaged'],
    ['of another version', changed((text) => text.replace('"version":1', '"version":9')), 'abc', 'version 1'],
  ] as const)('%s is refused, with what to do', async (name, damage, checksum, message) => {
    const file = lexiconFile(folder, `bees ${name}`);
    await writeLexicon(file, SAVED);
    await damage(file);
    const error: unknown = await readLexicon(file, checksum).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toContain(message);
    expect((error as InputError).message).toContain(file);
    expect((error as InputError).hint).toBeDefined();
  });
});
