import { describe, expect, it } from '@jest/globals';
import { createCurveCounter } from '../../../../src/extensions/teach/survey/rate-estimate.js';
import {
  Evidence,
  estimateRemaining,
  type SurveyCounts,
} from '../../../../src/extensions/teach/survey/survey.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { known } from '../../../support/known-estimate.js';

/** A crawl whose every fourth request was accepted, but for the last `dry` of 400. */
function estimated(dry: number, more: Partial<SurveyCounts> = {}, ahead = 200) {
  const curve = createCurveCounter();
  for (let made = 0; made < 400; made += 1) curve.request(Number(made < 400 - dry && made % 4 === 0));
  const counts = { fetched: 400, found: 100 - dry / 4, samples: 0, samplesAccepted: 0, expected: 0, ...more };
  return estimateRemaining(counts, curve.curve(), ahead);
}

describe('estimateRemaining', () => {
  it('gives the pages that the rate of acceptances lets expect, and the recall that follows', () => {
    const { left, low, high, recall, recallLow, recallHigh, found } = known(estimated(0));
    expect(left).toBeGreaterThan(25);
    expect(left).toBeLessThan(60);
    expect([low <= left, left <= high]).toEqual([true, true]);
    expect(recall).toBeCloseTo(found / (found + left));
    expect([recallLow, recallHigh]).toEqual([found / (found + high), found / (found + low)]);
  });

  it('follows random samples where they contradict', () => {
    const { left } = known(estimated(0));
    const fewer = known(estimated(0, { samples: 20, samplesAccepted: 0, expected: 4 }));
    const more = known(estimated(0, { samples: 20, samplesAccepted: 10, expected: 4 }));
    expect(fewer.left).toBeLessThan(left);
    expect(more.left).toBeGreaterThan(left);
    expect(more.low).toBeGreaterThan(fewer.low);
  });

  it('is not known while its interval says nothing', () => {
    const remaining = estimated(0, { samples: 200, expected: 100 }, 5000);
    expect(remaining.notKnown).toMatch(/^the acceptances per request suggest between \d+ and \d+ more$/);
    expect('left' in remaining).toBe(false);
  });
});

describe('Evidence', () => {
  const limits = { maxLinks: 100, isInside: () => true };
  const event = (url: string, more: Partial<CrawlEvent> = {}): CrawlEvent => ({
    ...{ sequence: 1, time: '', url, depth: 0, state: 'done', fetched: true },
    ...more,
  });

  it('follows a random part of many URLs, the same whatever their order', () => {
    const urls = Array.from({ length: 500 }, (_, n) => `http://a.example/${n}`);
    const followed = (order: readonly string[]): readonly string[] => {
      const evidence = new Evidence(limits, 100);
      evidence.queued(order);
      return [...evidence.waiting()].sort();
    };
    const some = followed(urls);
    expect(some.length).toBeGreaterThan(30);
    expect(some.length).toBeLessThanOrEqual(100);
    expect(followed([...urls].reverse())).toEqual(some);
  });

  it('expects no requests of hosts that have not answered, and more where requests find new URLs', () => {
    const evidence = new Evidence(limits);
    evidence.note(event('http://silent.example/', { state: 'failed', code: 'network', fetched: true }));
    evidence.queued(['http://silent.example/1', 'http://silent.example/2']);
    expect(evidence.ahead(2)).toBe(0);
    const links = Array.from({ length: 10 }, (_, n) => `http://a.example/${n}`);
    evidence.note(event('http://a.example/', { links }));
    evidence.queued(links);
    expect(evidence.ahead(12)).toBeGreaterThan(10);
  });
});
