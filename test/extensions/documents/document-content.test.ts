import { describe, expect, it } from '@jest/globals';
import { htmlOfContent, textBlock } from '../../../src/extensions/documents/document-content.js';
import { createPageReader } from '../../../src/web/page/reader.js';

const URL = 'http://a.example/doc.pdf';
const read = (html: string) =>
  createPageReader().read(Buffer.from(html), URL, 'application/pdf; charset=latin1');

describe('htmlOfContent', () => {
  it('is read by the page reader as the document is, with links in their places', () => {
    const text = 'Bees – see the hive & <b>comb</b>.';
    const begin = text.indexOf('the hive');
    const page = read(
      htmlOfContent({
        title: 'On <bees>',
        language: 'en',
        blocks: [
          textBlock('Bees', 1),
          { text, heading: 0, links: [{ begin, end: begin + 8, url: 'http://b.example/?a=1&b="2"' }] },
        ],
      }),
    );
    expect([page.title, page.language, page.headline]).toEqual(['On <bees>', 'en', 'On <bees>\nBees']);
    expect(page.text).toContain(text);
    expect(page.links.map(({ url, anchorText }) => [url, anchorText])).toEqual([
      ['http://b.example/?a=1&b=%222%22', 'the hive'],
    ]);
    expect(page.links[0]?.places?.[0]?.context).toContain('see the hive');
  });

  it('drops control characters, by which the page would count as binary, and links that overlap', () => {
    const links = [
      { begin: 0, end: 4, url: 'http://b.example/1' },
      { begin: 2, end: 6, url: 'http://b.example/2' },
    ];
    const page = read(
      htmlOfContent({ blocks: [{ text: 'abcdef\u0001\u0002'.repeat(9), heading: 0, links }] }),
    );
    expect(page.text).toBe('abcdef'.repeat(9));
    expect(page.links.map(({ url }) => url)).toEqual(['http://b.example/1']);
  });

  it('is called by its first heading where it has no title', () => {
    expect(read(htmlOfContent({ title: ' ', blocks: [textBlock('Named', 1), textBlock('x')] })).title).toBe(
      'Named',
    );
  });
});

it.each([
  ['at http://a.example/b.', ['http://a.example/b']],
  ['(http://a.example/b)', ['http://a.example/b']],
  [`http://a.example/b${'.)'.repeat(20_000)}`, ['http://a.example/b']],
  ['<https://a.example/?q=1&r>; x', ['https://a.example/?q=1&r']],
  ['http://a.example/1 http://b.example/2!', ['http://a.example/1', 'http://b.example/2']],
  ['xhttp://a.example/ http:// ftp://a.example/', []],
])('finds the addresses written out in %s', (text, expected) => {
  const { links } = textBlock(text);
  expect(links.map(({ url }) => url)).toEqual(expected);
  for (const { begin, end, url } of links) expect(text.slice(begin, end)).toBe(url);
});
