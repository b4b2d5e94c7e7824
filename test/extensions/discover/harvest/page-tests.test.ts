import { describe, expect, it } from '@jest/globals';
import {
  hasNoContent,
  hubCounts,
  isBlogOrForum,
  isHub,
} from '../../../../src/extensions/discover/harvest/page-tests.js';
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
    expect(isHub(hubCounts(list, words), 0.1)).toBe(true);
    expect(isHub(hubCounts(text, words), 0.1)).toBe(false);
  });

  it('wants some links: a page without anything is no hub, but has no content', () => {
    const empty = hubCounts(read('<a href="http://a.example/">only link</a>'), words);
    expect([isHub(empty, 0.1), hasNoContent(empty)]).toEqual([false, true]);
    expect(isHub({ externalLinks: 5, words: 0 }, 0.1)).toBe(true);
    expect(isHub({ externalLinks: 5, words: 50 }, 0.1)).toBe(false);
    expect(isHub({ externalLinks: 6, words: 50 }, 0.1)).toBe(true);
  });
});
