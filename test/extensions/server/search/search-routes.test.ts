import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { createServerApp } from '../../../../src/extensions/server/app.js';
import type { DatasetPool } from '../../../../src/extensions/server/datasets/served-knowledge-base.js';
import type { SearchAnswer } from '../../../../src/model/collection-search.js';
import { writeCrawlFolder, type KeptPage } from '../../../support/crawl-folder.js';
import { noun } from '../../../support/crawl-events.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const out = place();

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(2)> & 'quotes'`;

const PAGES: readonly KeptPage[] = [
  ...Array.from({ length: 12 }, (_, number) => ({
    url: `http://host${number % 6}.example/${number}`,
    title: `Honey ${number}`,
    text: `Bees make honey ${'and wax '.repeat(number)}in the hive.`,
    event: { evidence: [noun('honey')] },
  })),
  { url: 'http://evil.example/', title: EVIL, text: `A hornet ${EVIL} stings.`, event: { summary: EVIL } },
];

const pool: DatasetPool = {
  ask: () => Promise.reject(new Error('nothing was asked')),
  close: () => undefined,
};

function serverOf(crawls: readonly string[], { seconds = 30, maxWaiting = 8 } = {}) {
  return createServerApp({
    ...{ pool, host: '127.0.0.1', cors: [], search: { crawls, seconds, maxWaiting } },
    ...{ maxRows: 10, maxQuery: 1000 },
  });
}

let app: ReturnType<typeof serverOf>;

beforeAll(() => {
  writeCrawlFolder(out, PAGES);
  app = serverOf([out]);
});

const headers = { host: 'localhost' };

async function get(query: string, accept = 'text/html', server = app): Promise<Response> {
  return server.request(`http://localhost/search${query}`, { headers: { ...headers, accept } });
}

type Json = Pick<SearchAnswer, 'hits' | 'all' | 'facets'> & {
  readonly start: number;
  readonly total: number;
};

async function json(query: string): Promise<Json> {
  const response = await get(query, 'application/json');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  return (await response.json()) as Json;
}

