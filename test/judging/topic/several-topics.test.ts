import { describe, expect, it } from '@jest/globals';
import type { Acceptance } from '../../../src/model/judging.js';
import type { Judgement } from '../../../src/model/topic.js';
import { createAcceptance } from '../../../src/judging/relevance/acceptance.js';
import { acceptingByTopics } from '../../../src/judging/judge/create-judge.js';
import { bestOfTopics } from '../../../src/model/topic-judgements.js';
import { judgedAt, MEMBER_TOPIC } from '../../support/judged-members.js';

function judged(
  topic: string,
  changes: Partial<Judgement>,
  low: number | null = 0,
  high: number | null = null,
) {
  const nouns = { distinct: 0, linked: 0, unknown: 0 };
  const reason = { summary: topic, meanIdf: null, band: { low, high }, nouns, evidence: [] };
  return { accepted: false, score: 0, classifier: 'test', reason, ...changes, topic };
}

describe('bestOfTopics', () => {
  it.each([
    [
      'an accepted one, whatever the margin of others',
      [judged('a', { score: 9 }), judged('b', { accepted: true })],
      'b',
    ],
    ['of rejected ones the nearest', [judged('a', { score: -3 }), judged('b', { score: -1 })], 'b'],
    [
      'of probabilities the one with the best odds',
      [
        judged('a', { classifier: 'ensemble', accepted: true, score: 0.8 }, 0.5),
        judged('b', { classifier: 'ensemble', accepted: true, score: 0.999 }, 0.9),
      ],
      'b',
    ],
  ] as const)('takes %s', (_, topics, best) => {
    const judgement = bestOfTopics(topics);
    expect(judgement).toMatchObject({ topic: best, reason: { summary: best } });
    expect(judgement.topics).toEqual(topics);
  });
});

describe('acceptingByTopics', () => {
  const judgedOn = (topic: string, position: number) => ({ ...judgedAt(position), topic });

  it('moves the threshold of each topic by its own judgements, and takes the best of the verdicts', () => {
    const acceptance = acceptingByTopics([
      { topic: 'a', part: createAcceptance(MEMBER_TOPIC) },
      { topic: 'b', part: undefined },
      { topic: 'c', part: createAcceptance(MEMBER_TOPIC) },
    ]) as Acceptance;
    const all = (a: number, c: number): Judgement =>
      bestOfTopics([judgedOn('a', a), judged('b', { score: -1 }), judgedOn('c', c)]);
    expect(acceptance.thresholds()).toEqual([0, 0, 0, 0]);
    expect(acceptance.moves()).toBe(true);
    const alone = createAcceptance(MEMBER_TOPIC);
    const note = (page: number): void => {
      acceptance.note(all(page % 2, (page % 10) / 10));
      alone.note(judgedOn('a', page % 2));
    };
    for (let page = 0; page < 40; page += 1) note(page);
    acceptance.renew?.();
    alone.renew?.();
    const [a, pages, c] = acceptance.thresholds();
    expect([a, pages]).toEqual(alone.thresholds());
    expect(pages).toBe(40);
    expect(c).not.toBe(a);
    const decided = acceptance.decide(all(0, 1));
    expect(decided).toMatchObject({ accepted: true, topic: 'c' });
    expect(decided.topics?.map(({ accepted }) => accepted)).toEqual([false, false, true]);
    expect(decided.topics?.[0]).toEqual({ ...alone.decide(judgedOn('a', 0)), topic: 'a' });
  });
});
