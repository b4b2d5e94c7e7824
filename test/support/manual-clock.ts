import type { Clock } from '../../src/support/time/clock.js';

/** A clock that stands still until someone sleeps: then it jumps ahead at once. */
export interface ManualClock extends Clock {
  /** Every sleep so far, in milliseconds. */
  readonly sleeps: readonly number[];
  advance(milliseconds: number): void;
}

/** Starts at 2024-01-01, midnight UTC. */
export function manualClock(start = Date.UTC(2024, 0, 1)): ManualClock {
  let now = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    sleep: (milliseconds) => {
      sleeps.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
    advance: (milliseconds) => (now += milliseconds),
  };
}
