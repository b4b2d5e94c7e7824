import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { placeStretches } from '../../../src/web/page/blocks.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { collapseWhitespace } from '../../../src/web/page/whitespace.js';

const reader = createPageReader();
const linksOf = (html: string) =>
  reader.read(Buffer.from(html), 'https://a.example/', 'text/html; charset=utf-8').links;
const contextsOf = (html: string) =>
  linksOf(html).flatMap(({ places }) => (places ?? []).map(({ context }) => context));

describe('the places of links', () => {
  it('give the words around the anchor within its sentence', () => {
    const html =
      '<p>Bees fly far and wide. An <b>insulin <a href=x>pump</a></b> gives insulin all day. Trains run late here.</p>';
    expect(linksOf(html)).toMatchObject([
      {
        anchorText: 'pump',
        places: [{ anchorText: 'pump', context: 'An insulin pump gives insulin all day.', block: 0 }],
      },
    ]);
  });

  it('look beyond the sentence where it is the anchor alone', () => {
    const html =
      '<p>The pump gives insulin under the skin.</p><p><a href=x>Read more</a></p><p>Costs are high.</p>';
    expect(contextsOf(html)).toEqual(['The pump gives insulin under the skin. Read more Costs are high.']);
  });

  it('hold twenty words on each side at most', () => {
    const word = (letter: string) => Array.from({ length: 60 }, (_, index) => `${letter}${index}`).join(' ');
    const [context = ''] = contextsOf(`<p>${word('a')} <a href=x>anchor</a> ${word('b')}</p>`);
    expect(context.split(' ')).toHaveLength(41);
    expect(context).toMatch(/^a40 .* a59 anchor b0 .* b19$/);
  });

  it('name each place of a link, with its content block', () => {
    const text = (word: string) => Array.from({ length: 30 }, () => word).join(' ');
    const html = `<div><p><a href=x>X</a> ${text('menu')}</p></div><div><p>${text('pump')} <a href=x>the X</a></p></div>`;
    expect(linksOf(html)[0]?.places?.map(({ anchorText, block }) => [anchorText, block])).toEqual([
      ['X', 0],
      ['the X', 1],
    ]);
  });
});

describe('placeStretches', () => {
  it('finds each stretch where its text is when whitespace is collapsed', () => {
    const raw = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '\u00AD', 'e\u0301', '\u0301', '😀', 'é', '\u200B'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(raw, fc.nat(30), fc.nat(30), (text, one, other) => {
        const begin = Math.min(one, other, text.length);
        const end = Math.min(Math.max(one, other), text.length);
        const clean = collapseWhitespace(text);
        for (const anchor of placeStretches(text, clean, [{ begin, end }])) {
          const found = clean.slice(anchor.begin, anchor.end);
          expect(found).toBe(found.trim());
          // A combining mark right behind a border belongs to the letter before it.
          if (
            !/^[\u0301\u00AD\u200B]/.test(text.slice(begin)) &&
            !/^[\u00AD\u200B]*\u0301/.test(text.slice(end))
          )
            expect(found).toBe(collapseWhitespace(text.slice(begin, end)));
        }
      }),
      { seed: 2 },
    );
  });
});

/** The texts of the stretches of a text between bars, where they have come to stand. */
function moved(marked: string): readonly string[] {
  const pieces = marked.split('|');
  const raw = pieces.join('');
  const stretches: { begin: number; end: number }[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 1) stretches.push({ begin: at, end: at + piece.length });
    at += piece.length;
  }
  const text = collapseWhitespace(raw);
  return placeStretches(raw, text, stretches).map(({ begin, end }) => text.slice(begin, end));
}

describe('stretches of a text that is cleaned', () => {
  it.each([
    ['a |b  c| d', ['b c']],
    ['  |a|  |b|  ', ['a', 'b']],
    ['a| |b | c|', ['c']],
    ['\u00ADe\u0301  |e\u0301| |ж\u00AD|', ['é', 'ж']],
    // What continues a character belongs to it.
    ['e|\u0301 b|  c', ['b']],
    ['\u1112\u1161|\u11AB \u1100\u1173\u11AF|  x', ['글']],
  ])('%j', (marked, expected) => expect(moved(marked)).toEqual(expected));

  it('takes time in proportion to the text, whatever continues', () => {
    const links = `${'e|\u0301b|  '.repeat(3000)}${'|\u0301|'.repeat(3000)}`;
    expect(moved(links).slice(0, 3000)).toEqual(Array(3000).fill('b'));
  });
});
