import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { codePointOffsets, cutAt, piecesOf } from '../../../src/support/text/cut-text.js';
import { anyText } from '../any-text.js';

describe('cutAt', () => {
  it('is the length of a beginning that does not end within a surrogate pair', () => {
    expect(cutAt('abc', 2)).toBe(2);
    expect(cutAt('abc', 9)).toBe(3);
    expect(cutAt('', 9)).toBe(0);
    expect(cutAt('a😀b', 2)).toBe(1);
    expect(cutAt('a😀b', 3)).toBe(3);
  });
});

describe('piecesOf', () => {
  it('yields pieces that are well-formed where the text is, and joined are the text', () => {
    fc.assert(
      fc.property(anyText(), fc.integer({ min: 2, max: 8 }), (text, most) => {
        const pieces = [...piecesOf(text, most)];
        expect(pieces.join('')).toBe(text);
        expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString()).toBe(text);
        for (const { length } of pieces) expect(length > 0 && length <= most).toBe(true);
      }),
    );
  });
});

describe('codePointOffsets', () => {
  it('agrees with counting', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '😀', '\ud800', 'é') }), (text) => {
        const convert = codePointOffsets(text);
        let offset = 0;
        Array.from(text).forEach((character, index) => {
          expect(convert(offset)).toBe(index);
          offset += character.length;
        });
        expect(convert(text.length)).toBe(Array.from(text).length);
      }),
      { seed: 5 },
    );
  });
});
