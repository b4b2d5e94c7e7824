import { describe, expect, it } from '@jest/globals';
import { retry, type Busy } from '../../../src/support/time/retry-after.js';
import { manualClock } from '../manual-clock.js';

const BUSY: Busy = { reason: 'busy', pause: undefined };

/** Tries what is busy so often; tells what was said, and how long was slept. */
async function tried(
  busy: number,
  retries: number,
  pause: (n: number, wanted?: number) => number | undefined,
) {
  const clock = manualClock();
  const said: unknown[] = [];
  let left = busy;
  const result = await retry(() => Promise.resolve(left-- > 0 ? { ...BUSY, pause: left } : undefined), {
    clock,
    retries,
    busy: (outcome) => outcome,
    pause,
    onRetry: (reason, milliseconds) => void said.push([reason, milliseconds]),
  });
  return { ...result, said, sleeps: clock.sleeps };
}

describe('retry', () => {
  it('tries until there is an answer, with a pause before each retry', async () => {
    const asked: unknown[] = [];
    const { outcome, attempts, said, sleeps } = await tried(3, 5, (n, wanted) => {
      asked.push([n, wanted]);
      return 10 * 2 ** n;
    });
    expect([outcome, attempts]).toEqual([undefined, 4]);
    expect(sleeps).toEqual([10, 20, 40]);
    expect(said).toEqual([10, 20, 40].map((pause) => ['busy', pause]));
    expect(asked).toEqual([
      [0, 2],
      [1, 1],
      [2, 0],
    ]);
  });

  it('gives back the last outcome when no retry is left, or the pause is too long', async () => {
    const out = await tried(9, 2, () => 1);
    expect([out.outcome?.reason, out.attempts, out.sleeps]).toEqual(['busy', 3, [1, 1]]);
    const long = await tried(9, 5, (n) => (n < 1 ? 1 : undefined));
    expect([long.outcome?.reason, long.attempts, long.sleeps]).toEqual(['busy', 2, [1]]);
    expect((await tried(1, 0, () => 1)).sleeps).toEqual([]);
  });
});
