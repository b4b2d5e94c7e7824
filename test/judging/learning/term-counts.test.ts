import { describe, expect, it } from '@jest/globals';
import {
  countTerms,
  documentFrequencies,
  frequentTerms,
  vocabularyOf,
} from '../../../src/judging/learning/term-counts.js';
import { termSpace, tfIdfVector } from '../../../src/judging/learning/tf-idf.js';

describe('terms', () => {
  const documents = [countTerms(['b', 'a', 'b']), countTerms(['b', 'c'])];

  it('are counted in documents and over documents', () => {
    expect([...(documents[0] ?? [])]).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
    const frequencies = documentFrequencies(documents);
    expect(frequencies.documents).toBe(2);
    expect(Object.fromEntries(frequencies.byTerm)).toEqual({ a: 1, b: 2, c: 1 });
    expect(frequentTerms(frequencies, 1)).toEqual(['a', 'b', 'c']);
    expect(frequentTerms(frequencies, 2)).toEqual(['b']);
  });

  it('become vectors of (1 + ln f) · idf at length 1', () => {
    const space = termSpace(vocabularyOf(['a', 'b']), documentFrequencies(documents));
    expect(space.idf[0]).toBeCloseTo(Math.log(3 / 2) + 1, 12);
    expect(space.idf[1]).toBeCloseTo(1, 12);
    const { values } = tfIdfVector(countTerms(['a', 'b', 'b', 'unknown']), space);
    expect((values[1] ?? 0) / (values[0] ?? 1)).toBeCloseTo((1 + Math.log(2)) / (Math.log(3 / 2) + 1), 12);
    expect(Math.hypot(...values)).toBeCloseTo(1, 12);
    expect(tfIdfVector(countTerms(['unknown']), space).places).toEqual([]);
  });
});
