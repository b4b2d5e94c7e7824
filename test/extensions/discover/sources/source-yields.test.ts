import { describe, expect, it } from '@jest/globals';
import {
  afterAsk,
  afterPage,
  chosenSource,
  expectedYield,
  NOTHING_ASKED,
  type SourceYield,
} from '../../../../src/extensions/discover/sources/source-yields.js';

const PRIOR = 0.4;

function afterPages(accepted: readonly boolean[], from: SourceYield = NOTHING_ASKED): SourceYield {
  return accepted.reduce(afterPage, from);
}

const pages = (count: number, isAccepted: (n: number) => boolean): readonly boolean[] =>
  Array.from({ length: count }, (_, n) => isAccepted(n));

describe('the expected yield of a source', () => {
  it('is the prior before the first page, and comes near the share of accepted pages', () => {
    expect(expectedYield(NOTHING_ASKED, PRIOR)).toBe(PRIOR);
    const third = expectedYield(afterPages(pages(300, (n) => n % 3 === 0)), PRIOR);
    expect(third).toBeGreaterThan(0.3);
    expect(third).toBeLessThan(0.37);
  });

  it('forgets: a source that has nothing left falls within some fifty pages', () => {
    const rich = afterPages(pages(200, () => true));
    expect(expectedYield(rich, PRIOR)).toBeGreaterThan(0.9);
    const dry = afterPages(
      pages(60, () => false),
      rich,
    );
    expect(expectedYield(dry, PRIOR)).toBeLessThan(0.35);
    expect(dry.counts).toMatchObject({ fetched: 260, accepted: 200 });
  });

  it('falls with asks that bring nothing or fail, and counts them in a row', () => {
    const empty = afterAsk(afterAsk(NOTHING_ASKED, 0), 0);
    expect(expectedYield(empty, PRIOR)).toBeLessThan(0.25);
    expect(empty).toMatchObject({ empty: 2, counts: { asked: 2, brought: 0 } });
    const failed = afterAsk(empty, undefined);
    expect(failed).toMatchObject({ empty: 2, counts: { asked: 3, brought: 0 } });
    expect(expectedYield(failed, PRIOR)).toBeLessThan(expectedYield(empty, PRIOR));
    expect(afterAsk(failed, 3)).toMatchObject({ empty: 0, counts: { asked: 4, brought: 3 } });
  });
});

describe('chosenSource', () => {
  const own = { name: 'own', expected: 0.2 };
  const search = { name: 'search', expected: 0.4 };

  it('is the one that promises most, if that is more than the harvest', () => {
    expect(chosenSource([own, search], 0.1)).toBe(search);
    expect(chosenSource([own], 0.1)).toBe(own);
    expect(chosenSource([own, search], 0.4)).toBeUndefined();
    expect(chosenSource([own].slice(1), 0)).toBeUndefined();
  });

  it('is the first of equal ones, and none that is hardly worth a question', () => {
    const other = { ...own, name: 'other' };
    expect(chosenSource([own, other], 0)).toBe(own);
    expect(chosenSource([{ name: 'poor', expected: 0.04 }], 0)).toBeUndefined();
  });
});
