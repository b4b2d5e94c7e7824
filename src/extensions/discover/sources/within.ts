import { Interrupted } from '../../../model/errors.js';
import type { Clock } from '../../../support/time/clock.js';

/**
 * Does work for so many seconds at most: then its signal is aborted, as it is with the other one.
 * @returns what the work brought, and whether it ran out of time; the work may throw when it is broken off
 */
export async function within<T>(
  seconds: number,
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T; readonly isLate: boolean }> {
  const done = new AbortController();
  const limit = new AbortController();
  const time = { isOver: false };
  const stop = (): void => limit.abort(new Interrupted());
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  void clock.sleep(seconds * 1000, done.signal).then(() => {
    if (done.signal.aborted) return;
    time.isOver = true;
    stop();
  });
  try {
    return { value: await work(limit.signal), isLate: time.isOver };
  } catch (thrown) {
    if (time.isOver) throw new OutOfTime(seconds, thrown);
    throw thrown;
  } finally {
    done.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** Work was broken off because it took too long. */
export class OutOfTime extends Error {
  constructor(seconds: number, cause: unknown) {
    super(`no answer within ${seconds} s`, { cause });
  }
}
