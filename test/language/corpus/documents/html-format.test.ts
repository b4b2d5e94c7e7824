import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../../../src/language/corpus/documents/html-format.js';

const sentence = 'Insulin is a hormone that the pancreas makes, and it lowers the glucose in the blood. ';
const body = `<p>${sentence.repeat(3)}</p><p>${sentence.repeat(2)}</p>`;

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
