import { describe, expect, it } from '@jest/globals';
import { once, onceFor } from '../../src/support/once.js';

describe('once and onceFor', () => {
  it('makes a thing when it is first asked for, and then gives the same', () => {
    let made = 0;
    const thing = once(() => ({ number: (made += 1) }));
    expect(made).toBe(0);
    expect(thing()).toBe(thing());
    expect(made).toBe(1);
  });

  it('makes one thing for each object, undefined included', () => {
    const asked: object[] = [];
    const nothing = onceFor((key: object) => void asked.push(key));
    const [first, second] = [{}, {}];
    for (const key of [first, second, first]) nothing(key);
    expect(asked).toEqual([first, second]);
  });
});
