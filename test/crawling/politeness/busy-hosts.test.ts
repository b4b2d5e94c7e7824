import { describe, expect, it } from '@jest/globals';
import { createBusyHosts } from '../../../src/crawling/politeness/busy-hosts.js';
import { manualClock } from '../../support/manual-clock.js';

const RETRIES = { tries: 3, firstSeconds: 30 };

describe('createBusyHosts', () => {
  it('gives a page up after its tries, and doubles the pause of its host', () => {
    const hosts = createBusyHosts(manualClock(), RETRIES);
    expect(hosts.busy('a', '/1', undefined)).toEqual({ again: true, wait: 30_000 });
    expect(hosts.busy('a', '/1', undefined)).toEqual({ again: true, wait: 60_000 });
    expect(hosts.busy('a', '/1', 200_000)).toEqual({ again: false, wait: 200_000 });
    expect(hosts.busy('b', '/', undefined)).toEqual({ again: true, wait: 30_000 });
    expect(hosts.givenUp('a')).toBe(false);
    // A host is not put off for longer than an hour.
    expect(hosts.busy('c', '/', 100_000_000_000).wait).toBe(3_600_000);
  });

  it('gives a host up for a day after twice as many', () => {
    const clock = manualClock();
    const hosts = createBusyHosts(clock, RETRIES);
    for (let n = 0; n < 5; n += 1) hosts.busy('a', `/${n}`, undefined);
    expect(hosts.givenUp('a')).toBe(false);
    expect(hosts.busy('a', '/5', undefined)).toEqual({ again: false, wait: 0 });
    expect(hosts.givenUp('a')).toBe(true);
    clock.advance(24 * 3_600_000);
    expect(hosts.givenUp('a')).toBe(false);
  });
});
