import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { FetchError } from '../../../src/model/errors.js';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import type { Exchange } from '../../../src/model/exchange.js';
import { startHttpProxy, type ProxyServer } from '../../support/proxy-server.js';
import { SELF_SIGNED } from '../../support/self-signed.js';

const VARIABLES = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];
const NAMES = VARIABLES.flatMap((name) => [name, name.toUpperCase()]);

let [plain, secure]: (Server & { port?: number })[] = [];
let asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
const before = new Map(NAMES.map((name) => [name, process.env[name]]));
const closing: { close(): void | Promise<void> }[] = [];

beforeAll(async () => {
  plain = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    response.setHeader('content-type', 'text/html').end('<p>Bees.');
  });
  secure = createSecureServer(SELF_SIGNED, (_, response) => response.end('secret'));
  for (const server of [plain, secure])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  plain?.close();
  secure?.close();
});
beforeEach(() => {
  asked = [];
  for (const name of NAMES) Reflect.deleteProperty(process.env, name);
});
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
  for (const [name, value] of before)
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
});

const portOf = (server: Server | undefined): number => (server?.address() as AddressInfo).port;

async function opened<T extends { close(): void | Promise<void> }>(one: T | Promise<T>): Promise<T> {
  const kept = await one;
  closing.push(kept);
  return kept;
}
const httpProxy = (refusal?: number): Promise<ProxyServer> => opened(startHttpProxy(portOf(plain), refusal));
const fetcher = (options: { readonly allowPrivate?: boolean } = {}): Promise<HttpFetcher> =>
  opened(
    createHttpFetcher({
      userAgent: 'sfwc/0',
      timeoutSeconds: 5,
      addresses: { allowPrivate: options.allowPrivate === true },
    }),
  );

async function failureAt(url: string): Promise<FetchError> {
  const thrown: unknown = await (await fetcher()).fetch(url).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(FetchError);
  return thrown as FetchError;
}

describe('a proxy of the environment', () => {
  it('is asked for pages of hosts that this machine cannot resolve', async () => {
    const proxy = await httpProxy();
    process.env['HTTP_PROXY'] = `http://user:pass%20word@${proxy.address}`;
    const through = await fetcher();
    const exchanges: Exchange[] = [];
    const capture = () => (exchange: Exchange) => void exchanges.push(exchange);
    const first = await through.fetch('http://bees.invalid/one', { capture });
    const second = await through.fetch('http://bees.invalid:8080/two');
    expect([first, second].map(({ status, url }) => [status, url])).toEqual([
      [200, 'http://bees.invalid/one'],
      [200, 'http://bees.invalid:8080/two'],
    ]);
    expect(proxy.asked).toEqual(['http://bees.invalid/one', 'http://bees.invalid:8080/two']);
    expect(asked.map(({ headers }) => headers.host)).toEqual(['bees.invalid', 'bees.invalid:8080']);
    // The credentials go to the proxy, and nowhere else.
    expect(proxy.credentials()).toBe(`Basic ${Buffer.from('user:pass word').toString('base64')}`);
    expect(Buffer.from(exchanges[0]?.request ?? []).toString()).not.toMatch(/authorization/i);
    // Where the proxy lies is not the address of the host.
    expect(first.address).toBeUndefined();
  });

  it.each(['http://', ''])('makes a tunnel to a host with https: %j', async (scheme) => {
    const proxy = await opened(startHttpProxy(portOf(secure)));
    process.env['HTTPS_PROXY'] = `${scheme}${proxy.address}`;
    const { failure, message } = await failureAt('https://other.example/');
    expect(proxy.asked).toEqual(['CONNECT other.example:443']);
    expect(failure).toBe('certificate');
    expect(message).toMatch(
      /^other\.example: the certificate of the server is self-signed \(DEPTH_ZERO_SELF/,
    );
    expect(message.endsWith(`; through the proxy ${proxy.address}`)).toBe(true);
  });

  it('does not open the way into the own network', async () => {
    const proxy = await httpProxy();
    process.env['http_proxy'] = `http://${proxy.address}`;
    for (const url of ['http://localhost/', 'http://10.0.0.1/', `http://${proxy.address}/`])
      expect((await failureAt(url)).failure).toBe('private-address');
    expect(proxy.asked).toEqual([]);
  });
});

describe('a proxy that does not serve', () => {
  it.each([
    [407, 'http://bees.invalid/', 'it asks for credentials'],
    [407, 'https://bees.invalid/', 'it asks for credentials'],
    [403, 'https://bees.invalid/', 'it makes no connection: status 403'],
  ])('is told apart from the host: %d, %s', async (status, url, said) => {
    const proxy = await httpProxy(status);
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) process.env[name] = `http://${proxy.address}`;
    const { failure, message } = await failureAt(url);
    expect([failure, message.includes(said), message.endsWith(`through the proxy ${proxy.address}`)]).toEqual(
      ['network', true, true],
    );
  });

  it.each(['socks5h://127.0.0.1:21', 'http://a b'])(
    'has an address that is understood, not %s',
    async (proxy) => {
      process.env['HTTP_PROXY'] = proxy;
      const { failure, message } = await failureAt('http://bees.invalid/');
      expect([failure, message]).toEqual(['network', expect.stringContaining('as http://HOST:PORT')]);
    },
  );
});
