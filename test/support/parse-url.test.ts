import { describe, expect, it } from '@jest/globals';
import { parseUrl } from '../../src/support/parse-url.js';

describe('parseUrl', () => {
  it('gives the same answer however often it is asked', () => {
    // URL.canParse fails on this address once it is hot, on Node 20.
    for (let round = 0; round < 20_000; round += 1) {
      if (parseUrl('http://bücher.example/ä') === undefined) throw new Error(`refused in round ${round}`);
    }
    expect(parseUrl('http://bücher.example/ä')?.href).toBe('http://xn--bcher-kva.example/%C3%A4');
  });

  it('resolves against a base, and says undefined for what is no address', () => {
    expect(parseUrl('../b?c', 'http://a.example/x/y/')?.href).toBe('http://a.example/x/b?c');
    expect(parseUrl('/relative')).toBeUndefined();
    expect(parseUrl('http://')).toBeUndefined();
  });
});
