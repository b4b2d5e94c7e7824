import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { measureRanking, type ScoredItem } from '../../bench/support/ranking-metrics.js';

/** `+` relevant, `-` not, best first; in brackets those of one score: `+[+-]-`. Accepted are the first so many groups. */
function ranking(text: string, acceptedGroups = 0): ScoredItem[] {
  const groups = text.match(/\[[^\]]*\]|./g) ?? [];
  return groups.flatMap((group, index) =>
    Array.from(group.replace(/[[\]]/g, ''), (sign) => ({
      score: groups.length - index,
      relevant: sign === '+',
      accepted: index < acceptedGroups,
    })),
  );
}

describe('measureRanking', () => {
  // Average precision of the ten results of Manning, Raghavan, Schütze, Introduction to Information Retrieval, and ties taken
  // pessimistically. A threshold takes all of a tie: two right of three, or three right of four.
  it.each([
    ['auroc', '++--', 1],
    ['auroc', '+-+-', 3 / 4],
    ['auroc', '+[+-]-', 7 / 8],
    ['averagePrecision', '+-+--+--++', (1 + 2 / 3 + 3 / 6 + 4 / 9 + 5 / 10) / 5],
    ['averagePrecision', '-+--+-+---', (1 / 2 + 2 / 5 + 3 / 7) / 3],
    ['averagePrecision', '+[+-]-', (1 + 2 / 3) / 2],
    ['bestF1', '++--', 1],
    ['bestF1', '+-+-', 4 / 5],
    ['bestF1', '+[+-]+', 6 / 7],
  ] as const)('%s of %s', (measure, text, expected) => {
    expect(measureRanking(ranking(text))[measure]).toBeCloseTo(expected, 12);
  });

  it('measures the decisions', () => {
    expect(measureRanking(ranking('++-+---', 3))).toMatchObject({
      items: 7,
      relevant: 3,
      acceptedShare: 3 / 7,
      precision: 2 / 3,
      recall: 2 / 3,
      f1: 2 / 3,
    });
    expect(measureRanking(ranking('++-+-', 0))).toMatchObject({ precision: null, recall: 0, f1: 0 });
  });

  it('has null where there is nothing to divide by', () => {
    expect(measureRanking([])).toMatchObject({ precision: null, f1: null, auroc: null, bestF1: null });
    expect(measureRanking(ranking('++'))).toMatchObject({ auroc: null, bestF1: 1 });
    expect(measureRanking(ranking('--', 1))).toMatchObject({ averagePrecision: null, recall: null });
  });

  const items = fc.array(
    fc.record({ score: fc.integer({ min: -5, max: 5 }), relevant: fc.boolean(), accepted: fc.boolean() }),
    { maxLength: 40 },
  );

  it('has the AUROC of chance wins, and one less it for negated scores', () => {
    fc.assert(
      fc.property(items, (list) => {
        const { auroc } = measureRanking(list);
        const pairs = list
          .filter((item) => item.relevant)
          .flatMap((a) => list.filter((b) => !b.relevant).map((b) => (Math.sign(a.score - b.score) + 1) / 2));
        const negated = measureRanking(list.map((item) => ({ ...item, score: -item.score }))).auroc;
        if (pairs.length === 0) {
          expect([auroc, negated]).toEqual([null, null]);
          return;
        }
        expect(auroc).toBeCloseTo(pairs.reduce((sum, win) => sum + win, 0) / pairs.length, 10);
        expect(negated).toBeCloseTo(1 - (auroc ?? NaN), 10);
      }),
      { seed: 51 },
    );
  });

  it('does not depend on the order of the items, and no threshold beats the best F1', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: -6, max: 6 }), (list, threshold) => {
        const measured = measureRanking(list);
        expect(measureRanking(list.toReversed())).toEqual(measured);
        const decided = list.map((item) => ({ ...item, accepted: item.score >= threshold }));
        const { f1, relevant } = measureRanking(decided);
        if (relevant > 0) expect(f1 ?? 0).toBeLessThanOrEqual((measured.bestF1 ?? NaN) + 1e-12);
      }),
      { seed: 52 },
    );
  });
});
