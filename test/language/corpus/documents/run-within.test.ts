import { describe, expect, it } from '@jest/globals';
import { runWithin } from '../../../../src/language/corpus/documents/run-within.js';

describe('runWithin', () => {
  it('gives the result, and what was thrown', () => {
    expect(runWithin(1000, () => 'done')).toBe('done');
    expect(() =>
      runWithin(1000, () => {
        throw new RangeError('own');
      }),
    ).toThrow(RangeError);
  });

  it('ends what does not end', () => {
    expect(() =>
      runWithin(5, () => {
        for (let count = 0; ; count += 1);
      }),
    ).toThrow('it takes too long');
    expect(() => runWithin(5, () => /^(?:a|a)*$/.test(`${'a'.repeat(60)}b`))).toThrow('it takes too long');
  });
});
