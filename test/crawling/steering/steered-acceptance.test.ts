import { describe, expect, it } from '@jest/globals';
import { steeredAcceptance, withoutIgnored } from '../../../src/crawling/engine/crawl-context.js';
import { createSteering } from '../../../src/crawling/steering/steering.js';
import { type Judgement } from '../../../src/model/topic.js';
import type { Acceptance } from '../../../src/model/judging.js';
import type { Action, TakenAction } from '../../../src/model/steering.js';

/** A judgement of the ensemble by two terms. */
function judgement(score: number, accepted = score >= 0.5): Judgement {
  const term = (lemma: string, pull: number) => ({ lemma, pull, documents: 3, idf: 2 });
  return {
    accepted,
    score,
    classifier: 'ensemble',
    reason: {
      summary: '',
      meanIdf: null,
      band: { low: 0.5, high: null },
      nouns: { distinct: 2, linked: 0, unknown: 0 },
      evidence: [term('chapter', 2), term('insulin', 1)],
    },
  };
}

function taken(...actions: readonly Action[]): readonly TakenAction[] {
  return actions.map((action, place) => ({
    id: `${place}`,
    by: 'ada',
    time: '',
    after: 0,
    effect: '',
    action,
  }));
}

const odds = (score: number): number => Math.log(score / (1 - score));
const CHAPTER = new Map([['chapter', 'ada']]);

describe('withoutIgnored', () => {
  it('takes the pull of a term off the log odds, and off the verdict', () => {
    const before = judgement(0.8);
    const after = withoutIgnored(before, CHAPTER);
    expect(odds(after.score)).toBeCloseTo(odds(0.8) - 2);
    expect(after.accepted).toBe(false);
    expect(after.reason.ignored).toEqual({ terms: ['chapter'], score: 0.8 });
  });

  it('gives the same however often it is done, and the score of before when the term counts again', () => {
    const once = withoutIgnored(judgement(0.8), CHAPTER);
    expect(withoutIgnored(once, CHAPTER)).toEqual(once);
    expect(withoutIgnored(once, new Map())).toEqual(judgement(0.8));
  });
});

it('decides by the score without what people ignore, until they take that back', () => {
  const decided = (...actions: readonly Action[]): boolean =>
    steeredAcceptance(undefined, createSteering(taken(...actions))).decide(judgement(0.8)).accepted;
  const [ignore, unignore] = (['ignore', 'unignore'] as const).map(
    (kind) => ({ kind, term: 'chapter' }) as const,
  );
  expect([decided(), decided(ignore!), decided(ignore!, unignore!)]).toEqual([true, false, true]);
});

describe('what people ignore, where the verdict depends on other pages', () => {
  /** Scores of pages among others are lower than those of pages alone. */
  const among: Acceptance = {
    decide: (given) => ({ ...given, score: 0.9, accepted: true }),
    note: () => undefined,
    mayAccept: () => true,
    moves: () => true,
    thresholds: () => [0, 30],
    steer: () => undefined,
  };
  const decidedAfter = (given: Judgement, ...actions: readonly Action[]): Judgement =>
    steeredAcceptance(among, createSteering(taken(...actions))).decide(given);
  it('is decided on by a threshold that a person set', () => {
    const { accepted, score, reason } = decidedAfter(
      judgement(0.8),
      { kind: 'ignore', term: 'chapter' },
      {
        kind: 'threshold',
        score: 0.5,
      },
    );
    expect(odds(score)).toBeCloseTo(odds(0.9) - 2);
    expect([accepted, reason.band.low]).toEqual([score >= 0.5, 0.5]);
  });
});
