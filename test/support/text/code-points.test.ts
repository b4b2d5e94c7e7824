import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codePointOffsets } from '../../../src/support/text/cut-text.js';

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
