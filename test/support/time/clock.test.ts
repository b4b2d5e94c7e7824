import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { simulatedClock, steadyClock } from '../../../src/support/time/clock.js';
import { manualClock } from '../manual-clock.js';

describe('simulatedClock', () => {
  it('wakes sleepers in the order of time, those of one moment in the order of falling asleep', async () => {
    const clock = simulatedClock(0);
    const woken: string[] = [];
    const sleeper = async (name: string, milliseconds: number): Promise<void> => {
      await clock.sleep(milliseconds);
      woken.push(`${name}@${clock.now()}`);
    };
    await Promise.all([sleeper('c', 3_600_000), sleeper('a', 5), sleeper('b', 5), sleeper('now', 0)]);
    expect(woken).toEqual(['now@0', 'a@5', 'b@5', 'c@3600000']);
  });

  it('stands still during announced work', async () => {
    const clock = simulatedClock(0);
    const sleeping = clock.sleep(100);
    await clock.during(pause(20));
    expect(clock.now()).toBe(0);
    await sleeping;
    expect(clock.now()).toBe(100);
  });
});

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
