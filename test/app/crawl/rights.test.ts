import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { notFound, type VirtualWeb } from '../../../src/web/stored/virtual-web.js';
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
};
const links = Object.keys(PAGES).map((path) => `<a href="${path}">${path}</a>`);
const web: VirtualWeb = {
  name: 'rights',
  hosts: new Set(['a.example']),
  pages: [],
  answer: async (url) => {
    const { pathname } = new URL(url);
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
    ...{
      seeds: [`${A}/`],
      out: fresh(),
      delay: 0,
      workers: 1,
      keepDuplicates: true,
      warc: 'all',
      respectTdm,
    },
    connectTo: [`*=127.0.0.1:${server.port}`],
  });
  const events = await collected(readEvents(out));
  const brief = events.map(
    ({ url, state, code, rights }) => [new URL(url).pathname, code ?? state, rights] as const,
  );
  return { out, said: Object.fromEntries(brief.map(([path, ...rest]) => [path, rest])) };
}

it('records what pages and servers say about their use', async () => {
  const { said } = await crawl(false);
  expect(said).toEqual({
    '/': ['done', { licences: [LICENCE] }],
    '/closed/a': ['done', undefined],
    '/closed/open': ['done', { tdmReserved: false }],
    '/header': ['done', { tdmReserved: true, tdmPolicy: `${A}/policy` }],
    '/noai': ['done', { directives: ['noai'] }],
    '/images': ['done', { directives: ['noimageai'] }],
  });
  expect(asked).not.toContain('/.well-known/tdmrep.json');
});
