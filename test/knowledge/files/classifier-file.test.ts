import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
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
});
