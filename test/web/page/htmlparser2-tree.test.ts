import { describe, expect, it } from '@jest/globals';
import { parseQuickly } from '../../../src/web/page/htmlparser2-tree.js';
import { PAGE_LIMITS } from '../../../src/web/page/limits.js';
import { parseHtml } from '../../../src/web/page/parse5-tree.js';
import { createPageReader, pageOf } from '../../../src/web/page/reader.js';

const URL = 'https://a.example/folder/';

/** The page as each parser gives it. */
function pagesOf(html: string): { readonly quick: unknown; readonly exact: unknown } {
  const root = parseQuickly(html);
  return { quick: root && pageOf(root, URL), exact: pageOf(parseHtml(html).root, URL) };
}

describe('parseQuickly', () => {
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
    const { quick, exact } = pagesOf(html);
    expect(quick).toEqual(exact);
  });

  it('leaves to the standard what it alone can repair', () => {
    expect(parseQuickly('<frameset><frame src=a></frameset>')).toBeUndefined();
    expect(parseQuickly('<p>a<!-- never closed <p>b')).toBeUndefined();
    expect(parseQuickly('<div>'.repeat(PAGE_LIMITS.depth + 10))).toBeUndefined();
    expect(parseQuickly('<br>'.repeat(PAGE_LIMITS.elements + 10))).toBeUndefined();
  });
});

describe('the reader', () => {
  // The standard moves text that a table cannot hold before the table.
  const misplaced = Buffer.from('<table><tr><td>cell</td></tr>after</table>');
  it('reads quickly, and exactly on request', () => {
    expect(createPageReader().read(misplaced, URL, '').text).toBe('cell\n\nafter');
    expect(createPageReader({ exact: true }).read(misplaced, URL, '').text).toBe('after\n\ncell');
  });
});
