import { describe, expect, it } from '@jest/globals';
import { parseWithJsdom } from './jsdom-tree.js';
import { parseHtml } from '../../../src/web/page/parse5-tree.js';
import { pageOf } from '../../../src/web/page/reader.js';

const URL = 'https://a.example/folder/';

const PAGES: Readonly<Record<string, string>> = {
  plain: '<title>T</title><h1>Head</h1><p>Text with a <a href=x title=y rel=next>link</a>.</p>',
  broken: '<table><p>one<tr><td>two<div>three</table></b></p><li>four<a href=//b.example>five',
  'an open comment': '<p>before</p><!-- never closed <p>after <a href=z>link</a></p>',
  noscript:
    '<head><noscript><img src=x><a href=hidden>no</a></noscript><title>late</title></head><p>text</p>',
  template: '<template><a href=t>inside</a></template><svg><a href=s><text>drawn</text></a></svg><p>text</p>',
  frames: '<frameset><frame src=one.html><noframes><p>for old ones</p></noframes></frameset>',
  'nested deeply': `${'<div>'.repeat(1200)}deep <a href=d>down</a>`,
  empty: '',
};

describe('the two trees', () => {
  it.each(Object.entries(PAGES))('give the same page: %s', (_, html) => {
    const { root, close } = parseWithJsdom(html);
    expect(pageOf(root, URL)).toEqual(pageOf(parseHtml(html).root, URL));
    close();
  });
});
