import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTopics } from '../../../src/extensions/archives/topics-file.js';
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

  it.each([
    ['bees\tseed', /topics\.tsv:1: three columns/],
    [`bees\tstart\t${BEE}`, /topics\.tsv:1: 'start' is not a role/],
    ['bees\tseed\thttp://a.example/tea', /topics\.tsv:1: a web has no page http:\/\/.*tea/],
  ])('names the line that is wrong: %j', async (line, message) => {
    await writeFile(file, line);
    await expect(readTopics(file, web)).rejects.toThrow(message);
  });
});
