import { describe, expect, it } from '@jest/globals';
import {
  estimateModel,
  forward,
  pathPriority,
  type HiddenMarkovModel,
} from '../../../../../src/extensions/lab/strategies/hmm/hidden-markov.js';

const model: HiddenMarkovModel = {
  initial: [0.5, 0.5],
  transitions: [
    [0.8, 0.2],
    [0.4, 0.6],
  ],
  emissions: [
    [0.9, 0.1],
    [0.3, 0.7],
  ],
};

describe('forward forecast', () => {
  it('begins with π and B', () => {
    // (0.5 · 0.1, 0.5 · 0.7) = (0.05, 0.35)
    const alpha = forward(model, undefined, 1);
    expect(alpha[0]).toBeCloseTo(0.125);
    expect(alpha[1]).toBeCloseTo(0.875);
  });

  it('carries α along the path', () => {
    // Σ α a = (0.125 · 0.8 + 0.875 · 0.4, 0.125 · 0.2 + 0.875 · 0.6) = (0.45, 0.55); with b(0): (0.405, 0.165)
    const alpha = forward(model, [0.125, 0.875], 0);
    expect(alpha[0]).toBeCloseTo(0.405 / 0.57);
    expect(alpha[1]).toBeCloseTo(0.165 / 0.57);
  });

  it('stays a distribution on long paths', () => {
    let alpha = forward(model, undefined, 1);
    for (let step = 0; step < 5000; step += 1) alpha = forward(model, alpha, step % 2);
    expect(alpha[0]! + alpha[1]!).toBeCloseTo(1);
  });

  it('is even where what was seen is impossible everywhere', () => {
    const blind = {
      ...model,
      emissions: [
        [1, 0],
        [1, 0],
      ],
    };
    expect(forward(blind, undefined, 1)).toEqual([0.5, 0.5]);
  });
});

describe('path priority', () => {
  /** From level 1 to 0 with p, from 2 to 1 with q. */
  const chain = (p: number, q: number): HiddenMarkovModel => ({
    initial: [0, 0, 1],
    transitions: [
      [1, 0, 0],
      [p, 1 - p, 0],
      [0, q, 1 - q],
    ],
    emissions: [[1], [1], [1]],
  });

  it('breaks ties by two steps', () => {
    // One step from level 2 brings 0 either way; two steps 0.5 · q.
    expect(pathPriority(chain(0.5, 0.4), [0, 0, 1], 0.01)).toBeGreaterThan(
      pathPriority(chain(0.5, 0.3), [0, 0, 1], 0.01),
    );
    // 0.502 and 0.508 are a tie for ε = 0.01; two steps say 0.502 + 0.498 · 0.502 against what stays behind.
    const near = (p: number): number => pathPriority(chain(p, 0), [0, 1, 0], 0.01);
    expect(near(0.508) - near(0.502)).toBeLessThan(0.0001);
    expect(near(0.512) - near(0.508)).toBeGreaterThan(0.009);
  });
});

describe('estimate', () => {
  // Relevant a (cluster 0); b links to a; c and d link to b, d also to c.
  const counts = {
    pages: [
      { level: 0, cluster: 0 },
      { level: 1, cluster: 1 },
      { level: 2, cluster: 1 },
      { level: 2, cluster: 2 },
    ],
    transitions: [
      [1, 0],
      [2, 1],
      [2, 1],
      [2, 2],
    ] as const,
    levels: 3,
    clusters: 3,
  };

  it('counts shares', () => {
    const { initial, transitions, emissions } = estimateModel({ ...counts, smoothing: 0 });
    expect(initial).toEqual([0.25, 0.25, 0.5]);
    expect(transitions[1]).toEqual([1, 0, 0]);
    expect(transitions[2]).toEqual([0, 2 / 3, 1 / 3]);
    // Nothing leads away from a: every level is as likely.
    expect(transitions[0]).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(emissions).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0.5, 0.5],
    ]);
  });

  it('adds the smoothing to each count', () => {
    const { transitions, emissions } = estimateModel({ ...counts, smoothing: 1 });
    expect(transitions[2]).toEqual([1 / 6, 3 / 6, 2 / 6]);
    expect(emissions[0]).toEqual([0.5, 0.25, 0.25]);
  });
});
