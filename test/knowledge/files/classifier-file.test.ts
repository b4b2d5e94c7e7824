import { describe, expect, it } from '@jest/globals';
import { InputError } from '../../../src/model/errors.js';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  classifierFile,
  readClassifier,
  writeClassifier,
} from '../../../src/knowledge/files/classifier-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

const SAVED = {
  classifier: 'ensemble',
  topic: 'bees',
  topicChecksum: 'abc',
  background: "the topic's",
  settings: { features: 10 },
  model: { weights: [1, 2.5], name: 'bées' },
};

describe('a classifier’s file', () => {
  it('gives back what was written, byte by byte the same every time', async () => {
    const file = classifierFile(folder, 'bees', 'ensemble');
    await writeClassifier(file, SAVED);
    const bytes = await readFile(file);
    expect(await readClassifier(file, 'abc')).toEqual(SAVED);
    await writeClassifier(file, SAVED);
    expect(await readFile(file)).toEqual(bytes);
  });

  it.each([
    ['cut off', (text: string) => gzipSync(text).subarray(0, 60), /cannot read/],
    ['changed', (text: string) => gzipSync(text.replace('2.5', '3.5')), /is damaged/],
  ])('is refused when it is %s', async (name, change, message) => {
    const file = classifierFile(folder, 'bees', name);
    await writeClassifier(file, SAVED);
    await writeFile(file, change(gunzipSync(await readFile(file)).toString()));
    const error: unknown = await readClassifier(file, 'abc').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(message);
  });
});
