import { describe, expect, it } from '@jest/globals';
import { PAGE_LIMITS } from '../../../src/web/page/limits.js';
import { createPageReader } from '../../../src/web/page/reader.js';

const pageOf = (markup: string) =>
  createPageReader().read(Buffer.from(markup), 'https://example.org/', 'text/html');
const read = (markup: string): string => pageOf(markup).text;

describe('numeric character references of hundreds of digits', () => {
  it.each([
    ['hexadecimal', `&#x${'0'.repeat(300)}41;`, 'A'],
    ['beyond Unicode', `&#${'9'.repeat(400)};`, '\uFFFD'],
  ])('are read: %s', (_name, reference, expected) => {
    const markup = `<p>Bees dance ${reference}</p>`;
    expect(read(markup)).toBe(`Bees dance ${expected}`);
  });
});

describe('markup that must be repaired', () => {
  it('closes a comment without end, unless it is text of a script', () => {
    expect(read('<p>before</p><!-- never closed <p>after</p>')).toBe('before\n\nafter');
    expect(read('<p>text</p><script>"<!--"</script><p>more</p>')).toBe('text\n\nmore');
  });

  it('makes links of frames, and shows what is meant for browsers without them', () => {
    const { text, links } = pageOf(
      '<frameset><frame src=one.html><noframes><p>for old ones</p></noframes></frameset>',
    );
    expect([text, links.map(({ url }) => url)]).toEqual(['for old ones', ['https://example.org/one.html']]);
  });

  it('drops the tags of a page that is nested too deeply or too large', () => {
    const deep = pageOf(`${'<div>'.repeat(PAGE_LIMITS.depth + 10)}deep <b>down</b> <a href=d>there`);
    expect([deep.text, deep.links.map(({ url }) => url)]).toEqual([
      'deep down there',
      ['https://example.org/d'],
    ]);
    expect(read(`${'<br>'.repeat(PAGE_LIMITS.elements + 10)}text`)).toBe('text');
    expect(read(`${'<frameset x="<">'.repeat(3)}text`)).toBe('');
  });
});

describe('pages with very many parts', () => {
  it.each([
    ['rows', `<table>${'<tr>x'.repeat(150_000)}`],
    [
      'links in a text without blanks',
      `<p>${Array.from({ length: 30_000 }, (_, place) => `${'\u7CD6'.repeat(20)}<a href=/${place}>\u75C5</a>`).join('')}`,
    ],
  ])('are read: %s', (_name, markup) => {
    expect(() => read(markup)).not.toThrow();
  });
});
