import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import { FetchError } from '../../../src/model/errors.js';

/** Answers by raw bytes; what a function writes again and again until the connection ends. */
const ANSWERS: Readonly<Record<string, (socket: Socket) => void>> = {
  '/switched': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  '/processing': (socket) => repeatedly(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(60), 1),
  '/processing-slowly': (socket) => repeatedly(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 50),
  '/closed-in-head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty'),
  '/silent': () => undefined,
  '/head-drip': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    repeatedly(socket, 'X-More: 1\r\n', 25);
  },
  '/body-drip': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
    repeatedly(socket, 'x', 25);
  },
  '/redirect-drip': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nLocation: /silent\r\nContent-Length: 9999\r\n\r\n');
    repeatedly(socket, 'x', 25);
  },
};

function repeatedly(socket: Socket, bytes: string, milliseconds: number): void {
  const timer = setInterval(() => socket.write(bytes), milliseconds);
  socket.on('close', () => clearInterval(timer));
}

const open = new Set<Socket>();
let server: Server;
let fetcher: HttpFetcher;

beforeAll(async () => {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (asked) => {
      const path = asked.toString().split(' ', 2)[1] ?? '';
      ANSWERS[path.replace(/^http:\/\/[^/]*/, '')]?.(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const to = { address: '127.0.0.1', port: (server.address() as AddressInfo).port };
  fetcher = createHttpFetcher({
    userAgent: 'sfwc/0',
    timeoutSeconds: 0.15,
    connectTo: [{ host: '*', to }],
  });
});

afterAll(() => {
  fetcher.close();
  for (const socket of open) socket.destroy();
  server.close();
});

async function failureOf(url: string, by = fetcher, signal?: AbortSignal): Promise<FetchError> {
  const thrown: unknown = await by.fetch(url, { signal }).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(FetchError);
  return thrown as FetchError;
}

/** Resolves when no connection is left to the server, which never closes those that it keeps waiting. */
async function allClosed(): Promise<void> {
  await Promise.all([...open].map((socket) => new Promise((closed) => socket.once('close', closed))));
}

describe('a request ends', () => {
  it.each([
    ['/switched', 'network', 'switched to another protocol (status 101)'],
    ['/processing', 'network', 'more than 50 informational responses'],
    ['/processing-slowly', 'timeout', 'no complete answer within 0.15 s'],
    ['/closed-in-head', 'network', 'ECONNRESET'],
    ['/head-drip', 'timeout', 'no complete answer within 0.15 s'],
    ['/body-drip', 'timeout', 'no complete answer within 0.15 s'],
    ['/redirect-drip', 'timeout', 'no complete answer within 0.15 s'],
  ])('that is answered by %s', async (path, failure, message) => {
    const error = await failureOf(`http://host${path.replace(/\W/g, '')}.example${path}`);
    expect(error.failure).toBe(failure);
    expect(error.message).toContain(message);
    await allClosed();
  });

  it('when TLS is never spoken', async () => {
    expect((await failureOf('https://tls.example/')).failure).toBe('timeout');
    await allClosed();
  });

  it('at a proxy that does not answer', async () => {
    const before = process.env['http_proxy'];
    process.env['http_proxy'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxied = createHttpFetcher({ userAgent: 'sfwc/0', timeoutSeconds: 0.15 });
    try {
      expect((await failureOf('http://example.org/silent', proxied)).failure).toBe('timeout');
      await allClosed();
    } finally {
      proxied.close();
      if (before === undefined) Reflect.deleteProperty(process.env, 'http_proxy');
      else process.env['http_proxy'] = before;
    }
  });
});
