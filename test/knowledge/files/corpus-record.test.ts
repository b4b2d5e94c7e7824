import { expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createCorpusRecord, openCorpusRecord } from '../../../src/knowledge/files/corpus-record.js';
import { InputError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const HEADER = {
  annotator: 'a/1',
  linkers: [],
  labels: [],
  language: 'en',
  baseIri: 'http://a.example/',
  nif: false,
};

it('a record parses the analyses of the documents that are wanted, and of no others', async () => {
  const writer = await createCorpusRecord(join(folder, 'bees.nq.gz'), HEADER);
  for (const id of ['Comb', 'Queen', 'Wax'])
    await writer.add({
      role: 'corpus',
      document: { id, title: id, text: id },
      analysis: { nouns: [], mentions: [[0, 0, id.length]] },
    });
  const file = join(folder, (await writer.finish()).name);
  const record = await openCorpusRecord(file);
  const analyses = async (...ids: readonly string[]): Promise<unknown> => {
    const found: unknown[] = [];
    const isWanted = ({ document }: { document: { id: string } }): boolean => ids.includes(document.id);
    for await (const { document, analysis } of record.entries(ids.length === 0 ? undefined : isWanted))
      found.push([document.id, analysis.mentions[0]?.[2]]);
    return found;
  };
  const all = [
    ['Comb', 4],
    ['Queen', 5],
    ['Wax', 3],
  ];
  expect(await analyses()).toEqual(all);
  expect(await analyses('Comb', 'Wax')).toEqual([all[0], all[2]]);
  const text = gunzipSync(await readFile(file)).toString();
  await writeFile(file, gzipSync(text.replace('[0,0,5]', '[0,0,5')));
  expect(await analyses('Comb', 'Wax')).toEqual([all[0], all[2]]);
  await expect(analyses()).rejects.toThrow(InputError);
});
