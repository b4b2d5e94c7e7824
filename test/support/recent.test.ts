import { describe, expect, it } from '@jest/globals';
import { createRecent } from '../../src/support/remember.js';

describe('createRecent', () => {
  it('keeps what was asked for lately, and forgets the rest', () => {
    const recent = createRecent<string, number>(2);
    for (const [value, key] of ['a', 'b', 'c'].entries()) recent.set(key, value);
    expect(recent.get('a')).toBe(0);
    // 'a' moved to the younger generation with 'c'; the next begins another, and 'b' goes with the elder.
    recent.set('d', 3);
    expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([0, undefined, 2, 3]);
  });

  it('never holds more than two generations', () => {
    const recent = createRecent<number, number>(10);
    for (let key = 0; key < 1000; key += 1) recent.set(key, key);
    const held = Array.from({ length: 1000 }, (_, key) => key).filter((key) => recent.get(key) !== undefined);
    expect(held.length).toBeLessThanOrEqual(20);
    expect(held).toContain(999);
  });
});
