import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTopics } from '../../../src/extensions/archives/open-web.js';
import type { VirtualWeb } from '../../../src/web/stored/virtual-web.js';
import { notFound } from '../../../src/web/stored/virtual-web.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const file = join(temporaryFolder(), 'topics.tsv');
const [BEE, WAX] = ['http://a.example/bee', 'http://a.example/wax'] as const;
const web: VirtualWeb = {
  name: 'a web',
  hosts: new Set(['a.example']),
  pages: [BEE, WAX],
  answer: (url) => Promise.resolve(notFound(url)),
};

describe('readTopics', () => {
  it('reads roles, also of pages that are neither right nor wrong', async () => {
    await writeFile(file, `# topic\trole\tpage\nbees\tseed\t${BEE}\nbees\tneutral\t${WAX}`);
    expect(await readTopics(file, web)).toEqual([
      { name: 'bees', seeds: [BEE], corpus: [], targets: [], neutral: [WAX] },
    ]);
  });

  it.each(['bees\tseed', `bees\tstart\t${BEE}`, 'bees\tseed\thttp://a.example/tea'])(
    'names the line that is wrong: %j',
    async (line) => {
      await writeFile(file, `# topics\n${line}`);
      await expect(readTopics(file, web)).rejects.toThrow(/topics\.tsv:2: not a topic, a role/);
    },
  );
});
