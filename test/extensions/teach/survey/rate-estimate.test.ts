import { describe, expect, it } from '@jest/globals';
import {
  createCurveCounter,
  estimateByRate,
  mixtureQuantile,
  type AcceptanceCurve,
} from '../../../../src/extensions/teach/survey/rate-estimate.js';
import { seededRandom } from '../../../../src/support/random.js';

/** The curve of a crawl that accepts each request with a chance that depends on how many it has made. */
function curveOf(requests: number, chance: (made: number) => number, seed = 1): AcceptanceCurve {
  const random = seededRandom(seed);
  const counter = createCurveCounter();
  for (let made = 0; made < requests; made += 1) counter.request(Number(random() < chance(made)));
  return counter.curve();
}

describe('createCurveCounter', () => {
  it('keeps its bins bounded, and every acceptance', () => {
    const { accepted, width, requests } = curveOf(100_000, () => 1);
    expect(accepted.length).toBeLessThanOrEqual(128);
    expect(requests).toBe(100_000);
    expect(accepted.reduce((sum, count) => sum + count)).toBe(100_000);
    expect(accepted.slice(0, -1).every((count) => count === width)).toBe(true);
  });
});

describe('estimateByRate', () => {
  it.each([
    ['hyperbolic', (t: number) => (1 + t / 100) ** -2, 1000],
    ['exponential', (t: number) => Math.exp(-t / 200), 600],
  ])('has what a process with a known rate brings in its interval: %s', (_name, rate, requests) => {
    const ahead = 5000;
    let truth = 0;
    for (let t = requests; t < requests + ahead; t += 1) truth += rate(t);
    let covered = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const { low, high } = estimateByRate(curveOf(requests, rate, seed), ahead);
      covered += Number(low <= truth && truth <= high);
    }
    expect(covered).toBeGreaterThanOrEqual(16);
  });

  it('falls when nothing is accepted for long', () => {
    const stretches = [0, 100, 300, 1000].map((dry) =>
      estimateByRate(
        curveOf(300 + dry, (made) => (made < 300 ? 0.5 : 0)),
        1000,
      ),
    );
    const lefts = stretches.map(({ left }) => left);
    expect(lefts).toEqual([...lefts].sort((a, b) => b - a));
    expect(lefts[0]).toBeGreaterThan(100);
    expect(lefts[3]).toBeLessThan(5);
  });

  it('is less sure of a crawl that finds pages in bursts', () => {
    const even = estimateByRate(
      curveOf(1000, () => 0.2),
      1000,
    );
    const bursts = estimateByRate(
      curveOf(1000, (made) => Number(made % 250 < 50)),
      1000,
    );
    expect(bursts.high / (bursts.low + 1)).toBeGreaterThan(2 * (even.high / (even.low + 1)));
  });
});

describe('mixtureQuantile', () => {
  it('is the quantile of a log-normal, of one part and of equal ones', () => {
    const part = { weight: 2, mean: 99, variance: 0.01 };
    expect(mixtureQuantile([part], 0.5)).toBeCloseTo(99, 1);
    expect(mixtureQuantile([part, part], 0.95)).toBeCloseTo(mixtureQuantile([part], 0.95), 5);
    expect(mixtureQuantile([{ ...part, mean: 0, variance: 1 }], 0.05)).toBe(0);
  });
});
