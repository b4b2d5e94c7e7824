import { expect, it } from '@jest/globals';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openKnownPages, type KnownPage } from '../../../../src/extensions/discover/harvest/known-pages.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder();

const page = (url: string, more: Partial<KnownPage> = {}): KnownPage => ({
  url,
  run: '001',
  judgedIn: '001',
  verdict: 'relevant',
  text: `text of ${url}`,
  judgedBy: 'x',
  ...more,
});

it('remembers pages at once, the last word on each, and what texts are known', async () => {
  const file = join(folder, 'a.jsonl');
  const known = await openKnownPages(file);
  expect(known.get('a')).toBeUndefined();
  await known.add(page('a'));
  await known.add(page('b', { verdict: 'verbatim-copy', text: 'text of a' }));
  await known.add(page('a', { run: '002' }));
  const again = await openKnownPages(file);
  expect([again.get('a')?.run, again.urlOfText('text of a')]).toEqual(['002', 'a']);
  await again.compact();
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
});

it('leaves out a last line that was cut off, and goes on behind it', async () => {
  const file = join(folder, 'b.jsonl');
  await (await openKnownPages(file)).add(page('a'));
  await appendFile(file, '{"url":"b","ver');
  const known = await openKnownPages(file);
  expect(known.get('a')).toBeDefined();
  await known.add(page('c'));
  const again = await openKnownPages(file);
  expect(['a', 'b', 'c'].map((url) => again.get(url)?.url)).toEqual(['a', undefined, 'c']);
});

it('names the line that is damaged in the middle', async () => {
  const file = join(folder, 'c.jsonl');
  await writeFile(file, `${JSON.stringify(page('a'))}\nrubbish\n${JSON.stringify(page('b'))}\n`);
  await expect(openKnownPages(file)).rejects.toThrow(`${file}:2: not a page of a harvest`);
});
