/** Requests of the last seconds by the clock of the crawl. JSON. */
export interface RecentRequests {
  /** The second of the last request, since the epoch. */
  readonly second: number;
  /** Requests in that second, in the one before it, and so on, at most {@link RECENT_SECONDS} of them. */
  readonly counts: readonly number[];
}

/** Seconds over which the recent rate of requests is taken. */
export const RECENT_SECONDS = 30;

/** Counts a request. @param time milliseconds since the epoch; a little before the last request is fine */
export function countRequest(recent: RecentRequests | undefined, time: number): RecentRequests {
  const second = Math.floor(time / 1000);
  if (recent === undefined || second - recent.second >= RECENT_SECONDS) return { second, counts: [1] };
  const passed = Math.max(0, second - recent.second);
  const counts = [...Array<number>(passed).fill(0), ...recent.counts].slice(0, RECENT_SECONDS);
  const place = Math.max(0, recent.second - second);
  if (place < counts.length) counts[place] = (counts[place] ?? 0) + 1;
  return { second: Math.max(second, recent.second), counts };
}

/**
 * Requests per second over the last {@link RECENT_SECONDS}, or over the time that the crawl ran where that is less.
 * @param now milliseconds since the epoch
 * @param ran seconds for which the crawl ran so far
 */
export function recentRate(recent: RecentRequests | undefined, now: number, ran: number): number {
  if (recent === undefined) return 0;
  const current = Math.floor(now / 1000);
  const requests = recent.counts
    .filter((_, place) => current - (recent.second - place) < RECENT_SECONDS)
    .reduce((sum, count) => sum + count, 0);
  // The current second is not over yet.
  const span = now / 1000 - current + RECENT_SECONDS - 1;
  return requests / Math.max(1, Math.min(span, ran));
}
