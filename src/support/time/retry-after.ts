import type { Clock } from './clock.js';

/**
 * The milliseconds that a `Retry-After` header asks to wait, as seconds or as a date (RFC 9110, 10.2.3); undefined when
 * there is none or it means nothing.
 */
export function retryAfter(header: string | undefined, clock: Pick<Clock, 'now'>): number | undefined {
  if (header === undefined) return undefined;
  const wanted = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - clock.now();
  return Number.isFinite(wanted) ? Math.max(wanted, 0) : undefined;
}
