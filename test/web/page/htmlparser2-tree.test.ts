import { describe, expect, it } from '@jest/globals';
import { parseHtml } from '../../../src/web/page/htmlparser2-tree.js';
import { pageOf } from '../../../src/web/page/reader.js';
import { parseWithJsdom } from './jsdom-tree.js';

const URL = 'https://a.example/folder/';

describe('parseHtml', () => {
  it.each(
    Object.entries({
      'a whole page':
        '<!doctype html><html lang=de><head><title>T &amp; U</title></head><body><p>Text</body></html>',
      'paragraphs and items left open': '<p>one<p>two<ul><li>three<li>four</ul><dl><dt>a<dd>b<dt>c<dd>d</dl>',
      'cells left open': '<table><tr><td>one<td>two<tr><th>three<td>four</table>',
      'a head left open': '<head><title>T</title><meta name=description content=d><h1>Head</h1><p>Text',
      'an anchor left open': '<p><a href=one>first <a href=two>second</a> rest',
      'noscript with scripting on':
        '<head><noscript><link rel=x></noscript></head><p>a<noscript><a href=n>n</a></noscript>b',
      'scripts and styles': '<script>if (a < b) "<p>no</p>"</script><style>p { }</style><p>yes',
      'text areas and titles hold text': '<title><b>T</title><textarea><a href=x></textarea><p>text',
      'character references': '<p title="&lt;">&eacute;&#233;&#x80;&notit; &copy 1 &unknown;</p>',
      'attributes written in all ways': `<a href='a?b&amp;c=1' TITLE="t" rel=nofollow rel=x>x</a>`,
      'drawings and templates':
        '<svg><title>no</title><a href=s /></svg><template><a href=t></template><p>text',
      'zero bytes': '<p>a\0b</p>',
      'markup broken off': '<p>text <a href="x',
      nothing: '',
    }),
  )('gives the page that the standard gives: %s', (_, html) => {
    const { root, close } = parseWithJsdom(html);
    expect(pageOf(parseHtml(html).root, URL)).toEqual(pageOf(root, URL));
    close();
  });
});
