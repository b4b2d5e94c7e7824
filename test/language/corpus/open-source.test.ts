import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mergeCorpora, openCorpus } from '../../../src/language/corpus/folder.js';
import { InputError } from '../../../src/model/errors.js';
import { readAll, temporaryFolders } from './support.js';

const makeFolder = temporaryFolders();

describe('openCorpus', () => {
  it('refuses what does not exist or is of an unknown kind, with a hint', async () => {
    const root = await makeFolder({ 'a.json': '[]', 'b.doc': 'x' });
    expect(() => openCorpus(join(root, 'missing'))).toThrow(InputError);
    expect(() => openCorpus(join(root, 'missing'))).toThrow(/missing does not exist/);
    expect(() => openCorpus(join(root, 'b.doc'))).toThrow(/b.doc is of a kind/);
    const hint = (): string | undefined => {
      try {
        openCorpus(join(root, 'a.json'));
      } catch (thrown) {
        return thrown instanceof InputError ? thrown.hint : undefined;
      }
      return undefined;
    };
    expect(hint()).toMatch(/\.jsonl.*jq/);
  });
});

describe('mergeCorpora', () => {
  it('reads sources one after the other and reports ids that come twice', async () => {
    const first = await makeFolder({ 'a.txt': 'First a.', 'b.txt': 'First b.' });
    const second = await makeFolder({ 'a.txt': 'Second a.', 'c.txt': 'Second c.' });
    const { documents, problems } = await readAll(mergeCorpora([openCorpus(first), openCorpus(second)]));
    expect(documents.map((document) => document.text)).toEqual(['First a.', 'First b.', 'Second c.']);
    expect(problems).toEqual([
      { where: `${second}: a.txt`, message: expect.stringMatching(/^duplicate id 'a.txt'/) },
    ]);
  });
});
