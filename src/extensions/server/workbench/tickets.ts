import { randomBytes } from 'node:crypto';

/** Milliseconds during which a ticket is good. */
const GOOD_FOR = 10 * 60_000;
/** Tickets that are good at the same time. */
const MAX = 500;

/**
 * Addresses that a browser can open without the token: what a frame shows, what is downloaded. Each has a secret of its own
 * and is good for ten minutes.
 */
export interface Tickets<T> {
  /** @returns the secret */
  issue(thing: T): string;
  find(secret: string): T | undefined;
}

/** No tickets yet. @param now milliseconds */
export function createTickets<T>(now: () => number = Date.now): Tickets<T> {
  const issued = new Map<string, { readonly thing: T; readonly until: number }>();
  return {
    issue(thing) {
      for (const [secret, { until }] of issued)
        if (until < now() || issued.size >= MAX) issued.delete(secret);
      const secret = randomBytes(18).toString('base64url');
      issued.set(secret, { thing, until: now() + GOOD_FOR });
      return secret;
    },
    find(secret) {
      const found = issued.get(secret);
      return found === undefined || found.until < now() ? undefined : found.thing;
    },
  };
}
