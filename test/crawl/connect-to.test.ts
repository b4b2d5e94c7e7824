import { describe, expect, it } from '@jest/globals';
import { redirectedConnection } from '../../src/crawl/connect-to.js';

const one = { address: '127.0.0.1', port: 1 };
const two = { address: '127.0.0.1', port: 2 };
const rules = [
  { host: 'a.example', to: one },
  { host: '*.example', to: two },
];

describe('redirectedConnection', () => {
  it('takes the first rule that fits', () => {
    expect(redirectedConnection('A.example', rules)).toBe(one);
    expect(redirectedConnection('b.c.example', rules)).toBe(two);
    expect(redirectedConnection('example', rules)).toBeUndefined();
    expect(redirectedConnection('a.example.org', rules)).toBeUndefined();
    expect(redirectedConnection('anything', [{ host: '*', to: two }])).toBe(two);
  });
});
