import { describe, expect, it } from '@jest/globals';
import { generalFrequencyIn } from '../../../src/language/wordnet/commonness.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';

describe('generalFrequencyIn', () => {
  it('is large for general words and nothing for special ones', () => {
    const frequency = generalFrequencyIn(openWordNet());
    expect(frequency('time')).toBeGreaterThan(60);
    expect(frequency('glucagon')).toBeLessThan(3);
    expect(frequency('no such noun')).toBe(0);
  });
});
