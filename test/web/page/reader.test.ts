import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Page } from '../../../src/model/page.js';
import { PAGE_LIMITS } from '../../../src/web/page/limits.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { size } from '../../support/thorough.js';

const reader = createPageReader();
const read = (html: string, url = 'https://example.org/a/', contentType = 'text/html; charset=utf-8') =>
  reader.read(Buffer.from(html), url, contentType);

describe('createPageReader', () => {
  it('reads shadow roots that HTML declares', () => {
    const html = `<site-page><template shadowrootmode=open><main><p>Bees dance.</p><a href=/more>More</a></main></template>
      </site-page><template><p>Not shown</p><a href=/not>Not</a></template>`;
    const { text, links } = createPageReader().read(Buffer.from(html), 'https://example.org/', 'text/html');
    expect([text, links.map(({ url }) => url)]).toEqual([
      'Bees dance.\n\nMore',
      ['https://example.org/more'],
    ]);
  });

  it('looks at data once, however many scripts follow it', () => {
    const data = `<script type="application/ld+json">{"name":"${'x'.repeat(1e6)}"}</script>`;
    expect(read(`${data}${'<script>1</script>'.repeat(50_000)}<p>Bees dance.`).text).toBe('Bees dance.');
  });

  it('reads what stands in noscript where the rest is next to nothing, as of forums', () => {
    const post = Array.from(
      { length: 20 },
      (_, n) =>
        `<p>The honey bee ${n} lives in a hive, and the swarm leaves it in spring for a new home.</p>`,
    ).join('');
    const page = (inner: string): string =>
      `<div id=app>Loading</div><noscript>${inner}<a href=/next>Next</a></noscript>`;
    const { text, links } = read(page(`<main>${post}</main>`));
    expect(text).toMatch(/^The honey bee/);
    expect(links.map(({ url }) => url)).toEqual(['https://example.org/next']);
    expect(read(page('<img src=x>Turn on JavaScript')).text).toBe('Loading');
  });

  it('reads a whole page', () => {
    const html = `<!doctype html><html lang=en><head><title>Insulin pump</title>
      <meta name=keywords content="insulin, pump"><meta name=robots content=nofollow></head><body>
      <header><h1>Insulin pump</h1></header><nav><h2>Menu</h2><a href=/home>Home</a></nav>
      <main><h2>How it works</h2><p>A pump delivers insulin under the skin.</p><h4>Detail</h4><p>It is small.</p></main>`;
    expect(read(html)).toEqual({
      url: 'https://example.org/a/',
      title: 'Insulin pump',
      language: 'en',
      headline: 'Insulin pump\nHow it works',
      keywords: 'insulin, pump',
      text: 'Insulin pump\n\nHow it works\n\nA pump delivers insulin under the skin.\n\nDetail\n\nIt is small.',
      blocks: [
        'Insulin pump\n\nMenu\n\nHome\n\nHow it works\n\nA pump delivers insulin under the skin.\n\nDetail\n\nIt is small.',
      ],
      links: [
        {
          url: 'https://example.org/home',
          anchorText: 'Home',
          noFollow: false,
          places: [
            {
              anchorText: 'Home',
              block: 0,
              context:
                'Insulin pump Menu Home How it works A pump delivers insulin under the skin. Detail It is small.',
            },
          ],
        },
      ],
      robots: { noIndex: false, noFollow: true },
    });
  });

  it('reads an empty and a binary body as an empty page', () => {
    const empty = { title: '', headline: '', keywords: '', text: '', links: [] };
    expect(read('')).toMatchObject(empty);
    const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 197 + (index >> 3)) % 256);
    expect(reader.read(bytes, 'https://example.org/x.png', 'text/html')).toMatchObject(empty);
  });

  it('reads so much of links and titles as a page may have', () => {
    const list = (count: number, more = ''): Page =>
      read(Array.from({ length: count }, (_, n) => `<a href="/${n}${more}">b</a>`).join(''));
    expect(list(PAGE_LIMITS.links + 5).links).toHaveLength(PAGE_LIMITS.links);
    expect(list(600, 'x'.repeat(2000)).links.length).toBeLessThan(500);
    const long = 'bees '.repeat(10_000);
    const { title, links, keywords, headline } = read(
      `<title>${long}</title><meta name=keywords content="${long.repeat(4)}"><h1>${long.repeat(4)}</h1>` +
        `<p>Some words before the link <a href=x title="${long}">${long}</a> and after it.</p>`,
    );
    const { anchorText, title: said, places } = links[0]!;
    expect([title, anchorText, said].map((text) => text?.length)).toEqual([2000, 1999, 1999]);
    expect(places![0]!.anchorText).toHaveLength(2000);
    expect([keywords, headline].map(({ length }) => length)).toEqual([50_000, 50_000]);
  });

  it('survives very deeply nested tables and lists', () => {
    for (const tag of ['table><tr><td', 'ul><li', 'svg']) {
      expect(read(`<p>before ${`<${tag}>`.repeat(size(30_000, 15_000))}<p>inside`).text).toContain('inside');
    }
  });

  it('never throws, whatever the markup', () => {
    const pieces = (
      '<table>|</table>|<td>|<p>|</p>|<a href=x>|</a>|<b|>|<!--|-->|<svg>|</svg>|<select>' +
      '|<template>|<math>|<frameset>|&#0;|&#xD800;|<base href="::">|<h1>|</h2>|<pre>|text |\0' +
      '|\uFFFD|<title>|</br>|<form>|<main>|<article>|</article>|<body hidden>|<br>'
    ).split('|');
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        const page = read(parts.join(''));
        expect(page.text).toBe(page.text.normalize('NFC').trim());
        expect(page.text).not.toMatch(/\n{3}|[^\S\n]{2}/);
      }),
      { seed: 7 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, contentType) => {
        reader.read(bytes, 'https://example.org/', contentType);
      }),
      { seed: 7 },
    );
  });
});
