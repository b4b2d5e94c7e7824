import type { Clock } from './clock.js';
import { z } from 'zod';

/**
 * The milliseconds that a `Retry-After` header asks to wait, as seconds or as a date (RFC 9110, 10.2.3); undefined when
 * there is none or it means nothing.
 */
export function retryAfter(header: string | undefined, clock: Pick<Clock, 'now'>): number | undefined {
  if (header === undefined) return undefined;
  const wanted = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - clock.now();
  return Number.isFinite(wanted) ? Math.max(wanted, 0) : undefined;
}

/** Why something has to be tried again, and the pause in milliseconds that was asked for. */
export interface Busy {
  readonly reason: string;
  readonly pause: number | undefined;
}

/** Options of trying something again. */
interface RetryOptions<T> {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Ends a pause. The attempt decides whether to continue. */
  readonly signal?: AbortSignal;
  /** Maximum number of attempts after the first. */
  readonly retries: number;
  /** Why an outcome calls for another attempt; undefined when it does not. */
  readonly busy: (outcome: T) => Busy | undefined;
  /** Milliseconds before a retry, counted from 0; undefined to give up. */
  readonly pause: (retry: number, wanted: number | undefined) => number | undefined;
  /** Called before each pause. */
  readonly onRetry: (reason: string, pause: number) => void;
}

/** Tries something until its outcome does not call for another attempt, or no further one is allowed. */
export async function retry<T>(
  attempt: () => Promise<T>,
  options: RetryOptions<T>,
): Promise<{ readonly outcome: T; readonly attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt();
    const busy = attempts > options.retries ? undefined : options.busy(outcome);
    const pause = busy && options.pause(attempts - 1, busy.pause);
    if (busy === undefined || pause === undefined) return { outcome, attempts };
    options.onRetry(busy.reason, pause);
    await options.clock.sleep(pause, options.signal);
  }
}

/** A point in time in a file, written as text: `2026-03-01T12:00:00Z`. */
export const pointInTime = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date and time, such as 2026-03-01T12:00:00Z');
