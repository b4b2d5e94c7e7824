import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeCorpus, rangeOf } from '../../../src/extensions/tools/corpus-stats.js';
import { corpusStatsFields } from '../../../src/extensions/tools/corpus-stats-settings.js';
import { resolveSettings } from '../../../src/app/settings/resolve.js';
import { InputError } from '../../../src/model/errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const settings = resolveSettings(corpusStatsFields, {}, {});
const english =
  "The pancreas makes insulin, and it's a hormone that lowers the glucose of the whole body in an hour.";
const german =
  'Die Bauchspeicheldrüse bildet Insulin, und das ist ein Hormon, das den Zucker im Blut des Menschen senkt.';

const folder = temporaryFolder();
beforeAll(async () => {
  const files = {
    'a.txt': english,
    'b.txt': german,
    'c.txt': `  ${english}\n`,
    'd.txt': 'Two words',
    'e.txt': ' ... ',
    'f.pdf': 'no PDF',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
});

describe('describeCorpus', () => {
  it('counts documents, words, languages, duplicates, and what is empty or unreadable', async () => {
    const heard: string[] = [];
    const statistics = await describeCorpus([folder], settings, ({ where }) => heard.push(where));
    expect(statistics).toMatchObject({
      documents: 4,
      words: 19 + 17 + 19 + 2,
      languages: { en: 2, de: 1, unknown: 1 },
      duplicates: [{ id: 'c.txt', sameAs: 'a.txt' }],
      empty: 1,
      unreadable: 1,
      wordsPerDocument: { minimum: 2, median: 17, maximum: 19 },
      charactersPerDocument: { minimum: 9, maximum: german.length },
    });
    expect(heard).toEqual([join(folder, 'e.txt'), join(folder, 'f.pdf')]);
    expect(statistics.problems.map(({ where }) => where)).toEqual(heard);
  });

  it('throws InputError when there is nothing to read', async () => {
    await expect(describeCorpus([join(folder, 'f.pdf')], settings, () => undefined)).rejects.toThrow(
      InputError,
    );
    await expect(describeCorpus([join(folder, 'none')], settings, () => undefined)).rejects.toThrow(
      InputError,
    );
  });
});

describe('rangeOf', () => {
  it('takes the lower middle of an even count, by number', () => {
    expect(rangeOf([10, 9, 100, 1])).toEqual({ minimum: 1, median: 9, maximum: 100 });
    expect(rangeOf([])).toEqual({ minimum: 0, median: 0, maximum: 0 });
  });
});
