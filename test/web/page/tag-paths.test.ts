import { describe, expect, it } from '@jest/globals';
import { createPageReader } from '../../../src/web/page/reader.js';

const URL = 'http://a.example/';

function pathsOf(html: string): readonly (string | undefined)[] {
  const reader = createPageReader({ tagPaths: true });
  return reader.read(Buffer.from(html), URL, 'text/html').links.map(({ tagPath }) => tagPath);
}

describe('the path of tags to a link', () => {
  const html = `<title>T</title><div id="content-12" class="wide  main"><ul class=toc><li><b><a href=1>1</a></b><li><a href=2>2</a></ul>
    <table><tr><td><a href=3>3</a></table></div><a href=4>4</a>`;

  it('names the elements around it with their ids and classes', () => {
    const content = 'div#content-0.wide.main';
    expect(pathsOf(html)).toEqual([
      `${content} ul.toc li b`,
      `${content} ul.toc li`,
      `${content} table tr td`,
      '',
    ]);
  });

  it('leaves out items and paragraphs that nobody closed', () => {
    const old = '<dl><dt>A<dd>a<dt><ul><li>x<p>y<ul><li><a href=1>1</a></ul><li><p>z<li><a href=2>2</a>';
    expect(pathsOf(old)).toEqual(['dl dt ul li ul li', 'dl dt ul li']);
  });

  it('is bounded, and keeps the elements nearest to the link', () => {
    const [path = ''] = pathsOf(
      `${'<div>'.repeat(600)}<p class="${'long '.repeat(10_000)}" id="${'x'.repeat(10_000)}"><a href=1>1</a>`,
    );
    expect(path.length).toBeLessThan(700);
    expect(path).toMatch(/^div div .* p#x+$/);
  });
});
