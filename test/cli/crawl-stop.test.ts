import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { begin, sfwc } from './run.js';
import { withSettings } from '../support/with-settings.js';

const HOSTS = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://${name}.example`);
const PAGES = 8;

/** Pages of several hosts, answered slowly; a host answers 503 for years. */
const asked: string[] = [];
let onRequest = (): void => undefined;
let server: Server;
let connect: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { url = '', headers } = request;
    if (url === '/robots.txt') return void response.writeHead(404).end();
    asked.push(`http://${headers.host ?? ''}${url}`);
    onRequest();
    if (headers.host === 'years.example')
      return void response.writeHead(503, { 'retry-after': '200000000' }).end();
    const links = HOSTS.flatMap((host) =>
      Array.from({ length: PAGES }, (_, page) => `<a href="${host}/${page}">${host} ${page}</a>`),
    );
    const html = `<!doctype html><title>${url}</title><p>The page ${url} of ${headers.host ?? ''}.</p>${links.join(' ')}`;
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html), 40);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connect = `*=127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const root = temporaryFolder();
const keepAll = withSettings({ keepDuplicates: true });
const start = (out: string, seeds: readonly string[], ...more: readonly string[]): readonly string[] => [
  ...['crawl', '--out', out, '--set', `connectTo=${connect}`, '--delay', '0', ...keepAll],
  ...seeds.flatMap((seed) => ['--seeds', seed]),
  ...more,
];

async function requestedIn(out: string): Promise<readonly string[]> {
  const lines = (await readFile(join(out, 'events.jsonl'), 'utf8')).trim().split('\n');
  return lines.flatMap((line) => {
    const { url, fetched } = JSON.parse(line) as CrawlEvent;
    return fetched ? [url] : [];
  });
}

describe('a crawl that is interrupted', () => {
  it('keeps every page that it has requested, and requests none of them again', async () => {
    const out = join(root, 'interrupted');
    asked.length = 0;
    const running = begin(start(out, [`${HOSTS[0]}/0`]));
    onRequest = () => {
      if (asked.length === 20) void running.interrupt();
    };
    const first = await running.ended;
    onRequest = () => undefined;
    expect(first).toMatchObject({ code: 130 });
    const before = [...asked];
    expect(before.length).toBeLessThan(40);
    expect([...(await requestedIn(out))].sort()).toEqual([...before].sort());
    expect(await sfwc(['crawl', '--resume', '--out', out])).toMatchObject({ code: 0 });
    expect(asked).toHaveLength(HOSTS.length * PAGES);
    expect(new Set(asked).size).toBe(asked.length);
    expect([...(await requestedIn(out))].sort()).toEqual([...asked].sort());
  });
});
