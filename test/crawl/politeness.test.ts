import { describe, expect, it } from '@jest/globals';
import { createPoliteness } from '../../src/crawl/politeness.js';
import { manualClock } from '../support/manual-clock.js';

describe('createPoliteness', () => {
  it('allows one request at a time, and a pause after its end', () => {
    const clock = manualClock();
    const politeness = createPoliteness(clock, 1);
    expect(politeness.mayAsk('a')).toBe(true);
    politeness.begin('a');
    expect(politeness.mayAsk('a')).toBe(false);
    expect(politeness.mayAsk('b')).toBe(true);
    clock.advance(5000);
    expect(politeness.mayAsk('a')).toBe(false);
    politeness.end('a', true);
    clock.advance(999);
    expect(politeness.mayAsk('a')).toBe(false);
    clock.advance(1);
    expect(politeness.mayAsk('a')).toBe(true);
  });

  it('needs no pause when nothing was asked', () => {
    const politeness = createPoliteness(manualClock(), 1);
    politeness.begin('a');
    politeness.end('a', false);
    expect(politeness.mayAsk('a')).toBe(true);
  });

  it('takes the longer of its own and the host’s delay', () => {
    const politeness = createPoliteness(manualClock(), 1);
    for (const [host, own] of [
      ['slow', 5],
      ['eager', 0.1],
    ] as const) {
      politeness.setOwnDelay(host, own);
      politeness.begin(host);
      politeness.end(host, true);
    }
    expect(politeness.waitFor(['slow'])).toBe(5000);
    expect(politeness.waitFor(['eager'])).toBe(1000);
    expect(politeness.waitFor(['slow', 'eager'])).toBe(1000);
  });

  it('knows no time to wait for hosts that are being asked', () => {
    const politeness = createPoliteness(manualClock(), 1);
    politeness.begin('a');
    expect(politeness.waitFor(['a'])).toBeUndefined();
    expect(politeness.waitFor([])).toBeUndefined();
    expect(politeness.waitFor(['a', 'new'])).toBe(0);
  });

  it('hands a host on to those who wait for it, in order, each after the pause', async () => {
    const clock = manualClock();
    const politeness = createPoliteness(clock, 1);
    const began: string[] = [];
    politeness.begin('a');
    const first = politeness.acquire('a').then(() => began.push('first'));
    const second = politeness.acquire('a').then(() => began.push('second'));
    politeness.end('a', true);
    expect(politeness.mayAsk('a')).toBe(false);
    await first;
    expect(began).toEqual(['first']);
    expect(clock.sleeps).toEqual([1000]);
    politeness.end('a', true);
    await second;
    expect(clock.sleeps).toEqual([1000, 1000]);
  });
});
