import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isCompanion } from '../../../src/knowledge/files/companions.js';
import {
  readRecordIndex,
  recordIndexFile,
  writeRecordIndex,
} from '../../../src/knowledge/files/record-index.js';
import { sha256 } from '../../../src/support/hash.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const record = join(folder, 'bees+corpus-0123456789abcdef.jsonl.gz');
const topicFile = join(folder, 'bees.nq.gz');
const index = join(folder, 'bees+index-0123456789abcdef.jsonl.gz');
const [COMB, QUEEN, TEA] = ['Comb', 'Queen', 'Tea'].map((id) => ({ id, checksum: sha256(id) }));

beforeEach(async () => {
  await writeFile(record, 'texts and analyses');
  await writeFile(topicFile, 'nouns');
  await writeRecordIndex({ topicFile, record }, 'abc', { corpus: [QUEEN!, COMB!], background: [TEA!] });
});

describe('the index of a record', () => {
  it('lists the documents in the order of their ids, and the checksum of the topic’s file', async () => {
    expect(recordIndexFile(record)).toBe(index);
    expect(isCompanion(index)).toBe(true);
    expect(await readRecordIndex(record)).toEqual({
      corpus: [COMB, QUEEN],
      background: [TEA],
      topicFileChecksum: sha256('nouns'),
    });
  });

  const changed = (change: (text: string) => string) => async (): Promise<void> =>
    writeFile(index, gzipSync(change(gunzipSync(await readFile(index)).toString())));
  it.each([
    ['it is missing', () => rm(index)],
    ['it is empty', () => writeFile(index, '')],
    ['it is cut off', async () => writeFile(index, (await readFile(index)).subarray(0, 60))],
    ['it is not JSON', changed(() => 'Comb\nQueen\n')],
    ['it lists another document', changed((text) => text.replace('"Comb"', '"Wax"'))],
    ['it is of another version', changed((text) => text.replace('"version":1', '"version":2'))],
    ['the record is another', () => writeFile(record, 'texts and analysis')],
    ['there is no record', () => rm(record)],
  ])('is not used where %s', async (_, damage) => {
    await damage();
    expect(await readRecordIndex(record)).toBeUndefined();
  });
});
