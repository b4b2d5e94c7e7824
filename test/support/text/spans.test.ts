import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spanKey } from '../../../src/support/text/cut-text.js';

it('gives every span a key of its own', () => {
  const span = fc
    .tuple(fc.nat(100_000_000), fc.nat(100_000))
    .map(([begin, length]) => ({ begin, end: begin + length }));
  fc.assert(
    fc.property(span, span, (one, other) => {
      const same = one.begin === other.begin && one.end === other.end;
      expect(spanKey(one) === spanKey(other)).toBe(same);
    }),
  );
  expect(spanKey({ begin: 1, end: 1 })).not.toBe(spanKey({ begin: 0, end: 2 ** 20 - 1 }));
});
