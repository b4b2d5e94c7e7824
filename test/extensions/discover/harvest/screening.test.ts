import { describe, expect, it } from '@jest/globals';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  hubCounts,
  isBlogOrForum,
  isHub,
  openKnownPages,
  type KnownPage,
} from '../../../../src/extensions/discover/harvest/screening.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { createPageReader } from '../../../../src/web/page/reader.js';
import { openWordReader } from '../../../../src/language/text/english.js';

const words = openWordReader();
const read = (body: string) =>
  createPageReader().read(
    Buffer.from(`<!doctype html><title>t</title>${body}`),
    'http://www.own.example/',
    '',
  );

it.each([
  ['http://shipforum.example/thread?id=3', true],
  ['http://a.example/Blog/2005/rust.html', true],
  ['http://paint.blogspot.com/', true],
  ['http://a.example/coatings/epoxy.html', false],
])('%s: a blog or a forum: %s', (url, expected) => {
  expect(isBlogOrForum(url)).toBe(expected);
});

describe('the hub test', () => {
  it('counts links to other sites, and words outside anchors without stop words', () => {
    const page = read(
      `<p>The hull of a ship rusts. Of it <a href="http://rust.example/">all about rust</a>,
       <a href="http://rust.example/">again</a>, <a href="http://sub.own.example/x">ours</a> and <a href="/y">more of ours</a>.</p>`,
    );
    // hull, ship, rusts; the rest are stop words or stand in anchors.
    expect(hubCounts(page, words)).toEqual({ externalLinks: 1, words: 3 });
  });

  it('tells a list of links from a text with links', () => {
    const link = (index: number) => `<a href="http://site${index}.example/">Site ${index}</a>`;
    const list = read(
      Array.from({ length: 8 }, (_, index) => `<p>${link(index)} paints and coatings</p>`).join(''),
    );
    const text = read(
      `<p>${'Corrosion eats steel hulls slowly. '.repeat(30)}${[0, 1, 2, 3, 4, 5].map(link).join(' ')}</p>`,
    );
    expect(isHub(hubCounts(list, words))).toBe(true);
    expect(isHub(hubCounts(text, words))).toBe(false);
  });
});

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
