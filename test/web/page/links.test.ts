import { describe, expect, it } from '@jest/globals';
import { extractLinks } from '../../../src/web/page/links.js';
import { surveyPage } from '../../../src/web/page/page-survey.js';
import { parseHtml } from '../../../src/web/page/htmlparser2-tree.js';

const links = (html: string, url = 'https://example.org/a/b.html') =>
  extractLinks(surveyPage(parseHtml(html).root), url);
const urls = (html: string, url?: string) => links(html, url).map((link) => link.url);

describe('extractLinks', () => {
  it('resolves relative addresses in document order and drops fragments', () => {
    const html =
      '<a href="c.html#top">C</a><a href="/d#!/r">D</a><a href="//other.org/e?x=1&amp;y=2">E</a><a href="?q">Q</a>';
    expect(urls(html)).toEqual([
      'https://example.org/a/c.html',
      'https://example.org/d#!/r',
      'https://other.org/e?x=1&y=2',
      'https://example.org/a/b.html?q',
    ]);
  });

  it('resolves against base, itself relative to the page', () => {
    expect(urls('<base href="/docs/"><a href="x">X</a>')).toEqual(['https://example.org/docs/x']);
    expect(urls('<base target="_top"><base href="//b.net/z/"><a href="x">X</a>')).toEqual([
      'https://b.net/z/x',
    ]);
    // Each link would have its length.
    expect(urls(`<base href="/${'b'.repeat(3000)}/"><a href="x">X</a>`)).toEqual(['https://example.org/a/x']);
  });

  it('takes a host without a scheme for a path of the page, and for the host', () => {
    const html = '<a href=" www.b.net/x#y">B</a><a href="www.jpg">image</a><a href="/www.b.net/z">Z</a>';
    const paths = [
      'https://example.org/a/www.b.net/x',
      'https://www.b.net/x',
      'https://example.org/a/www.jpg',
    ];
    expect(urls(html)).toEqual([...paths, 'https://example.org/www.b.net/z']);
  });

  it('leaves out what is not on the web or cannot be resolved', () => {
    const html =
      '<a href="mailto:a@b.c">m</a><a href="javascript:void(0)">j</a><a href="tel:1">t</a><a href="ftp://f/">f</a>' +
      '<a href="http://[bad/">b</a><a name="x">n</a><a href="data:text/html,x">d</a><a href="https://ok.org/">ok</a>';
    expect(urls(html)).toEqual(['https://ok.org/']);
    expect(urls('<a href="r">r</a><a href="http://a.org/">a</a>', 'no address')).toEqual(['http://a.org/']);
  });

  it('takes the visible text, else the alternative text of images', () => {
    const html =
      '<a href="1">  two\n <b>words</b><script>x()</script></a><a href="2"><img src=i alt=" A  map "></a>' +
      '<a href="3"><img alt="no">yes</a><a href="4"><div>block</div><div>text</div></a><a href="5"></a>';
    expect(links(html).map((link) => link.anchorText)).toEqual([
      'two words',
      'A map',
      'yes',
      'block text',
      '',
    ]);
  });

  it('marks nofollow where every occurrence has it', () => {
    const html =
      '<a href="1" rel="external NOFOLLOW">1</a><a href="2" rel="nofollow">2</a><a href="2">2</a><a href="3">3</a>';
    expect(links(html).map((link) => link.noFollow)).toEqual([true, false, false]);
  });
});
