import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ownCopy } from '../../../src/support/remember.js';

it('is the same string, whatever it consists of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => ownCopy(text) === text),
    { seed: 5 },
  );
  expect(ownCopy('a lone \ud83d surrogate')).toBe('a lone \ud83d surrogate');
});
