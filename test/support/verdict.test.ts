import { expect, it } from '@jest/globals';
import type { Judgement } from '../../src/model/topic.js';
import { FIXED } from '../../src/crawl/engine/rejudging.js';
import { verdictBy } from '../../src/support/verdict.js';

const judgement = { accepted: false, score: 0.4 } as Judgement;

it('gives the verdict of the threshold where there is one', () => {
  const decide = (judged: Judgement): Judgement => ({ ...judged, accepted: true });
  const acceptance = { ...FIXED, decide };
  expect(verdictBy(acceptance, judgement)).toEqual({ accepted: true, score: 0.4 });
  expect(verdictBy(undefined, judgement)).toBe(judgement);
});
