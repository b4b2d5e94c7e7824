import { describe, expect, it } from '@jest/globals';
import {
  evidenceOf,
  MEMBER_EVIDENCE,
  MEMBERS,
  surroundingsOf,
  type MemberStatistics,
  type Surroundings,
} from '../../../src/judging/relevance/evidence.js';

describe('surroundingsOf', () => {
  it('describes pages by quantiles, by their highest scores, and by those beyond the corpus', () => {
    const scores = Array.from({ length: 101 }, (_, page) => page);
    expect(surroundingsOf(scores, 90)).toEqual({
      median: 50,
      lower: 34,
      above: 10 / 101,
      fifth: 96,
      thirtieth: 71,
    });
  });
});

describe('evidenceOf', () => {
  const KNOWN: MemberStatistics = {
    corpus: { median: 3, deviation: 0.5 },
    background: { median: 1, deviation: 0.5 },
  };
  const AROUND: Surroundings = { median: 2, lower: 0.5, above: 0.2, fifth: 4, thirtieth: 3 };
  /** The evidence by the member `line`, which is the only one. */
  const evidence = (
    score: number | null,
    {
      known = KNOWN,
      around = AROUND,
      texts = 5,
    }: {
      readonly known?: MemberStatistics;
      readonly around?: Surroundings | null;
      readonly texts?: number;
    } = {},
  ): number[] => {
    const only = <T>(one: T) => MEMBERS.map((member) => (member === 'line' ? one : null));
    const surroundings =
      around === null ? undefined : MEMBERS.map((member) => (member === 'line' ? around : undefined));
    return [...evidenceOf({ scores: only(score), words: 99 }, only(known), surroundings, texts)];
  };
  const ofLine = (all: readonly number[]): number[] => {
    const begin = MEMBERS.indexOf('line') * MEMBER_EVIDENCE;
    return all.slice(begin, begin + MEMBER_EVIDENCE);
  };

  it('puts a score on the scales of background, pages so far and corpus, and says how these lie', () => {
    expect(ofLine(evidence(2.5))).toEqual([
      (2.5 - 1) / 0.5,
      (2.5 - 2) / 0.5,
      (2.5 - 3) / 0.5,
      (2.5 - 1) / (3 - 1),
      (2.5 - 2) / (3 - 2),
      (3 - 1) / 0.5,
      (2 - 1) / 0.5,
      0.2,
      (4 - 2) / 0.5,
      (3 - 2) / 0.5,
    ]);
  });

  it('does not measure in deviations of a corpus of one or two texts', () => {
    expect(ofLine(evidence(2.5, { texts: 2 }))[2]).toBe(0);
    expect(ofLine(evidence(2.5, { texts: 3 }))[2]).toBe(-1);
  });
});
