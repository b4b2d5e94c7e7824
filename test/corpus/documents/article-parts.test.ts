import { describe, expect, it } from '@jest/globals';
import { marginalParts } from '../../../src/corpus/documents/article-parts.js';
import { readHtml } from '../../../src/corpus/documents/html-format.js';
import { collectBlocks, joinBlocks } from '../../../src/page/blocks.js';
import { parseHtml } from '../../../src/page/parse5-tree.js';

const sentence = 'Insulin is a hormone that the pancreas makes, and it lowers the glucose in the blood. ';
const body = `<p>${sentence.repeat(3)}</p><p>${sentence.repeat(2)}</p>`;

function textOf(html: string): string {
  const { root } = parseHtml(html);
  return joinBlocks(collectBlocks(root, marginalParts(root)));
}

describe('marginalParts', () => {
  it.each([
    '<figure><img><figcaption>X</figcaption></figure>',
    '<figure><img><p>X</p></figure>',
    '<p class="wp-caption-text">X</p>',
    '<span class="photoCredit">X</span>',
    '<div class="byline">X</div>',
    '<div id="author-bio">X</div>',
    '<time>X</time>',
    '<div class="related-articles">X</div>',
    '<ul class="social_share">X</ul>',
    '<div class="post-meta">X</div>',
  ])('takes out %s', (marginal) => {
    expect(textOf(`${body}${marginal}`)).not.toContain('X');
  });

  it.each([
    '<figure><table><tr><td>X</td></tr></table></figure>',
    '<figure><blockquote>X</blockquote></figure>',
    '<div class="post author-jane tags-life">X</div>',
    '<div class="metadata-free">X</div>',
    '<p>X</p>',
  ])('leaves %s', (part) => {
    expect(textOf(`${body}${part}`)).toContain('X');
  });

  it('leaves what holds the article, whatever it is called', () => {
    expect(textOf(`<div class="gallery">${body}</div><p>Short.</p>`)).toContain('Insulin is');
  });
});

describe('readHtml on an article with a margin', () => {
  it('keeps paragraphs, lists and headings, and drops the margin and lists of links', () => {
    const html = `<title>On insulin</title><article><h1>On insulin</h1><p class="byline">By Jane Doe</p>${body}
      <figure><img src="a.png"><figcaption>A picture of it.</figcaption></figure>
      <h2>Kinds</h2><ul><li>Insulin that acts at once</li><li>Insulin that acts for a day</li></ul>${body}
      <h2>Read more</h2><p><a href="/b">Another article on the same subject</a></p></article>`;
    const { text } = readHtml(Buffer.from(html));
    expect(text).toContain('Kinds\n\nInsulin that acts at once\n\nInsulin that acts for a day\n\nInsulin is');
    expect(text).not.toMatch(/Jane Doe|A picture|Another article|Read more/);
  });
});
