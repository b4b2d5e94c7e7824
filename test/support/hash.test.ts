import { expect, it } from '@jest/globals';
import { base32 } from '../../src/support/hash.js';

it.each([
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('writes base 32 as RFC 4648 does: %s', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});
