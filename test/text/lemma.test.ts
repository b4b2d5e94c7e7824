import { describe, expect, it } from '@jest/globals';
import { createLemmatizer } from '../../src/text/lemma.js';

describe('createLemmatizer', () => {
  const lemmatize = createLemmatizer();
  it.each([
    ['studies', 'study'],
    ['indices', 'index'],
    ['children', 'child'],
    ['women', 'woman'],
    ['boxes', 'box'],
    ['pumps', 'pump'],
    ['diabetes', 'diabetes'],
    ['pancreas', 'pancreas'],
    ['analysis', 'analysis'],
    ['virus', 'virus'],
    ['illness', 'illness'],
    ['', ''],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ])('%s → %s', (plural, singular) => {
    expect(lemmatize(plural)).toBe(singular);
    expect(lemmatize(plural)).toBe(singular);
  });
});
