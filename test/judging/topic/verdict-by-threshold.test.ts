import { expect, it } from '@jest/globals';
import type { Judgement } from '../../../src/model/topic.js';
import { steeredAcceptance } from '../../../src/crawling/engine/crawl-context.js';
import { createSteering } from '../../../src/crawling/steering/steering.js';
import { verdictBy } from '../../../src/model/verdict-by-threshold.js';

const judgement = { accepted: false, score: 0.4 } as Judgement;

it('gives the verdict of the threshold where there is one', () => {
  const decide = (judged: Judgement): Judgement => ({ ...judged, accepted: true });
  const acceptance = { ...steeredAcceptance(undefined, createSteering()), decide };
  expect(verdictBy(acceptance, judgement)).toEqual({ accepted: true, score: 0.4 });
  expect(verdictBy(undefined, judgement)).toBe(judgement);
});
