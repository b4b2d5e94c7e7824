import { describe, expect, it } from '@jest/globals';
import { createPoliteness } from '../../../src/crawling/politeness/politeness.js';
import { manualClock } from '../../support/manual-clock.js';

describe('createPoliteness', () => {
  it('allows one request at a time, and a pause after its end', () => {
    const clock = manualClock();
    const politeness = createPoliteness(clock, { seconds: 1, factor: 0, maxSeconds: 30 });
    expect(politeness.waitFor('a')).toBe(0);
    politeness.begin('a');
    expect(politeness.waitFor('a')).not.toBe(0);
    expect(politeness.waitFor('b')).toBe(0);
    clock.advance(5000);
    expect(politeness.waitFor('a')).not.toBe(0);
    politeness.end('a', 0);
    clock.advance(999);
    expect(politeness.waitFor('a')).not.toBe(0);
    clock.advance(1);
    expect(politeness.waitFor('a')).toBe(0);
  });

  it('takes longer pauses of hosts that answer slowly, up to a limit', () => {
    const pauses = (pause: Parameters<typeof createPoliteness>[1]): (number | undefined)[] =>
      [100, 2000, 60_000].map((took) => {
        const politeness = createPoliteness(manualClock(), pause);
        politeness.begin('a');
        politeness.end('a', took);
        return politeness.waitFor('a');
      });
    expect(pauses({ seconds: 1, factor: 2, maxSeconds: 30 })).toEqual([1000, 4000, 30_000]);
    expect(pauses({ seconds: 1, factor: 0, maxSeconds: 30 })).toEqual([1000, 1000, 1000]);
    expect(pauses({ seconds: 40, factor: 2, maxSeconds: 30 })).toEqual([40_000, 40_000, 40_000]);
    expect(pauses({ seconds: 0, factor: 2, maxSeconds: 30 })).toEqual([0, 0, 0]);
  });

  it('puts a host off, whether or not it is being asked', () => {
    const clock = manualClock();
    const politeness = createPoliteness(clock, { seconds: 1, factor: 0, maxSeconds: 30 });
    politeness.begin('a');
    politeness.putOff('a', 60_000);
    politeness.end('a', 0);
    expect(politeness.waitFor('a')).toBe(60_000);
    politeness.putOff('a', 10);
    expect(politeness.waitFor('a')).toBe(60_000);
    clock.advance(60_000);
    expect(politeness.waitFor('a')).toBe(0);
  });

  it('hands a host on to those who wait for it, in order, each after the pause', async () => {
    const clock = manualClock();
    const politeness = createPoliteness(clock, { seconds: 1, factor: 0, maxSeconds: 30 });
    const began: string[] = [];
    politeness.begin('a');
    const first = politeness.acquire('a').then(() => began.push('first'));
    const second = politeness.acquire('a').then(() => began.push('second'));
    politeness.end('a', 0);
    expect(politeness.waitFor('a')).not.toBe(0);
    await first;
    expect(began).toEqual(['first']);
    expect(clock.sleeps).toEqual([1000]);
    politeness.end('a', 0);
    await second;
    expect(clock.sleeps).toEqual([1000, 1000]);
  });
});
