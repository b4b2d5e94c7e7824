import { describe, expect, it } from '@jest/globals';
import {
  EVIDENCE_SHOWN,
  strongestEvidence,
  weightedMean,
  type Vote,
} from '../../../src/judging/topic/influence.js';

function vote(lemma: string, value: number, weight: number): Vote {
  return { lemma, documents: 1, idf: 1, value, weight };
}

describe('weightedMean', () => {
  it('weighs the values', () => {
    expect(weightedMean([vote('a', 1, 3), vote('b', 5, 1)])).toBe(2);
  });

  it('is null of nothing', () => {
    expect(weightedMean([])).toBeNull();
    expect(weightedMean([vote('a', 1, 0)])).toBeNull();
  });
});

describe('strongestEvidence', () => {
  const votes = [vote('weak', 2.1, 1), vote('against', -2, 1), vote('for', 4, 2)];

  it('orders by strength in either direction', () => {
    const evidence = strongestEvidence(votes, (mean) => mean);
    expect(evidence.map(({ lemma }) => lemma)).toEqual(['for', 'against', 'weak']);
    const mean = (2.1 - 2 + 8) / 4;
    expect(evidence[0]?.pull).toBeCloseTo(mean - (2.1 - 2) / 2, 12);
    expect(evidence[1]?.pull).toBeCloseTo(mean - (2.1 + 8) / 3, 12);
    expect(evidence[2]?.pull).toBeCloseTo(mean - (-2 + 8) / 3, 12);
  });

  it('measures in the unit of the score', () => {
    const [strongest] = strongestEvidence(votes, (mean) => 10 * mean);
    expect(strongest?.pull).toBeCloseTo(10 * ((2.1 - 2 + 8) / 4 - (2.1 - 2) / 2), 10);
  });

  it('shows ten, the alphabet decides between equals, and the only noun pulls nothing', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      vote(`noun ${String(index % 2)}${String(29 - index)}`, index % 2, 1),
    );
    const evidence = strongestEvidence(many, (mean) => mean);
    expect(evidence).toHaveLength(EVIDENCE_SHOWN);
    expect(evidence.map(({ lemma }) => lemma)).toEqual(evidence.map(({ lemma }) => lemma).sort());
    expect(strongestEvidence([vote('only', 3, 1)], (mean) => mean)).toMatchObject([{ pull: 0 }]);
    expect(strongestEvidence([], (mean) => mean)).toEqual([]);
  });

  it('keeps IRIs', () => {
    const [first] = strongestEvidence([{ ...vote('a', 1, 1), iri: 'http://m.example/a' }], (mean) => mean);
    expect(first?.iri).toBe('http://m.example/a');
  });
});
