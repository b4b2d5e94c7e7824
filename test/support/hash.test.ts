import { expect, it } from '@jest/globals';
import { base32 } from '../../src/support/hash.js';

it('writes base 32 as RFC 4648 does', () => {
  expect(['fo', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual(['MZXQ', 'MZXW6YTBOI']);
});
