import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createHttpFetcher, type HttpFetcher } from '../../../src/web/http/http-fetcher.js';
import { headerFields, readHead } from '../../../src/web/http/message-head.js';

const BODY = '<title>Bees</title><p>Honey bees.';
const HTML = 'Content-Type: text/html';
const HEADS = JSON.parse(readFileSync('test/fixtures/odd-answers.json', 'utf8')) as Record<string, string>;
const ANSWERS: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
  ...Object.fromEntries(
    Object.entries(HEADS).map(([name, head]) => [name, [head.includes(BODY) ? head : head + BODY]]),
  ),
  'an informational answer first': [
    `HTTP/1.1 103 Early Hints\nLink: </a>\n\nHTTP/1.1 200 OK\n${HTML}\n\n${BODY}`,
  ],
  'a whole gzip body and too long a length': [
    `HTTP/1.1 200 OK\r\nContent-Length: 9999\r\nContent-Encoding: gzip\r\n${HTML}\r\n\r\n`,
    gzipSync(BODY),
  ],
  'gzip in pieces': ['HTTP/1.1 200 OK\nContent-Encoding: gz', `ip\n${HTML}\n`, '\n', gzipSync(BODY)],
};

let server: Server;
let fetcher: HttpFetcher;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (request) => {
      const path = decodeURIComponent(request.toString().split(' ', 2)[1] ?? '').slice(1);
      asked.push(path);
      void answer(ANSWERS[path] ?? []);
    });
    const answer = async (parts: readonly (string | Uint8Array)[]): Promise<void> => {
      for (const part of parts) {
        await new Promise((done) =>
          socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part, done),
        );
        if (parts.length > 2) await new Promise((done) => setTimeout(done, 5));
      }
      socket.end();
    };
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const to = { address: '127.0.0.1', port: (server.address() as AddressInfo).port };
  fetcher = createHttpFetcher({ userAgent: 'sfwc/0', connectTo: [{ host: '*', to }] });
});

afterAll(() => {
  fetcher.close();
  server.close();
});

describe('an answer that browsers read', () => {
  it.each(Object.keys(ANSWERS).map((name, at) => [name, at] as const))('is read: %s', async (name, at) => {
    const response = await fetcher.fetch(`http://h${at}.example/${encodeURIComponent(name)}`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(Buffer.from(response.body).toString()).toBe(BODY);
    expect(response.truncated).toBeUndefined();
  });

  it('sends one request to a host that is known for such answers, and keeps the address', async () => {
    asked.length = 0;
    for (let time = 0; time < 2; time += 1) {
      const { address } = await fetcher.fetch('http://again.example/a%20line%20without%20a%20colon');
      expect(address).toMatch(/127\.0\.0\.1$/);
    }
    expect(asked).toHaveLength(3);
  });
});

it('a head ends at the first empty line, or with the bytes, and has one type', () => {
  const read = (text: string, isAll = false) => readHead(Buffer.from(text, 'latin1'), isAll);
  expect([read('HTTP/1.1 200 OK\r\nA: b\r\n'), read('<html>\r\n\r\n', true)]).toEqual([undefined, undefined]);
  const lengths = [read('HTTP/1.1 204', true), read('HTTP/1.0 200 OK\nA: b\n\nbody\r\n\r\n')];
  expect(lengths.map((one) => one?.length)).toEqual([12, 22]);
  const { head } = read('HTTP/1.1 200 OK\nContent-Type: a/b\nContent-type: c/d\nVary: x\nVARY:y\n\n')!;
  expect(headerFields(head)).toEqual({ 'content-type': 'a/b', vary: 'x, y' });
});
