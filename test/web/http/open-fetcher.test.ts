import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFetcher } from '../../../src/web/http/open-fetcher.js';
import { startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';

let web: MisbehavingWeb;
beforeAll(async () => {
  web = await startMisbehavingWeb();
});
afterAll(() => web.close());

const settings = { userAgent: 'sfwc-test/7', timeout: 5, maxBytes: 100_000 };

describe('openFetcher', () => {
  it('connects to where the settings say, under the name that they say', async () => {
    const fetcher = openFetcher({ ...settings, connectTo: [`*.example=127.0.0.1:${web.port}`] });
    const { status } = await fetcher.fetch('http://any.example/plain');
    fetcher.close();
    expect(status).toBe(200);
    expect(web.requests.at(-1)).toBe('any.example/plain');
    expect(web.userAgents.at(-1)).toBe('sfwc-test/7');
  });

  it('obeys size and time', async () => {
    const connectTo = [`*=127.0.0.1:${web.port}`];
    const small = openFetcher({ ...settings, connectTo });
    await expect(small.fetch('http://any.example/huge')).rejects.toMatchObject({ failure: 'too-large' });
    small.close();
    const hasty = openFetcher({ ...settings, connectTo, timeout: 0.2 });
    await expect(hasty.fetch('http://any.example/slow-headers')).rejects.toMatchObject({
      failure: 'timeout',
    });
    hasty.close();
  });

  it('reads IPv6 addresses in brackets', async () => {
    const fetcher = openFetcher({ ...settings, connectTo: ['a.example=[::1]:1'] });
    // Nothing listens on that port; an address read wrongly would not even be looked up the same way.
    await expect(fetcher.fetch('http://a.example/')).rejects.toMatchObject({ failure: 'network' });
    fetcher.close();
  });
});
