import type { QueuedUrl } from '../../src/model/crawl-event.js';
import type { HostTimes } from '../../src/model/frontier.js';

/** Every host may be asked. */
export const always: HostTimes = { now: 0, readyAt: () => 0 };

/** Only these hosts may be asked; the others are being asked. */
export function only(mayAsk: (host: string) => boolean): HostTimes {
  return { now: 0, readyAt: (host) => (mayAsk(host) ? 0 : undefined) };
}

/** A queued URL for tests of frontiers. */
export function queued(url: string, value = 0): QueuedUrl {
  return { url, depth: 1, priority: { value, reason: 'test' } };
}
