import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import type { Exchange } from '../../../src/model/exchange.js';
import type { FetchedResponse } from '../../../src/model/crawl-event.js';
import { PLAIN_PAGE, startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';

const BASE = 'http://bad.example';
let web: MisbehavingWeb;
let fetcher: HttpFetcher;
/** For answers that never come. */
let hasty: HttpFetcher;

beforeAll(async () => {
  web = await startMisbehavingWeb();
  const options = { userAgent: 'sfwc/0', connectTo: web.connectTo, maxBytes: 1_000_000 };
  fetcher = createHttpFetcher(options);
  hasty = createHttpFetcher({ ...options, timeoutSeconds: 0.5 });
});
afterAll(async () => {
  fetcher.close();
  hasty.close();
  await web.close();
});

async function captured(
  path: string,
  { wanted = true, by = fetcher } = {},
): Promise<{ readonly asked: string[]; readonly exchanges: Exchange[]; readonly answer?: FetchedResponse }> {
  const asked: string[] = [];
  const exchanges: Exchange[] = [];
  const answer = await by
    .fetch(`${BASE}${path}`, {
      wantBody: () => wanted,
      capture: (url) => {
        asked.push(url);
        return (exchange) => void exchanges.push(exchange);
      },
    })
    .catch(() => undefined);
  return { asked, exchanges, ...(answer === undefined ? {} : { answer }) };
}

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('latin1');

describe('what goes over the wire', () => {
  it('is taken down as it was sent and received', async () => {
    const { exchanges, answer } = await captured('/plain');
    const [exchange] = exchanges;
    expect(text(exchange?.request)).toMatch(
      /^GET \/plain HTTP\/1\.1\r\n(?:[A-Z][\w-]*: .+\r\n)*Host: bad\.example\r\n(?:[A-Z][\w-]*: .+\r\n)*\r\n$/,
    );
    expect(text(exchange?.request)).toContain('User-Agent: sfwc/0\r\n');
    expect(text(exchange?.head)).toMatch(
      /^HTTP\/1\.1 200 OK\r\ncontent-type: text\/html; charset=utf-8\r\nDate: /,
    );
    // Node has undone the chunks.
    expect(text(exchange?.head)).toContain('\r\nX-Crawler-Transfer-Encoding: chunked\r\n');
    expect(text(exchange?.head)).toMatch(/\r\n\r\n$/);
    expect(text(exchange?.body)).toBe(PLAIN_PAGE);
    // A body that was not encoded is held once.
    expect(exchange?.body).toBe(answer?.body);
    expect(exchange).toMatchObject({
      url: `${BASE}/plain`,
      status: 200,
      contentType: 'text/html; charset=utf-8',
    });
    expect(exchange?.truncated).toBeUndefined();
  });

  it('has redirects as exchanges of their own', async () => {
    const { asked, exchanges } = await captured('/relative');
    expect(asked).toEqual([`${BASE}/relative`, `${BASE}/plain?from=relative`]);
    expect(exchanges.map(({ url, status, body }) => [url, status, text(body)])).toEqual([
      [asked[0], 301, 'see there'],
      [asked[1], 200, PLAIN_PAGE],
    ]);
  });

  it.each([
    ['/huge', 'length', 'too-large'],
    ['/trickle', 'time', 'timeout'],
    ['/truncated', 'disconnect', 'network'],
    ['/bad-gzip', undefined, 'network'],
  ])('is told where the fetch fails: %s', async (path, truncated, failure) => {
    const { exchanges } = await captured(path, failure === 'timeout' ? { by: hasty } : {});
    expect(exchanges).toHaveLength(1);
    expect([exchanges[0]?.truncated, exchanges[0]?.failure]).toEqual([truncated, failure]);
  });

  it('is told to be cut where the body was not wanted, as far as it was read', async () => {
    const [exchange] = (await captured('/video', { wanted: false })).exchanges;
    expect([exchange?.truncated, exchange?.failure]).toEqual(['unspecified', undefined]);
    expect(exchange?.body.length).toBeLessThan(500_000);
    // What is short was read to its end for the sake of the connection.
    expect((await captured('/404', { wanted: false })).exchanges[0]?.truncated).toBeUndefined();
  });

  it('is nothing without an answer', async () => {
    const { asked, exchanges } = await captured('/reset');
    expect([asked.length, exchanges.length]).toEqual([1, 0]);
  });
});
