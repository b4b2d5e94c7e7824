import { describe, expect, it } from '@jest/globals';
import { guessSingular } from '../../../src/language/text/compromise.js';

describe('guessSingular', () => {
  it.each([
    ['studies', 'study'],
    ['indices', 'index'],
    ['children', 'child'],
    ['diabetes', 'diabetes'],
    ['illness', 'illness'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ])('%s → %s', (plural, singular) => {
    expect(guessSingular(plural)).toBe(singular);
  });
});
