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

  it('refuses hosts beyond any name, which take quadratic time, and no long paths', () => {
    const letters = 'ü'.repeat(1000);
    for (const host of [`http://${letters}`, `//${letters}/x`, ` http:/\t/${letters}`, `http:${letters}`])
      expect(parseUrl(host, 'https://a.example/')).toBeUndefined();
    expect(parseUrl(`http://a.example/${letters}`)?.pathname).toHaveLength(6001);
    expect(parseUrl(`/${letters}?${letters}`, 'http://a.example/')?.host).toBe('a.example');
    expect(parseUrl(`http://a.example/?${'x'.repeat(70_000)}`)).toBeUndefined();
  });
});
