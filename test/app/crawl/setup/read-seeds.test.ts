import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { readSeeds } from '../../../../src/app/crawl/setup/read-seeds.js';
import { InputError, UsageError } from '../../../../src/model/errors.js';
import { writeFiles } from '../../../support/small-corpus.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder();
beforeAll(async () => {
  await writeFiles(folder, {
    'seeds.txt': '# where to start\r\nhttp://b.example/#top\r\n\r\n  HTTP://A.example  \n',
    'bad.txt': 'http://a.example/\n\nmailto:x@a.example\n',
    'empty.txt': '# nothing\n\n',
  });
});
const file = (name: string): string => join(folder, name);

describe('readSeeds', () => {
  it('takes addresses and files of addresses, each once, in order', async () => {
    expect(
      await readSeeds(['http://c.example', file('seeds.txt'), 'https://a.example/', 'http://a.example/']),
    ).toEqual(['http://c.example/', 'http://b.example/', 'http://a.example/', 'https://a.example/']);
  });

  it('names file and line of what is no address', async () => {
    await expect(readSeeds([file('bad.txt')])).rejects.toThrow(InputError);
    await expect(readSeeds([file('bad.txt')])).rejects.toThrow(/bad\.txt:3: 'mailto:x@a\.example'/);
  });

  it.each(['http://', 'http://[', 'http://a b/', 'ftp://x', 'https://user:pw@'])(
    'takes no %s',
    async (entry) => {
      const failure = readSeeds([entry]);
      await expect(failure).rejects.toBeInstanceOf(UsageError);
      await expect(failure).rejects.toThrow(/^--seeds: '[^']*' is not a web address$/);
      await expect(failure).rejects.not.toThrow(/pw/);
    },
  );

  it('says what it takes for a file', async () => {
    const failure = readSeeds(['a.example']);
    await expect(failure).rejects.toBeInstanceOf(InputError);
    await expect(failure).rejects.toMatchObject({ hint: expect.stringContaining('begins with http') });
  });
});
