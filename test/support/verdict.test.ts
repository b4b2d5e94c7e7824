import { expect, it } from '@jest/globals';
import type { Judgement } from '../../src/model/topic.js';
import { verdictBy } from '../../src/support/verdict.js';

const judgement = { accepted: false, score: 0.4 } as Judgement;

it('gives the verdict of the threshold where there is one', () => {
  const decide = (judged: Judgement): Judgement => ({ ...judged, accepted: true });
  const acceptance = { decide, note: () => undefined, mayAccept: () => false, thresholds: () => [0] };
  expect(verdictBy(acceptance, judgement)).toEqual({ accepted: true, score: 0.4 });
  expect(verdictBy(undefined, judgement)).toBe(judgement);
});
