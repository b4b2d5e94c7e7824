import { setTimeout } from 'node:timers/promises';

/** Time as a dependency, so that tests and virtual webs can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds, or at once when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
};

/** A clock that never runs backwards: when the machine's clock is set back, this one continues from where it was. */
export function steadyClock<C extends Clock>(clock: C, notBefore = Number.NEGATIVE_INFINITY): C {
  let last = notBefore;
  let offset = 0;
  return {
    ...clock,
    now() {
      const told = clock.now();
      if (told + offset < last) offset = last - told;
      last = told + offset;
      return last;
    },
  };
}

/** A clock of its own time, for crawls of virtual webs: hours of waiting pass at once. */
export interface SimulatedClock extends Clock {
  /** Time stands still until this work is done: what another thread or the disk takes long for costs no simulated time. */
  during<T>(work: Promise<T>): Promise<T>;
}

/**
 * A clock that jumps to the next moment somebody waits for as soon as nothing else is left to do: when the microtasks
 * have run and no work is announced. Sleepers wake by their time, those of one moment in the order in which they fell
 * asleep, and each only after what the one before it set off has run. So a program whose other waiting is announced by
 * `during` runs the same every time.
 *
 * @param start milliseconds since the epoch; 2024-01-01 by default, a fixed moment, so that results do not depend on today
 */
export function simulatedClock(start = Date.UTC(2024, 0, 1)): SimulatedClock {
  let now = start;
  let busy = 0;
  let scheduled = false;
  const sleepers: { readonly wakeAt: number; readonly wake: () => void }[] = [];
  function schedule(): void {
    if (scheduled || busy > 0 || sleepers.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const next = busy === 0 ? sleepers.shift() : undefined;
      now = Math.max(now, next?.wakeAt ?? now);
      next?.wake();
      schedule();
    });
  }
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const wake = (): void => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const sleeper = { wakeAt: now + Math.max(0, milliseconds), wake };
        const abort = (): void => {
          const place = sleepers.indexOf(sleeper);
          if (place >= 0) sleepers.splice(place, 1);
          wake();
        };
        signal?.addEventListener('abort', abort);
        sleepers.splice(sleepers.findLastIndex(({ wakeAt }) => wakeAt <= sleeper.wakeAt) + 1, 0, sleeper);
        schedule();
      }),
    async during(work) {
      busy += 1;
      try {
        return await work;
      } finally {
        busy -= 1;
        schedule();
      }
    },
  };
}
