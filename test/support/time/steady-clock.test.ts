import { expect, it } from '@jest/globals';
import { steadyClock } from '../../../src/support/time/clock.js';
import { manualClock } from '../manual-clock.js';

it('goes on from where it was when the clock is set back', async () => {
  const inner = manualClock(1000);
  const clock = steadyClock(inner);
  expect(clock.now()).toBe(1000);
  inner.advance(-600);
  expect(clock.now()).toBe(1000);
  await clock.sleep(50);
  expect(clock.now()).toBe(1050);
  inner.advance(5000);
  expect(clock.now()).toBe(6050);
});
