import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SeedsReport } from '../../../../src/extensions/discover/seeds/propose-seeds.js';
import { sfwc } from '../../../cli/run.js';
import { beeTopic } from '../../../support/bee-topic.js';

const { kb } = beeTopic();
const urlset = (...urls: readonly string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const shoes = Array.from({ length: 30 }, (_, n) => `/shop/shoes-${n}`);
/** By address; what is not here answers 404. */
const WEB: Readonly<Record<string, string>> = {
  'bees.example/robots.txt': 'User-agent: *\nDisallow: /private/\nSitemap: /index.xml',
  'bees.example/index.xml':
    '<sitemapindex><sitemap><loc>/1.xml</loc></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>',
  'bees.example/1.xml': urlset(...shoes),
  'bees.example/2.xml': urlset('/hive/queen', '/private/honey', 'http://elsewhere.example/honey'),
};
const asked: string[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer(({ headers, url = '' }, response) => {
    asked.push(`${headers.host ?? ''}${url}`);
    const body = WEB[`${headers.host ?? ''}${url}`];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

it('proposes what the sitemaps of a host name, by the nouns in the addresses, without requesting it', async () => {
  const connectTo = `connectTo=*.example=127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hosts = ['--site', 'http://bees.example/', '--site', 'down.example'];
  const { code, stdout, stderr } = await sfwc([
    ...['seeds', '--kb', kb, '--topic', 'bees', ...hosts, '--set', connectTo, '--set', 'probes=0'],
    ...['--delay', '0', '--json'],
  ]);
  expect(stderr).toContain('warning: source sitemap: https://down.example/ cannot be reached: ');
  expect(code).toBe(0);
  const { seeds, sources } = JSON.parse(stdout) as SeedsReport;
  expect(seeds[0]).toMatchObject({
    url: 'http://bees.example/hive/queen',
    found: [{ source: 'sitemap', by: 'sitemaps of http://bees.example/', place: 1 }],
  });
  expect(sources.find(({ source }) => source === 'sitemap')?.candidates).toBe(31);
  expect(asked.filter((url) => !/(?:robots\.txt|\.xml)$/.test(url))).toEqual([]);
});
