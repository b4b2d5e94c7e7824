import { describe, expect, it } from '@jest/globals';
import type { Acceptance } from '../../../src/model/judging.js';
import type { AnnotatedPage, Judgement, TopicClassifier } from '../../../src/model/topic.js';
import { createAcceptance } from '../../../src/judging/topic/acceptance.js';
import {
  acceptingByTopics,
  bestOfTopics,
  judgingByTopics,
} from '../../../src/judging/topic/several-topics.js';
import { textPage } from '../../support/small-topic.js';

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
    [
      'of several accepted ones the one furthest inside of its band',
      [judged('a', { accepted: true, score: 5 }, 4), judged('b', { accepted: true, score: 2 }, 0, 3.5)],
      'b',
    ],
    ['of rejected ones the nearest', [judged('a', { score: -3 }), judged('b', { score: -1 })], 'b'],
    ['the first of equal ones', [judged('a', { score: 1 }), judged('b', { score: 1 })], 'a'],
    [
      'of probabilities the one with the best odds',
      [
        judged('a', { classifier: 'ensemble', accepted: true, score: 0.8 }, 0.5),
        judged('b', { classifier: 'ensemble', accepted: true, score: 0.999 }, 0.9),
      ],
      'b',
    ],
    [
      'the score where there is no band',
      [judged('a', { score: 1 }, null), judged('b', { score: 2 }, null)],
      'b',
    ],
  ] as const)('takes %s', (_, topics, best) => {
    const judgement = bestOfTopics(topics);
    expect(judgement).toMatchObject({ topic: best, reason: { summary: best } });
    expect(judgement.topics).toEqual(topics);
  });
});

it('judgingByTopics hands each topic the nouns as it links them', async () => {
  const counting = (name: string): TopicClassifier => ({
    name,
    judge: ({ nouns, nounsByTopic }) => {
      expect(nounsByTopic).toBeUndefined();
      return Promise.resolve(
        judged('', { accepted: nouns.length > 1, score: nouns.length, classifier: name }),
      );
    },
  });
  const classifier = judgingByTopics([
    { topic: 'a', part: counting('one') },
    { topic: 'b', part: counting('other') },
  ]);
  expect(classifier.name).toBe('one, other');
  const noun = { lemma: 'bee' } as AnnotatedPage['nouns'][number];
  const page = { page: textPage('bees'), nouns: [noun], nounsByTopic: [[noun], [noun, noun]] };
  expect(await classifier.judge(page)).toMatchObject({
    accepted: true,
    topic: 'b',
    topics: [
      { topic: 'a', accepted: false, score: 1, classifier: 'one' },
      { topic: 'b', accepted: true, score: 2, classifier: 'other' },
    ],
  });
});

describe('acceptingByTopics', () => {
  const ANCHORS = { background: -5, corpus: 5, hasSpace: false };
  const probable = (topic: string, score: number, likeness?: number) => {
    const one = judged(topic, { classifier: 'ensemble', score });
    return likeness === undefined ? one : { ...one, reason: { ...one.reason, likeness } };
  };

  it('moves the threshold of each topic by its own judgements, and takes the best of the verdicts', () => {
    const acceptance = acceptingByTopics([
      { topic: 'a', part: createAcceptance(ANCHORS) },
      { topic: 'b', part: undefined },
      { topic: 'c', part: createAcceptance(ANCHORS) },
    ]) as Acceptance;
    const all = (a: number, c: number): Judgement =>
      bestOfTopics([probable('a', 0.5, a), probable('b', 0.5), probable('c', 0.5, c)]);
    const [a, c] = acceptance.thresholds();
    expect(a).toBe(c);
    expect(acceptance.moves()).toBe(true);
    for (let page = 0; page < 40; page += 1) acceptance.note(all(1, 0.7));
    const alone = createAcceptance(ANCHORS);
    for (let page = 0; page < 40; page += 1) alone.note(probable('a', 0.5, 1));
    const moved = acceptance.thresholds();
    expect(moved[0]).toBe(alone.thresholds()[0]);
    expect(moved[1]).toBeLessThan(a!);
    const decided = acceptance.decide(all(1, 0.7));
    expect(decided).toMatchObject({ accepted: true, topic: 'c' });
    expect(decided.topics?.map(({ accepted }) => accepted)).toEqual([false, false, true]);
    expect(decided.topics?.[0]).toEqual({ ...alone.decide(probable('a', 0.5, 1)), topic: 'a' });
  });

  it('moves while one of the thresholds does', () => {
    const accepting = (...parts: (string | undefined)[]): boolean | undefined =>
      acceptingByTopics(
        parts.map((accept, place) => ({
          topic: `topic ${place}`,
          part: accept === undefined ? undefined : createAcceptance(ANCHORS, accept),
        })),
      )?.moves();
    expect(accepting('0.5', 'balanced')).toBe(true);
    expect(accepting('0.5', undefined)).toBe(false);
  });

  it('is not there where no threshold moves', () => {
    expect(acceptingByTopics([{ topic: 'a', part: undefined }])).toBeUndefined();
  });
});
