import { describe, expect, it } from '@jest/globals';
import { placeStretches } from '../../../src/web/page/blocks.js';
import { collapseWhitespace } from '../../../src/web/page/whitespace.js';

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

describe('placeStretches', () => {
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
