import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { acceptedPages } from '../../../src/app/crawl/pages.js';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { notFound, type VirtualWeb } from '../../../src/web/stored/virtual-web.js';
import { checkArchive } from '../../support/check-warc.js';
import { collected } from '../../support/collected.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const A = 'http://a.example';
const LICENCE = 'https://creativecommons.org/licenses/by-sa/4.0/';
const fresh = placesIn(temporaryFolder());

const PAGES: Readonly<Record<string, readonly [head: string, headers?: Readonly<Record<string, string>>]>> = {
  '/': [`<link rel=license href="${LICENCE}">`],
  '/closed/a': [''],
  '/closed/open': ['<meta name=tdm-reservation content=0>'],
  '/header': ['', { 'tdm-reservation': '1', 'tdm-policy': `${A}/policy` }],
  '/noai': ['', { 'x-robots-tag': 'noai' }],
  '/images': ['<meta name=robots content=noimageai>'],
  '/signal/a': [''],
  '/usage': ['', { 'content-usage': 'train-ai=n' }],
};
const ROBOTS = 'User-agent: *\nContent-Signal: search=yes\nContent-Signal: /signal/ ai-train=no\nAllow: /';
const links = Object.keys(PAGES).map((path) => `<a href="${path}">${path}</a>`);
const web: VirtualWeb = {
  name: 'rights',
  hosts: new Set(['a.example']),
  pages: [],
  answer: async (url) => {
    const { pathname } = new URL(url);
    if (pathname === '/robots.txt')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(ROBOTS) };
    if (pathname === '/.well-known/tdmrep.json') {
      const rules = [{ location: '/closed/', 'tdm-reservation': 1 }];
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(rules)),
      };
    }
    const page = PAGES[pathname];
    if (page === undefined) return notFound(url);
    const [head, headers = {}] = page;
    const body = `<!doctype html><title>${pathname}</title>${head}<p>This is ${pathname} in words.</p>${links.join(' ')}`;
    return { status: 200, headers: { 'content-type': 'text/html', ...headers }, body: Buffer.from(body) };
  },
};
let asked: string[] = [];
let server: WebServer;
beforeAll(async () => {
  server = await serveWeb({
    ...web,
    answer: (url) => {
      asked.push(new URL(url).pathname);
      return web.answer(url);
    },
  });
});
afterAll(() => server.close());

async function crawl(respectTdm: boolean) {
  asked = [];
  const { out } = await crawlTopic({
    ...{ seeds: [`${A}/`], out: fresh(), delay: 0, workers: 1 },
    ...{ keepDuplicates: true, warc: 'all', respectTdm },
    connectTo: [`*=127.0.0.1:${server.port}`],
  });
  const brief = (await collected(readEvents(out))).map(
    ({ url, state, code, rights }) => [new URL(url).pathname, code ?? state, rights] as const,
  );
  return { out, said: Object.fromEntries(brief.map(([path, ...rest]) => [path, rest])) };
}

it('skips what is reserved, where that is asked for, and stores nothing of it', async () => {
  const { out, said } = await crawl(true);
  expect(Object.entries(said).map(([path, [code]]) => [path, code])).toEqual(
    expect.arrayContaining([
      ['/', 'done'],
      ['/closed/a', 'tdm-reserved'],
      ['/closed/open', 'done'],
      ['/header', 'tdm-reserved'],
      ['/noai', 'tdm-reserved'],
      ['/images', 'done'],
      ['/signal/a', 'tdm-reserved'],
      ['/usage', 'tdm-reserved'],
    ]),
  );
  expect(said['/closed/a']).toEqual(['tdm-reserved', { tdmReserved: true, usage: ['search=yes'] }]);
  expect(asked.filter((path) => path === '/.well-known/tdmrep.json')).toHaveLength(1);
  const { records } = await checkArchive(out);
  const kept = records.filter(({ type }) => type === 'response').map(({ url }) => new URL(url).pathname);
  expect(kept).not.toContain('/header');
  expect(kept).toContain('/images');
});

it('keeps what is said about the use of a page, and leaves out what is reserved where that is wanted', async () => {
  const { out, said } = await crawl(false);
  expect(said['/signal/a']).toEqual(['done', { usage: ['ai-train=no'] }]);
  expect(said['/usage']).toEqual(['done', { usage: ['train-ai=no', 'search=yes'] }]);
  const paths = (await collected(acceptedPages(out, { unreserved: true }))).map(
    ({ url }) => new URL(url).pathname,
  );
  expect(paths.sort()).toEqual(['/', '/closed/a', '/closed/open', '/images']);
});
