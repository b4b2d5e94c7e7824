import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { openCookieSession } from '../../../src/web/http/cookie-file.js';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import { FetchError, type FetchFailure } from '../../../src/model/errors.js';
import { SELF_SIGNED } from '../../support/self-signed.js';
import { PLAIN_PAGE, startMisbehavingWeb, type MisbehavingWeb } from '../../support/misbehaving-web.js';

const BASE = 'http://bad.example';
let web: MisbehavingWeb;
let fetcher: HttpFetcher;
/** For answers that never come. */
let hasty: HttpFetcher;

beforeAll(async () => {
  web = await startMisbehavingWeb();
  fetcher = createHttpFetcher({ userAgent: 'sfwc/0 (test)', connectTo: web.connectTo });
  hasty = createHttpFetcher({ userAgent: 'sfwc/0', connectTo: web.connectTo, timeoutSeconds: 0.5 });
});

afterAll(async () => {
  fetcher.close();
  hasty.close();
  await web.close();
});

function text(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

async function failureOf(path: string, by = fetcher): Promise<FetchError> {
  const thrown: unknown = await by.fetch(`${BASE}${path}`).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(FetchError);
  return thrown as FetchError;
}

describe('createHttpFetcher', () => {
  it('brings status, lower-case headers and body, and names itself', async () => {
    const response = await fetcher.fetch(`${BASE}/plain`);
    expect(response.url).toBe(`${BASE}/plain`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text(response.body)).toBe(PLAIN_PAGE);
    expect(web.userAgents.at(-1)).toBe('sfwc/0 (test)');
  });

  it('takes headers of up to 64 KB', async () => {
    const long = await fetcher.fetch(`${BASE}/header/60`);
    expect(long.headers['content-security-policy']).toHaveLength(60_000);
    expect((await failureOf('/header/70')).message).toBe(
      'bad.example: the header of the response is larger than 64 KB (HPE_HEADER_OVERFLOW)',
    );
  });

  it('uses a connection again', async () => {
    await fetcher.fetch('http://again.example/plain');
    const before = web.connections();
    await fetcher.fetch('http://again.example/gzip');
    await fetcher.fetch('http://again.example/relative');
    await fetcher.fetch('http://again.example/404', { wantBody: () => false });
    await fetcher.fetch('http://again.example/plain');
    expect(web.connections()).toBe(before);
  });

  it('opens a new connection when the server has closed the one that was kept', async () => {
    for (const time of [1, 2, 3]) {
      const { status } = await fetcher.fetch(`http://once.example/once-per-connection?${time}`);
      expect(status).toBe(200);
    }
    expect(web.requests.filter((request) => request.startsWith('once.example'))).toHaveLength(5);
  });

  it('follows relative redirects, asking first', async () => {
    const targets: string[] = [];
    const response = await fetcher.fetch(`${BASE}/relative`, {
      onRedirect: (target) => void targets.push(target),
    });
    expect(response.url).toBe(`${BASE}/plain?from=relative`);
    expect(targets).toEqual([`${BASE}/plain?from=relative`]);
  });

  it.each<[string, FetchFailure, RegExp]>([
    ['/circle', 'too-many-redirects', /in a circle/],
    ['/to-mail', 'network', /not a web address/],
    ['/slow-headers', 'timeout', /^bad\.example: no complete answer within 0\.5 s$/],
    ['/truncated', 'network', /connection/],
    ['/not-http', 'network', /not valid HTTP/],
    ['/bad-gzip', 'network', /the body breaks off/],
    ['/trickle', 'timeout', /no complete answer/],
    ['/declares-huge', 'too-large', /larger than 5000000 bytes/],
    ['/endless-gzip', 'too-large', /compressed body is larger/],
    ['/huge', 'too-large', /larger than 5000000 bytes/],
  ])('%s fails as %s', async (path, failure, message) => {
    const error = await failureOf(path, failure === 'timeout' ? hasty : fetcher);
    expect(error.failure).toBe(failure);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
  });

  it('stops a decompression bomb at the limit', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const error = await failureOf('/bomb');
    expect(error.failure).toBe('too-large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
  });

  it('leaves a body unread that is not wanted', async () => {
    const wantBody = ({ headers }: { headers: Readonly<Record<string, string>> }): boolean =>
      headers['content-type'] === 'text/html';
    const response = await fetcher.fetch(`${BASE}/video`, { wantBody });
    expect(response.headers['content-type']).toBe('video/mp4');
    expect(response.body).toHaveLength(0);
  });

  it('stops when the signal is aborted, before and during', async () => {
    const controller = new AbortController();
    const fetching = fetcher.fetch(`${BASE}/slow-body`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    await expect(fetching).rejects.toMatchObject({ failure: 'network', message: 'interrupted' });
    await expect(fetcher.fetch(`${BASE}/plain`, { signal: controller.signal })).rejects.toMatchObject({
      message: 'interrupted',
    });
  });
});

it('sends a body by POST, with its headers, and follows the same limits', async () => {
  const got: unknown[] = [];
  const server = createPlainServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      got.push([
        method,
        headers['content-type'],
        headers['content-length'],
        Buffer.concat(chunks).toString(),
      ]);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const posting = createHttpFetcher({ userAgent: 'sfwc/0', addresses: { allowPrivate: true } });
  const guarded = createHttpFetcher({ userAgent: 'sfwc/0' });
  const post = { body: '{"pages":"Bücher"}', headers: { 'Content-Type': 'application/json' } };
  try {
    const { status } = await posting.fetch(`http://127.0.0.1:${port}/hook`, { post });
    expect([status, got]).toEqual([204, [['POST', 'application/json', '19', post.body]]]);
    const refused: unknown = await guarded
      .fetch(`http://127.0.0.1:${port}/hook`, { post })
      .catch((error: unknown) => error);
    expect((refused as FetchError).failure).toBe('private-address');
    expect(got).toHaveLength(1);
  } finally {
    posting.close();
    guarded.close();
    server.close();
  }
});

it('says of a certificate that is not valid what is wrong with it', async () => {
  const server = createServer(SELF_SIGNED, (_request, response) => response.end('secret'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = { userAgent: 'sfwc/0', connectTo: [{ host: '*', to: { address: '127.0.0.1', port } }] };
  const insecureHosts = ['bad-certificate.example'];
  const trusting = createHttpFetcher({ ...options, insecureHosts });
  expect((await trusting.fetch('https://bad-certificate.example/')).body).toHaveLength(6);
  await expect(trusting.fetch('https://other.example/')).rejects.toThrow('self-signed');
  const secure = createHttpFetcher({ ...options, insecureHosts, session: openCookieSession([], true) });
  await expect(secure.fetch('https://bad-certificate.example/')).rejects.toMatchObject({
    failure: 'certificate',
    message: expect.stringMatching(
      /^bad-certificate\.example: the certificate of the server is self-signed.*NODE_EXTRA/,
    ),
  });
  for (const one of [secure, trusting]) one.close();
  server.close();
});

describe('hosts that share an IP address', () => {
  it('are asked one at a time', async () => {
    let running = 0;
    let most = 0;
    const plain = createPlainServer((_request, response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.end('x');
      }, 30);
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    const urls = ['a', 'b', 'c'].map((name) => `http://${name}.example:${port}/`);
    const polite = createHttpFetcher({
      userAgent: 'sfwc/0',
      addresses: { allowPrivate: true },
      resolve: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    await Promise.all(urls.map((url) => polite.fetch(url)));
    polite.close();
    plain.close();
    expect(most).toBe(1);
  });
});
