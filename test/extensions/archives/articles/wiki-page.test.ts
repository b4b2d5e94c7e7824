import { describe, expect, it } from '@jest/globals';
import { createPageReader } from '../../../../src/web/page/reader.js';
import type { WikiArticle } from '../../../../src/extensions/archives/articles/wiki-page.js';
import { wikiPage } from '../../../../src/extensions/archives/articles/wiki-page.js';

const TITLES: Readonly<Record<string, string>> = {
  Bee: 'Bee',
  Honey_bee: 'Honey bee',
  Wax: 'Wax',
  Comb: 'Comb (apiculture)',
  Opera: 'Opera',
};
const ARTICLE: WikiArticle = {
  id: 'Hive',
  title: 'Hive',
  text: 'Hive\n\n   A honey\n   bee builds combs of wax; a beeline is <no> bee.\n\nSee wax\n\n   Wax again.',
  links: ['Bee', 'Honey_bee', 'Wax', 'Comb', 'Opera', 'Nowhere', 'Hive'],
};
const parts = {
  titleOf: (id: string): string | undefined => TITLES[id],
  addressOf: (id: string): string => `http://w.example/wiki/${id}`,
};

function linksOf(html: string): (readonly [string, string])[] {
  const page = createPageReader().read(Buffer.from(html), 'http://w.example/wiki/Hive', '');
  return page.links.map(
    ({ url, anchorText }) => [url.replace('http://w.example/wiki/', ''), anchorText] as const,
  );
}

describe('wikiPage', () => {
  it('sets anchors where titles occur, longest first, over line ends and plurals, and lists the rest', () => {
    expect(linksOf(wikiPage(ARTICLE, parts))).toEqual([
      ['Honey_bee', 'honey bee'],
      ['Comb', 'combs'],
      ['Wax', 'wax'],
      ['Bee', 'bee'],
      ['Opera', 'Opera'],
    ]);
  });

  it('keeps the text, its headings and its angle brackets', () => {
    const html = wikiPage(ARTICLE, parts);
    expect(html).toContain('<h1>Hive</h1>\n<p>A <a');
    expect(html).toContain('is &lt;no&gt; ');
    expect(html).toContain('<h2>See wax</h2>');
  });
});
