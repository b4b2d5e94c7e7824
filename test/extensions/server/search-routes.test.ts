import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServerApp } from '../../../src/extensions/server/serve.js';
import type { DatasetPool } from '../../../src/extensions/server/datasets/dataset-pool.js';
import type { SearchAnswer } from '../../../src/extensions/search/search-answer.js';
import { writeCrawlFolder, type KeptPage } from '../../support/crawl-folder.js';
import { noun } from '../../support/crawl-events.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

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

async function get(query: string, server = app, accept = 'application/json'): Promise<Response> {
  return server.request(`http://localhost/search${query}`, { headers: { ...headers, accept } });
}

type Json = Pick<SearchAnswer, 'hits' | 'all' | 'some' | 'facets'>;

async function json(query: string): Promise<Json> {
  const response = await get(query);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  return (await response.json()) as Json;
}

describe('a search', () => {
  it('is a page for browsers, whatever was asked', async () => {
    const response = await get('?q=honey&count=101', app, 'text/html');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      ...[200, 'text/html; charset=utf-8'],
    ]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('has the hits without the folders of the machine', async () => {
    const answer = await json('?q=honey&count=3&start=2');
    expect(answer).toMatchObject({ all: 12, some: 0 });
    expect(answer.hits).toHaveLength(3);
    expect(JSON.stringify(answer)).not.toContain(out);
    expect(answer.facets.hosts).toContainEqual({ name: 'host0.example', pages: 2 });
    const all = await json('?q=honey&count=100');
    expect(all.hits.slice(1, 4)).toEqual(answer.hits);
    expect((await json('?q=honey&host=host1.example&host=host2.example')).all).toBe(4);
  });

  it.each([
    ['?q=%22open', 'a quotation mark in the query is not closed'],
    [`?q=${'x'.repeat(1001)}`, '1000 characters'],
    ['?q=honey&count=101', 'count must be a whole number from 1 to 100'],
    [
      `?q=honey${Array.from({ length: 21 }, (_, n) => `&host=h${n}`).join('')}`,
      'host is given more than 20 times',
    ],
  ])('%#: says what is wrong, with status 400', async (query, message) => {
    const data = await get(query);
    expect([data.status, data.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(await data.text()).toContain(message);
  });
});

describe('an index', () => {
  it('that is damaged is reported with what to do', async () => {
    const damaged = place();
    writeCrawlFolder(damaged, PAGES);
    writeFileSync(join(damaged, 'search.db'), 'not a database '.repeat(100));
    const response = await get('?q=honey', serverOf([damaged]));
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).toContain('search.db');
    expect(text).toContain('remove the file, and the next search makes it again');
  });

  it('that takes long to make is continued by later searches', async () => {
    const large = place();
    writeCrawlFolder(large, PAGES);
    const response = await get('?q=honey', serverOf([large], { seconds: 0 }));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.text()).toMatch(
      /took longer than 0 s; try again: an index that is being made is continued/,
    );
  });
});

it('refuses more searches than may wait', async () => {
  const server = serverOf([out], { maxWaiting: 1 });
  const all = Array.from({ length: 4 }, async () => (await get('?q=honey', server)).status);
  expect((await Promise.all(all)).sort()).toEqual([200, 200, 503, 503]);
});
