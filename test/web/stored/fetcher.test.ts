import { describe, expect, it } from '@jest/globals';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { WebAnswer } from '../../../src/web/stored/virtual-web.js';
import { simulatedClock } from '../../../src/support/time/clock.js';

describe('seededLatency', () => {
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
