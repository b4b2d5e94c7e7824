import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/support/time/clock.js';

describe('systemClock.sleep', () => {
  it('wakes after its time', async () => {
    const begin = performance.now();
    await systemClock.sleep(20);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(18);
  });

  it.each(['before', 'while'])('wakes at once when aborted %s sleeping', async (when) => {
    const stop = new AbortController();
    if (when === 'before') stop.abort();
    const begin = performance.now();
    const sleeping = systemClock.sleep(30_000, stop.signal);
    stop.abort();
    await sleeping;
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
