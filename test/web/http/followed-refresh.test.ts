import { expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpFetcher } from '../../../src/web/http/http-fetcher.js';

it('follows a refresh over the network where that is wanted, and captures both exchanges', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/' ? '<meta http-equiv=refresh content="0;url=/new">' : '<p>new');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const fetcher = createHttpFetcher({ userAgent: 'sfwc/0', addresses: { allowPrivate: true } });
  let captured = 0;
  const capture = () => () => void (captured += 1);
  try {
    expect((await fetcher.fetch(url, { followRefresh: true, capture })).url).toBe(`${url}new`);
    expect(captured).toBe(2);
    expect((await fetcher.fetch(url)).url).toBe(url);
  } finally {
    fetcher.close();
    server.close();
  }
});
