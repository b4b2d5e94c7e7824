import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readSeeds } from '../../../../src/app/crawl/setup/read-seeds.js';
import type { MapReport } from '../../../../src/extensions/discover/map/map-hosts.js';
import { sfwc } from '../../../cli/run.js';
import { beeTopic } from '../../../support/bee-topic.js';

const topic = beeTopic();

const urlset = (...urls: readonly string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc><lastmod>2024-05-01</lastmod></url>`).join('')}</urlset>`;
const numbered = (count: number, to: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => to(n));

/** An answer: a status with the target of a redirect or nothing, a body that is not HTML, or HTML. */
type Answer =
  readonly [status: number, location?: string] | { readonly type: string; readonly body: string } | string;

/** By address; what is not here answers 404. */
const WEB: Record<string, Answer> = {
  'http://bees.example/robots.txt': {
    type: 'text/plain',
    body: 'User-agent: *\nDisallow: /private/\nSitemap: /index.xml',
  },
  'http://bees.example/index.xml': {
    type: 'text/xml',
    body: '<sitemapindex><sitemap><loc>/1.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>',
  },
  'http://bees.example/1.xml': {
    type: 'text/xml',
    body: urlset('/hive/queen', '/hive/comb', '/private/honey', 'http://elsewhere.example/honey'),
  },
  'http://bees.example/2.xml': { type: 'text/xml', body: urlset(...numbered(30, (n) => `/shop/shoes-${n}`)) },
  // What a host may do to those who map it.
  'http://bad.example/robots.txt': { type: 'text/plain', body: 'Sitemap: http://bad.example/index.xml' },
  'http://bad.example/index.xml': {
    type: 'text/xml',
    body: `<sitemapindex>${numbered(3000, (n) => `<sitemap><loc>http://bad.example/${n}.xml</loc></sitemap>`).join('')}</sitemapindex>`,
  },
  'http://bad.example/0.xml': { type: 'text/xml', body: urlset(...numbered(2000, (n) => `/honey/${n}`)) },
  'http://bad.example/1.xml': {
    type: 'text/xml',
    body: urlset(...numbered(99, (n) => `http://victim${n}.example/`)),
  },
  'http://loop.example/sitemap.xml': [302, '/sitemap.xml'],
  'http://down.example/robots.txt': [503],
  'http://empty.example/': { type: 'text/plain', body: '' },
};

let server: Server;
let connectTo: string;
const asked: string[] = [];
let onAsk: (url: string) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = `http://${request.headers.host ?? ''}${request.url ?? ''}`;
    asked.push(url);
    onAsk(url);
    const answer = WEB[url] ?? [404];
    if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
    else if ('body' in answer) response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
    else response.writeHead(answer[0], { location: answer[1] ?? '' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connectTo = `*.example=127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.splice(0);
  onAsk = () => undefined;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const run = (...words: readonly string[]) =>
  sfwc([
    'map',
    ...words,
    '--kb',
    topic.kb,
    '--topic',
    'bees',
    '--set',
    `connectTo=${connectTo}`,
    '--delay',
    '0',
  ]);
const paths = (entries: readonly { readonly url: string }[]): string[] =>
  entries.map(({ url }) => url.slice('http://'.length));

describe('sfwc map', () => {
  it('writes the URLs of a host that match as seeds with reasons, and requests none of them', async () => {
    const out = join(topic.root, 'seeds.txt');
    const { code, stdout, stderr } = await run('bees.example', '--out', out);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('bees.example: 32 URLs, 2 match the topic, 1 more forbidden by robots.txt\n');
    expect(stderr).toContain(
      'warning: sitemap http://bees.example/1.xml: addresses of other sites or too long, left out: 1\n',
    );
    const seeds = await readSeeds([out]);
    expect([...seeds].sort()).toEqual(['http://bees.example/hive/comb', 'http://bees.example/hive/queen']);
    expect(await readFile(out, 'utf8')).toMatch(
      /nouns: .*; changed 2024-05-01; http:\/\/bees\.example\/1\.xml\nhttp:/,
    );
    expect(asked.filter((url) => /\/(?:hive|p|shop|private)\//.test(url))).toEqual([]);
  });

  it('keeps hosts that do harm within bounds, beside others', async () => {
    const words = ['bad.example', 'down.example', 'loop.example', 'bees.example'];
    const { code, stdout, stderr } = await run(...words, '--max-seeds', '8', '--json');
    expect(code).toBe(0);
    const { hosts, seeds } = JSON.parse(stdout) as MapReport;
    expect(hosts.map(({ host, urls, matching }) => [host, urls, matching])).toEqual([
      ['bad.example', 2000, 2000],
      ['loop.example', 0, 0],
      ['bees.example', 32, 2],
    ]);
    for (const warning of [
      'sitemaps of bad.example: only the first 250 are read',
      'sitemap http://bad.example/1.xml: addresses of other sites or too long, left out: 99',
      'down.example cannot be reached: https://down.example/robots.txt',
    ])
      expect(stderr).toContain(`warning: ${warning}`);
    expect(stderr).toMatch(/^warning: sitemap http:\/\/loop\.example\/sitemap\.xml: .*redirect/m);
    expect(paths(seeds)).toContain('bees.example/hive/queen');
    expect(asked.filter((url) => /bad\.example\/.*xml$/.test(url))).toHaveLength(250);
    expect(asked.filter((url) => /elsewhere|victim|evil/.test(url))).toEqual([]);
  });

  it('fails where no host is reached, none has anything, and a word is no host', async () => {
    const none = await run('down.example', '127.0.0.1:1');
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/^warning: down\.example cannot be reached: .*TLS.*; http:.* answers 503$/m);
    expect(none.stderr).toMatch(/^error: no host can be reached\n.*check the names/m);
    const empty = await run('empty.example');
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringMatching(/^error: nothing was found/m)]);
    const wrong = await run('not a host');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("'not a host' is not a host")]);
  });
});
