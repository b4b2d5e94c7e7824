import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readTopics } from '../../../../src/extensions/archives/topics-file.js';
import {
  articleAddress,
  openWikispeediaWeb,
} from '../../../../src/extensions/archives/articles/wikispeedia-web.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const LINES = [
  { id: 'Bee', title: 'Bee', text: 'Bees make wax.', links: ['Wax'] },
  { id: 'Wax', title: 'Wax', text: 'Wax melts.', links: [] },
].map((article) => JSON.stringify(article));

const folder = temporaryFolder();

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

describe('openWikispeediaWeb', () => {
  it.each([
    ['plain', 'a.jsonl', (text: string) => text],
    ['gzipped', 'a.jsonl.gz', (text: string) => gzipSync(text)],
  ])('answers with the pages of a %s file', async (_kind, name, encode) => {
    const web = await openWikispeediaWeb(await write(name, encode(LINES.join('\n'))));
    expect(web.pages).toEqual(['Bee', 'Wax'].map(articleAddress));
    const answer = await web.answer(articleAddress('Bee'));
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.body).toString()).toContain(`<a href="${articleAddress('Wax')}">wax</a>`);
    expect((await web.answer(articleAddress('Tea'))).status).toBe(404);
  });

  it.each([
    ['b.jsonl', `${LINES[0] ?? ''}\n{"id": 1}`, /b\.jsonl:2: .*id/],
    ['c.jsonl', `${LINES[0] ?? ''}\n\n{`, /c\.jsonl:3: /],
    ['d.jsonl.gz', 'no gzip', /d\.jsonl\.gz:0: /],
  ])('names the line that is wrong in %s', async (name, content, message) => {
    await expect(openWikispeediaWeb(await write(name, content))).rejects.toThrow(message);
  });

  it('says when there is no such file', async () => {
    await expect(openWikispeediaWeb(join(folder, 'none.jsonl'))).rejects.toThrow(/none\.jsonl/);
  });
});

describe('readTopics', () => {
  it('reads roles, by address or by id', async () => {
    const web = await openWikispeediaWeb(await write('e.jsonl', LINES.join('\n')));
    const lines = ['# topic\trole\tid', 'bees\tseed\tBee', `bees\ttarget\t${articleAddress('Wax')}`];
    const topics = await readTopics(await write('topics.tsv', lines.join('\n')), web, articleAddress);
    expect(topics).toEqual([
      { name: 'bees', seeds: [articleAddress('Bee')], corpus: [], targets: [articleAddress('Wax')] },
    ]);
  });

  it('reads pages that are neither right nor wrong', async () => {
    const web = await openWikispeediaWeb(await write('n.jsonl', LINES.join('\n')));
    const file = await write('topics.tsv', 'bees\tseed\tBee\nbees\tneutral\tWax');
    const [topic] = await readTopics(file, web, articleAddress);
    expect(topic).toMatchObject({ targets: [], neutral: [articleAddress('Wax')] });
  });

  it.each([
    ['bees\tseed', /topics\.tsv:1: three columns/],
    ['bees\tstart\tBee', /topics\.tsv:1: 'start' is not a role/],
    ['bees\tseed\tTea', /topics\.tsv:1: .* has no page http:\/\/.*Tea/],
  ])('names the line that is wrong: %j', async (line, message) => {
    const web = await openWikispeediaWeb(await write('f.jsonl', LINES.join('\n')));
    await expect(readTopics(await write('topics.tsv', line), web, articleAddress)).rejects.toThrow(message);
  });
});
