import { describe, expect, it } from '@jest/globals';
import { collectBlocks } from '../../../src/web/page/blocks.js';
import { parseHtml } from '../../../src/web/page/htmlparser2-tree.js';

const blocks = (html: string) => collectBlocks(parseHtml(html).root);
const texts = (html: string) => blocks(html).map((block) => block.text);

describe('collectBlocks', () => {
  it('separates at block elements and collapses whitespace', () => {
    expect(texts('<div>one<p>two\n <b>th</b>ree</p>four</div><ul><li>five<li>six</ul>')).toEqual([
      'one',
      'two three',
      'four',
      'five',
      'six',
    ]);
  });

  it('takes br br for a paragraph break and br for a blank', () => {
    expect(texts('first<br>line<br><br>second<br> &nbsp; <BR/>third<br><i></i><br>fourth')).toEqual([
      'first line',
      'second',
      'third',
      'fourth',
    ]);
  });

  it('leaves out what is not seen', () => {
    const html =
      'a<script>x</script><style>x</style><noscript>x</noscript><template>x</template><iframe>x</iframe>' +
      '<svg><text>x</text></svg><p hidden>x</p><p aria-hidden="true">x</p><p style="color:red; DISPLAY : none">x</p>' +
      '<p style="visibility:hidden">x</p><textarea>x</textarea><select><option>x</select><button>x</button><!--x-->b' +
      '<dialog>x</dialog><h3><button>Section</button></h3>';
    expect(texts(html)).toEqual(['a b', 'Section']);
  });

  it('counts link text and levels of headings', () => {
    expect(blocks('<h2>Head</h2><p>to <a href=x>link it</a></p><a name=y>anchor</a>')).toMatchObject([
      { heading: 2, linkCharacters: 0, characters: 4 },
      { heading: 0, linkCharacters: 6, characters: 8 },
      { linkCharacters: 0 },
    ]);
  });

  it('leaves out the placeholders of templates, but not in code', () => {
    const html =
      '<p>{{category.text}}</p><p>Dear {{ user.name }}, hello{{{ raw }}}</p><p>{{:: "late" | i18n }}</p>' +
      '<p>write <code>{{name}}</code></p><pre>{{ x }}</pre><p>{{ open and }</p>';
    expect(texts(html)).toEqual(['Dear , hello', 'write {{name}}', '{{ x }}', '{{ open and }']);
  });

  it('drops marks of writing direction and keeps joiners', () => {
    expect(texts('<p>in\u200Esu\u2063lin \u202Bx\u202C \u0645\u06CC\u200C\u062E</p>')).toEqual([
      'insulin x \u0645\u06CC\u200C\u062E',
    ]);
  });

  it('gives NFC without soft hyphens and zero-width characters', () => {
    expect(texts('<p>Cafe\u0301 in&shy;su\u200Blin \uFEFF x')).toEqual(['Café insulin x']);
  });
});
