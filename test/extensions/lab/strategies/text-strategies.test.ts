import { describe, expect, it } from '@jest/globals';
import {
  contentBlocks,
  linkContext,
  jointFeatures,
  linkPriorityEvaluation,
} from '../../../../src/extensions/lab/strategies/three-phase.js';
import { inheritedScore, sharkSearch } from '../../../../src/extensions/lab/strategies/makers.js';
import { STRATEGY_SETTINGS } from '../../../../src/crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../../src/crawling/priority/topic-sight.js';
import { beeSight, candidateOf, entryOf, judged, linkTo, pageOf } from '../../../support/small-sight.js';
import { bestFirst, krs, krsBestFirst } from '../../../../src/crawling/priority/simple-strategies.js';

const page = pageOf('http://a.example/', 'text', { blocks: ['b0', 'b1', 'b2'] });
const link = linkTo('http://a.example/x', 'x', 'x', 1);

/** A sight that sees what it is told to. */
function told(seen: { page?: number; anchor?: number; context?: number; block?: number }): TopicSight {
  return {
    ...beeSight(),
    pageLikeness: () => seen.page ?? 0,
    anchorLikeness: () => seen.anchor ?? 0,
    contextLikeness: () => seen.context ?? 0,
    blockLikeness: () => seen.block ?? 0,
    pageSimilarity: () => seen.page ?? 0,
    anchorSimilarity: () => seen.anchor ?? 0,
  };
}

describe('best-first', () => {
  const seen = told({ page: 0.6, anchor: 0.2 });
  it.each([
    ['page', 0.6],
    ['anchor', 0.2],
    ['page-anchor', 0.4],
  ] as const)('by %s', (evidence, expected) => {
    const priority = bestFirst('best-first', seen, evidence).prioritise(candidateOf(page, link));
    expect(priority?.value).toBeCloseTo(expected);
  });
});

describe('link context, content blocks, LPE', () => {
  const { lpe } = STRATEGY_SETTINGS;

  it('values links by their context', () => {
    expect(linkContext(told({ context: 0.7 })).prioritise(candidateOf(page, link))?.value).toBe(0.7);
  });

  it('JFE = λ sim(anchor) + (1 − λ) sim(context)', () => {
    expect(jointFeatures(0.8, 0.4, 0.25)).toBeCloseTo(0.5);
  });

  it.each([
    // block, anchor, context → value with `last`, value with `drop`
    [0.6, 0, 0, 0.6, 0.6],
    [0.4, 0.8, 0.4, 0.6, 0.6],
    [0.4, 0.2, 0.4, -0.7, undefined],
  ])('LPE: block %d, anchor %d, context %d → %d or %d', (block, anchor, context, last, drop) => {
    const seen = told({ block, anchor, context });
    const value = (below: 'last' | 'drop'): number | undefined =>
      linkPriorityEvaluation(seen, { ...lpe, below }).prioritise(candidateOf(page, link))?.value;
    expect(value('last')).toBeCloseTo(last);
    if (drop === undefined) expect(value('drop')).toBeUndefined();
    else expect(value('drop')).toBeCloseTo(drop);
  });

  it('CBP leaves out what stands in other blocks', () => {
    const value = (block: number): number | undefined =>
      contentBlocks(told({ block, anchor: 1, context: 1 }), { ...lpe, below: 'drop' }).prioritise(
        candidateOf(page, link),
      )?.value;
    expect([value(0.5), value(0.4)]).toEqual([0.5, undefined]);
  });
});

describe('shark-search', () => {
  const settings = STRATEGY_SETTINGS.sharkSearch;

  it('inherits from a relevant page, else what the page inherited, half of it each step', () => {
    expect(inheritedScore(0.6, 0.9, settings)).toBeCloseTo(0.3);
    expect(inheritedScore(0.1, 0.3, settings)).toBeCloseTo(0.15);
  });

  it('weighs inheritance and neighbourhood', () => {
    // Page irrelevant, 0.3 inherited by it: 0.15. Anchor irrelevant: context counts; 0.8 · 0.2 + 0.2 · 0.6 = 0.28.
    const entry = entryOf(page.url, 2, { value: 0, reason: '', state: [0.3] });
    const far = sharkSearch(told({ page: 0.1, anchor: 0.2, context: 0.6 }), settings);
    const priority = far.prioritise(candidateOf(page, link, { entry }));
    expect(priority?.value).toBeCloseTo(0.5 * 0.15 + 0.5 * 0.28);
    expect(priority?.state?.[0]).toBeCloseTo(0.15);
  });

  it('takes the context for perfect where the anchor is relevant', () => {
    // Seed: relevant page 0.6 → 0.3; anchor 0.5 → 0.8 · 0.5 + 0.2 · 1 = 0.6.
    const near = sharkSearch(told({ page: 0.6, anchor: 0.5, context: 0 }), settings);
    expect(near.prioritise(candidateOf(page, link))?.value).toBeCloseTo(0.45);
  });
});

it('KRS goes breadth-first, or by the judgement', () => {
  const at = { ...candidateOf(page, link), judgement: judged(true, 3.5) };
  expect(krs().prioritise(at)?.value).toBe(-1);
  expect(krsBestFirst().prioritise(at)).toEqual({ value: 3.5, reason: 'test 3.500' });
});