describe('the search page', () => {
  it('has the form, and runs no scripts', async () => {
    const response = await get('');
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'none'");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("form-action 'self'");
    const $ = load(await response.text());
    expect($('script, style, [style]')).toHaveLength(0);
    expect($('form[role=search] label[for=q]')).toHaveLength(1);
    const style = await app.request('http://localhost/page/search.css', { headers });
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('shows hits with marked passages, and escapes all that comes from the Web', async () => {
    const html = await (await get('?q=hornet')).text();
    const $ = load(html);
    expect($('script, img')).toHaveLength(0);
    expect($('ol h2').text()).toBe(EVIL);
    expect($('ol p').text()).toContain(`A hornet ${EVIL} stings.`);
    expect($('ol mark').text()).toBe('hornet');
    expect($('ol details p').text()).toBe(EVIL);
    expect($('ol h2 a').attr('href')).toBe('http://evil.example/');
  });

  it('escapes query and filters', async () => {
    const evil = encodeURIComponent(`<script>alert(1)</script>&amp; 'x'`);
    const $ = load(await (await get(`?q=${evil}&host=${evil}`)).text());
    expect($('script, img')).toHaveLength(0);
    expect([$('#q').val(), $('input[name=host]').val()]).toEqual(
      Array.from({ length: 2 }, () => decodeURIComponent(evil)),
    );
    expect($('.filters').text()).toContain(`host: ${decodeURIComponent(evil)}`);
    // A query that cannot be read is shown all the same.
    expect(load(await (await get(`?q=${encodeURIComponent(EVIL)}`)).text())('#q').val()).toBe(EVIL);
  });

  it('links to the parts of an answer and to narrower ones', async () => {
    const first = load(await (await get('?q=honey&count=5')).text());
    expect(first('[role=status]').text()).toBe('1 to 5 of 12 pages with all words, in 13 pages');
    const both = load(await (await get('?q=honey%20hornet&count=5')).text());
    expect(both('[role=status]').text()).toMatch(/^1 to 5 of 13 pages with some of the words, in 13 pages$/);
    const mixed = load(await (await get('?q=honey%20wax&count=5')).text());
    expect(mixed('[role=status]').text()).toBe(
      '1 to 5 of 12 pages: 11 pages with all words, 1 page with some of the words, in 13 pages',
    );
    expect(
      first('.parts a')
        .map((_, link) => first(link).attr('href'))
        .get(),
    ).toEqual(['?q=honey&start=6&count=5']);
    const next = load(await (await get('?q=honey&start=6&count=5')).text());
    expect(next('ol').attr('start')).toBe('6');
    expect(
      next('.parts a')
        .map((_, link) => next(link).attr('href'))
        .get(),
    ).toEqual(['?q=honey&count=5', '?q=honey&start=11&count=5']);
    const facet = next('.facets a').filter((_, link) => next(link).text() === 'host1.example');
    expect(facet.attr('href')).toBe('?q=honey&host=host1.example&count=5');
    const narrow = load(await (await get(facet.attr('href') ?? '')).text());
    expect(narrow('[role=status]').text()).toContain('of 2 pages with all words');
    expect(narrow('.filters a').attr('href')).toBe('?q=honey&count=5');
    const ofNoun = next('.facets a').filter((_, link) => next(link).text() === 'honey');
    expect(ofNoun.attr('href')).toContain('noun=http%3A%2F%2Fdbpedia.org%2Fresource%2Fhoney');
  });

  it('says what to try where nothing is found', async () => {
    expect(await (await get('?q=zebra')).text()).toContain('Try fewer or more general words.');
    expect(await (await get('?q=honey&host=none.example')).text()).toContain('Take a filter away');
  });
});

describe('bad requests', () => {
  it.each([
    ['?q=%22open', 'a quotation mark in the query is not closed'],
    [`?q=${'x'.repeat(1001)}`, 'the query has 1001 characters; the most is 1000'],
    ['?q=-bees', 'the query only has words to leave out'],
    ['?q=honey&count=101', 'count must be a whole number from 1 to 100'],
    ['?q=honey&start=0', 'start must be a whole number from 1 to 991'],
    ['?q=honey&start=1e3', 'start must be a whole number from 1 to 991'],
    ['?q=honey&topic=cats', 'is about &#39;cats&#39;'],
    ['?q=honey&since=yesterday', 'must be a date'],
    [
      `?q=honey${'&host=a'.repeat(1)}${Array.from({ length: 21 }, (_, n) => `&host=h${n}`).join('')}`,
      'host is given more than 20 times',
    ],
  ])('%#: are told in words, with status 400', async (query, message) => {
    const page = await get(query);
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    const plain = message.replaceAll('&#39;', "'");
    expect(load(await page.text())('[role=alert]').text()).toContain(plain);
    const data = await get(query, 'application/json');
    expect([data.status, data.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(await data.text()).toContain(plain);
  });

  it('are those without words, but for people', async () => {
    expect((await get('?q=')).status).toBe(200);
    const data = await get('?q=', 'application/json');
    expect([data.status, await data.text()]).toEqual([400, 'q, the words to search for, is missing\n']);
  });

  it('have other methods or formats', async () => {
    expect((await app.request('http://localhost/search', { method: 'POST', headers })).status).toBe(405);
    expect((await get('?q=honey&format=pdf')).status).toBe(406);
  });
});

describe('a search as JSON', () => {
  it('has the hits without the folders of the machine', async () => {
    const answer = await json('?q=honey&count=3&start=2');
    expect(answer).toMatchObject({ start: 2, count: 3, total: 12, all: 12, some: 0 });
    expect(answer.hits).toHaveLength(3);
    expect(JSON.stringify(answer)).not.toContain(out);
    expect(answer.facets.hosts).toContainEqual({ name: 'host0.example', pages: 2 });
    const all = await json('?q=honey&count=100');
    expect(all.hits.slice(1, 4)).toEqual(answer.hits);
  });

  it('treats empty parameters as absent, as browsers send them', async () => {
    expect(await json('?q=honey&start=&count=&host=')).toMatchObject({ start: 1, count: 10, total: 12 });
  });
});

describe('an index', () => {
  it('is made by the first search, and follows the crawl', async () => {
    const fresh = place();
    writeCrawlFolder(fresh, PAGES.slice(0, 1));
    const server = serverOf([fresh]);
    const count = async (): Promise<number> =>
      ((await (await get('?q=honey', 'application/json', server)).json()) as Json).total;
    expect(await count()).toBe(1);
    expect(existsSync(join(fresh, 'search.db'))).toBe(true);
    writeCrawlFolder(fresh, PAGES.slice(0, 4));
    expect(await count()).toBe(4);
  });

  it('that is damaged is reported with what to do', async () => {
    const damaged = place();
    writeCrawlFolder(damaged, PAGES);
    writeFileSync(join(damaged, 'search.db'), 'not a database '.repeat(100));
    const response = await get('?q=honey', 'text/html', serverOf([damaged]));
    expect(response.status).toBe(503);
    const text = load(await response.text())('[role=alert]').text();
    expect(text).toContain('search.db');
    expect(text).toContain('remove the file, and the next search makes it again');
  });

  it('of a folder that is gone is reported', async () => {
    const gone = place();
    writeCrawlFolder(gone, PAGES);
    const server = serverOf([gone]);
    rmSync(gone, { recursive: true });
    const response = await get('?q=honey', 'application/json', server);
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('there is no crawl in'),
    ]);
  });

  it('that takes long to make is continued by later searches', async () => {
    const large = place();
    writeCrawlFolder(large, PAGES);
    const response = await get('?q=honey', 'application/json', serverOf([large], { seconds: 0 }));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.text()).toMatch(
      /took longer than 0 s; try again: an index that is being made is continued/,
    );
  });
});

describe('a server', () => {
  it('without crawls says how to serve some', async () => {
    const response = await get('?q=honey', 'text/html', serverOf([]));
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('--crawl OUT')]);
  });

  it('refuses more searches than may wait', async () => {
    const server = serverOf([out], { maxWaiting: 1 });
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await get('?q=honey', 'application/json', server)).status),
    );
    expect(statuses.sort()).toEqual([200, 200, 503, 503]);
  });
});
