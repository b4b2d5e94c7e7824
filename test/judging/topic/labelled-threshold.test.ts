import { describe, expect, it } from '@jest/globals';
import {
  labelledThreshold,
  provenThreshold,
  type LabelledScore,
} from '../../../src/judging/topic/labelled-threshold.js';
import { seededRandom } from '../../../src/support/random.js';

const PRIOR = { threshold: -1, deviation: 0.5 };
/** Labels at scores: yes from a threshold on. */
const labelsAround = (threshold: number, scores: readonly number[]): LabelledScore[] =>
  scores.map((odds) => ({ odds, positive: odds >= threshold }));
const SCORES = [-2.4, -2, -1.6, -1.3, -1.1, -0.9, -0.7, -0.4, 0, 0.4];

describe('labelledThreshold', () => {
  it('moves towards the place where the labels change, the farther the more labels say so', () => {
    const few = labelledThreshold(labelsAround(-0.2, SCORES), PRIOR);
    const many = labelledThreshold(labelsAround(-0.2, [...SCORES, ...SCORES, ...SCORES]), PRIOR);
    expect(few).toBeGreaterThan(-0.8);
    expect(many).toBeGreaterThan(few);
    expect(many).toBeLessThan(0);
    expect(labelledThreshold(labelsAround(-1.8, SCORES), PRIOR)).toBeLessThan(-1.2);
  });

  it('is hardly moved by one odd label far away', () => {
    const labels = labelsAround(-1, SCORES);
    const before = labelledThreshold(labels, PRIOR);
    for (const odd of [
      { odds: -9, positive: true },
      { odds: 8, positive: false },
    ])
      expect(Math.abs(labelledThreshold([...labels, odd], PRIOR) - before)).toBeLessThan(0.1);
  });
});

describe('provenThreshold', () => {
  it('is none where all labels agree with the threshold, whatever their scores', () => {
    const random = seededRandom(1);
    for (let draw = 0; draw < 20; draw += 1) {
      const scores = Array.from({ length: 8 + draw }, () => -5 + 8 * random());
      const labels = labelsAround(PRIOR.threshold, scores);
      expect(provenThreshold(labels, PRIOR)).toBeUndefined();
      // One of them is wrong, wherever.
      const wrong = Math.floor(random() * labels.length);
      const one = labels.map((label, place) =>
        place === wrong ? { ...label, positive: !label.positive } : label,
      );
      expect(provenThreshold(one, PRIOR)).toBeUndefined();
    }
  });

  it('is that of the labels from four on that it puts right', () => {
    const agreeing = labelsAround(PRIOR.threshold, [-2.4, -2, -1.8, 0, 0.4, 0.6]);
    const misjudged = [-1.1, -1.15, -1.2, -1.25].map((odds) => ({ odds, positive: true }));
    expect(provenThreshold([...agreeing, ...misjudged.slice(1)], PRIOR)).toBeUndefined();
    const labels = [...agreeing, ...misjudged];
    expect(provenThreshold(labels, PRIOR)).toBe(labelledThreshold(labels, PRIOR));
    expect(provenThreshold(labels, PRIOR)).toBeLessThan(-1.25);
  });
});
