import { expect, it } from '@jest/globals';
import { countRequest, recentRate, type RecentRequests } from '../../../src/crawling/engine/crawl-counts.js';

const START = Date.UTC(2024, 0, 1);

/** Requests at these seconds. */
function requestsAt(seconds: readonly number[]): RecentRequests | undefined {
  return seconds.reduce<RecentRequests | undefined>(
    (recent, second) => countRequest(recent, START + 1000 * second),
    undefined,
  );
}

const rateAt = (seconds: readonly number[], now: number, ran = now): number =>
  recentRate(requestsAt(seconds), START + 1000 * now, ran);

const everySecond = (count: number): number[] => Array.from({ length: count }, (_, second) => second);

it('has the rate of the last 30 seconds, whatever was before', () => {
  // Ten a second for a minute, then one a second.
  const fast = everySecond(60).flatMap((second) => Array<number>(10).fill(second));
  const slow = everySecond(40).map((second) => 60 + second);
  expect(rateAt(fast, 59.999)).toBeCloseTo(10);
  expect(rateAt([...fast, ...slow], 99.999)).toBeCloseTo(1);
});

it('falls to zero while nothing is requested', () => {
  const requests = everySecond(30);
  expect(rateAt(requests, 44.999)).toBeCloseTo(0.5);
  expect(rateAt(requests, 60)).toBe(0);
  expect(recentRate(undefined, START, 10)).toBe(0);
});

it('divides by the time that the crawl ran where that is less, and by a second at least', () => {
  expect(rateAt([0, 1, 2, 3], 4)).toBe(1);
  expect(rateAt([0, 0, 0], 0.1)).toBe(3);
});

it('takes requests that come a little late, and keeps a bounded number of seconds', () => {
  expect(requestsAt([10, 12, 11, 12])).toEqual({ second: START / 1000 + 12, counts: [2, 1, 1] });
  expect(requestsAt([100, 20])).toEqual({ second: START / 1000 + 100, counts: [1] });
  expect(requestsAt(everySecond(1000))?.counts).toHaveLength(30);
});
