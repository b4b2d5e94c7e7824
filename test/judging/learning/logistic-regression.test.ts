import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { heldOutScores } from '../../../src/judging/learning/folds.js';
import {
  logOdds,
  sigmoid,
  softPlus,
  trainLogisticRegression,
  fitPlatt,
} from '../../../src/judging/learning/logistic-regression.js';
import { minimise } from '../../../src/support/numeric/minimise.js';
import { sparseVector } from '../../../src/support/numeric/sparse-vector.js';

describe('minimise', () => {
  it('finds the bottom of a long valley', () => {
    const found = minimise((point, gradient) => {
      const [x = 0, y = 0] = point;
      gradient.set([2 * (x - 3), 2000 * (y + 1)]);
      return (x - 3) ** 2 + 1000 * (y + 1) ** 2;
    }, new Float64Array(2));
    expect([...found]).toEqual([expect.closeTo(3, 3), expect.closeTo(-1, 3)]);
  });
});

describe('sigmoid and softPlus', () => {
  it('neither overflow nor lose their symmetry', () => {
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (value) => {
        expect(sigmoid(value) + sigmoid(-value)).toBeCloseTo(1, 12);
        expect(softPlus(value) - softPlus(-value)).toBeCloseTo(value, 8);
        expect(Number.isFinite(softPlus(value))).toBe(true);
      }),
    );
  });
});

describe('trainLogisticRegression', () => {
  const example = (value: number, positive: boolean, weight = 1) => ({
    vector: sparseVector([[0, value]]),
    positive,
    weight,
  });

  it('stands where the gradient of its objective is 0', () => {
    const examples = [example(1, true), example(2, true), example(-1, false), example(0.5, false, 2)];
    const cost = 3;
    const model = trainLogisticRegression(examples, 1, cost);
    const [weight = 0] = model.weights;
    let byWeight = weight;
    let byBias = 0;
    for (const { vector, positive, weight: own } of examples) {
      const slope = cost * own * (sigmoid(logOdds(model, vector)) - Number(positive));
      byWeight += slope * (vector.values[0] ?? 0);
      byBias += slope;
    }
    expect(byWeight).toBeCloseTo(0, 3);
    expect(byBias).toBeCloseTo(0, 3);
    expect(weight).toBeGreaterThan(0);
  });
});

describe('fitPlatt', () => {
  it('keeps the mean of probabilities near the share of positives', () => {
    const examples = Array.from({ length: 100 }, (_, index) => ({
      score: Math.sin(index),
      positive: index % 4 === 0,
      weight: 1,
    }));
    const { slope, shift } = fitPlatt(examples);
    const mean = examples.reduce((sum, { score }) => sum + sigmoid(slope * score + shift), 0) / 100;
    expect(mean).toBeCloseTo((25 * (26 / 27) + 75 * (1 / 77)) / 100, 4);
  });
});

describe('heldOutScores', () => {
  it('scores every example by a model that did not see it', () => {
    const positives = ['a', 'b', 'c', 'd', 'e', 'f'];
    const negatives = ['n', 'o', 'p'];
    const scores = heldOutScores(positives, negatives, (own, others) => {
      expect(own.length).toBeGreaterThan(0);
      return (value) => Number(own.includes(value) || others.includes(value));
    });
    expect(scores).toEqual({ positives: [0, 0, 0, 0, 0, 0], negatives: [0, 0, 0] });
  });
});
