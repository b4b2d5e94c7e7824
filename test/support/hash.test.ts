import { describe, expect, it } from '@jest/globals';
import { hash52, sha256 } from '../../src/support/hash.js';

describe('sha256', () => {
  it('gives the digests of FIPS 180-2', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('takes text as UTF-8', () => {
    expect(sha256('ä😀')).toBe(sha256(new TextEncoder().encode('ä😀')));
  });
});

describe('hash52', () => {
  it('is the beginning of the SHA-1 of FIPS 180-2', () => {
    expect(hash52('abc')).toBe(0xa9993e3647068);
  });
});
