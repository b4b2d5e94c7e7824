import { describe, expect, it } from '@jest/globals';
import { chooseCandidate } from '../../../../src/extensions/expansion/reconcile/choose-candidate.js';
import type { Candidate } from '../../../../src/extensions/expansion/reconcile/service-answer.js';

const RULE = { leastScore: 90, lead: 10 };
type Score = readonly [score: number, match?: boolean];
const of = (scores: readonly Score[]): Candidate[] =>
  scores.map(([score, match = false], place) => ({
    ...{ iri: `http://x.example/${place}`, label: '', description: '', types: [] },
    ...{ score, match },
  }));
const chosen = (...scores: readonly Score[]): string | undefined => chooseCandidate(of(scores), RULE)?.iri;

describe('chooseCandidate', () => {
  it('takes the only match, whatever its score', () => {
    expect(chosen([3.5, true], [3.4])).toBe('http://x.example/0');
    expect(chosen([70, true])).toBe('http://x.example/0');
  });

  it('leaves several matches to people', () => {
    expect(chosen([100, true], [100, true])).toBeUndefined();
  });

  it('takes a high score that is far above the second', () => {
    expect(chosen([90], [80])).toBe('http://x.example/0');
    expect(chosen([95])).toBe('http://x.example/0');
    expect(chosen([89], [10])).toBeUndefined();
    expect(chosen([95], [86])).toBeUndefined();
  });

  it('trusts no score of an unknown scale', () => {
    expect(chosen([250], [120])).toBeUndefined();
    expect(chosen([95], [Number.MAX_VALUE])).toBeUndefined();
    expect(chosen([0.99], [0.1])).toBeUndefined();
  });

  it('takes nothing of nothing', () => {
    expect(chosen()).toBeUndefined();
  });
});
