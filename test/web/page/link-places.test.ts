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
