import type { Clock } from './clock.js';

/**
 * A clock that never runs backwards: when the machine's clock is set back, this one continues from where it was. So pauses
 * last as long as they should, and events have times in their order.
 */
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
