import { describe, expect, it } from '@jest/globals';
import {
  EVIDENCE,
  evidenceOf,
  MEMBERS,
  type TopicStatistics,
} from '../../../src/judging/relevance/evidence.js';
import { logOddsOf, oddsPerScore, relevanceFor } from '../../../src/judging/relevance/relevance-model.js';
import { MEMBER_STATISTICS } from '../../support/judged-members.js';

const without = (...members: readonly string[]): TopicStatistics =>
  MEMBER_STATISTICS.map((one, place) => (members.includes(MEMBERS[place]!) ? null : one));

describe('relevanceFor', () => {
  it('has weights of their own for topics with all members, without a word space, and with a line alone', () => {
    const full = relevanceFor(MEMBER_STATISTICS);
    const words = relevanceFor(without('meaning', 'first meaning', 'line', 'first line'));
    const line = relevanceFor(without('words', 'first words', 'meaning', 'first meaning', 'noun ratio'));
    expect(new Set([full, words, line]).size).toBe(3);
    for (const { among, alone } of [full, words, line])
      for (const { weights } of [among, alone]) expect(weights).toHaveLength(EVIDENCE);
  });

  it('has weights of their own for pages in another language, of which the word space alone has scores', () => {
    const scores = MEMBERS.map((member) => (/meaning|line/.test(member) ? 1 : null));
    const line = without('words', 'first words', 'meaning', 'first meaning', 'noun ratio', 'mean IDF');
    const found = [relevanceFor(MEMBER_STATISTICS, false, scores), relevanceFor(line, false, scores)];
    expect(new Set([...found, relevanceFor(MEMBER_STATISTICS), relevanceFor(line)]).size).toBe(4);
    expect(relevanceFor(MEMBERS.map(() => null))).toBe(found[1]);
  });
});

describe('the log odds', () => {
  it('rise with the score of a member as fast as is said', () => {
    const text = (line: number) => ({
      scores: MEMBERS.map((member) => (member === 'line' ? line : 0.5)),
      words: 400,
    });
    const { alone } = relevanceFor(MEMBER_STATISTICS);
    const odds = (line: number): number =>
      logOddsOf(alone, evidenceOf(text(line), MEMBER_STATISTICS, undefined, 20));
    const slope = oddsPerScore(alone, MEMBER_STATISTICS)[MEMBERS.indexOf('line')]!;
    expect((odds(0.6) - odds(0.5)) / 0.1).toBeCloseTo(slope);
  });
});
