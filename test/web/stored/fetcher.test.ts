import { describe, expect, it } from '@jest/globals';

import { createWebFetcher, seededLatency } from '../../../src/web/stored/fetcher.js';
import type { WebAnswer } from '../../../src/web/stored/virtual-web.js';
import { simulatedClock } from '../../../src/support/time/clock.js';

describe('seededLatency', () => {
  it('has the median it was given, and takes the same time for an address every time', () => {
    const latency = seededLatency(200, 3);
    const values = Array.from({ length: 999 }, (_, index) => latency(`http://a.example/${index}`));
    const median = [...values].sort((a, b) => a - b)[499] ?? 0;
    expect(median).toBeGreaterThan(180);
    expect(median).toBeLessThan(220);
    expect(latency('http://a.example/5')).toBe(values[5]);
    expect(seededLatency(200, 4)('http://a.example/5')).not.toBe(values[5]);
  });

  it('passes on the clock of the fetcher, for each request of a redirect', async () => {
    const clock = simulatedClock(0);
    const web = {
      name: 'test',
      hosts: new Set(['a.example']),
      pages: [],
      answer: async (url: string): Promise<WebAnswer> =>
        url.endsWith('/old')
          ? { status: 302, headers: { location: '/new' }, body: new Uint8Array() }
          : { status: 200, headers: {}, body: Buffer.from(url) },
    };
    const fetcher = createWebFetcher(web, { clock, latency: () => 150 });
    const response = await fetcher.fetch('http://a.example/old');
    expect(response.url).toBe('http://a.example/new');
    expect(clock.now()).toBe(300);
  });
});
