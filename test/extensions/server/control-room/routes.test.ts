import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import { crawl } from '../../../../src/app/crawl/crawl.js';
import { createControlRoomApp } from '../../../../src/extensions/server/control-room/serve-control-room.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import type { SearchAnswer } from '../../../../src/extensions/search/search-answer.js';
import { readRatings } from '../../../../src/crawling/ratings/ratings-folder.js';
import { createWebFetcher } from '../../../../src/web/stored/fetcher.js';
import { beeTopic, openSmallWeb } from '../../../support/bee-topic.js';
import { collected } from '../../../support/collected.js';
import { crawlEvent, eventLines } from '../../../support/crawl-events.js';
import { manualClock } from '../../../support/manual-clock.js';
import { SMALL_SEED } from '../../../support/small-corpus.js';

const TOKEN = 'secret-token';
const { root, kb } = beeTopic();
const out = path.join(root, 'out');
const closing = new AbortController();
let app: Hono;
/** Of the crawl. */
let [size, accepted] = [0, 0];

beforeAll(async () => {
  const web = await openSmallWeb(root);
  const run = crawl({
    kb,
    topic: 'bees',
    seeds: [SMALL_SEED],
    out,
    maxPages: 4,
    follow: 'all',
    keepDuplicates: true,
    concurrency: 1,
    workers: 1,
    fetcher: createWebFetcher(web),
    clock: manualClock(),
  });
  await run.summary;
  const events = await collected(readEvents(out));
  size = events.length;
  accepted = events.filter(({ judgement }) => judgement?.accepted === true).length;
  app = createControlRoomApp([out], { host: '127.0.0.1', token: TOKEN, signal: closing.signal });
});

afterAll(() => closing.abort());

type Headers = Readonly<Record<string, string>>;
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

async function ask(at: string, headers: Headers = {}, init: RequestInit = {}): Promise<Response> {
  return app.request(`http://localhost:8080${at}`, {
    ...init,
    headers: { host: 'localhost:8080', ...AUTHORIZED, ...headers },
  });
}

async function view<T = unknown>(name: string): Promise<T> {
  const response = await ask(`/api/crawls/0/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  return response.json() as Promise<T>;
}

function act(body: string, headers: Headers = {}): Promise<Response> {
  const length = String(Buffer.byteLength(body));
  return ask('/api/crawls/0/actions', { 'content-length': length, ...headers }, { method: 'POST', body });
}

it.each([
  ['no token', { authorization: '' }, 401],
  ['a wrong token', { authorization: 'Bearer other-token' }, 401],
  ['a foreign name', { host: 'evil.example' }, 403],
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['its own origin', { origin: 'http://localhost:8080' }, 200],
])('answers %s with %i', async (_, headers, status) => {
  expect((await ask('/api/crawls', headers)).status).toBe(status);
  expect((await ask('/api/crawls/0/state', headers)).status).toBe(status);
});

it('serves the page without the token, under a policy that runs nothing else', async () => {
  for (const [at, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/page/page.css', 'text/css; charset=utf-8'],
    ['/page/page.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const response = await ask(at, { authorization: '' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
  }
  const page = '/page';
  for (const name of ['tsconfig.json', '..%2froutes.js', '%2e%2e/routes.js'])
    expect((await ask(`${page}/${name}`)).status).toBe(404);
});

it('shows the crawl in each view', async () => {
  expect(await view('state')).toMatchObject({
    status: { topic: 'bees', state: 'max-pages', paused: false, counts: { fetched: 4, accepted } },
    version: size,
    curve: expect.arrayContaining([[4, accepted]]),
    doing: { tone: 'ended', text: 'ended: limit of 4 pages' },
    harvest: { last100: accepted / 4, last1000: accepted / 4 },
    nouns: expect.arrayContaining([expect.objectContaining({ noun: 'queen' })]),
    actions: [],
  });
  const { total, pages } = await view<{ total: number; pages: { url: string }[] }>('pages?which=accepted');
  expect([total, pages.length, pages.at(-1)?.url]).toEqual([accepted, accepted, SMALL_SEED]);
  const last = pages[0]?.url ?? '';
  const page = await view<{ way: { url: string }[] }>(`page?url=${encodeURIComponent(last)}`);
  expect(page).toMatchObject({
    event: { url: last, state: 'done' },
    verdict: 'accepted',
    text: expect.any(String),
    ratings: {},
  });
  expect(page.way[0]?.url).toBe(SMALL_SEED);
  const { host } = new URL(SMALL_SEED);
  const { total: known, hosts } = await view<{ total: number; hosts: object[] }>(
    'hosts?by=fetched&text=bees',
  );
  expect(known).toBe(1);
  expect(hosts[0]).toMatchObject({ host, accepted, failed: 0, contacted: false, busy: 0 });
  const frontier = await view<{ head: unknown[] }>('frontier');
  expect(frontier.head.length).toBeGreaterThan(0);
  expect(await view('preview?score=1e9')).toMatchObject({ accepted: 0, newlyRejected: accepted });
  expect(await view<unknown[]>('questions?count=2')).toHaveLength(2);
});

it.each([
  ['0/page?url=__proto__', 404],
  ['0/preview?score=Infinity', 400],
  ['__proto__/state', 404],
])('answers %s with %i and a sentence', async (query, status) => {
  const response = await ask(`/api/crawls/${query}`);
  const text = await response.text();
  expect([response.status, text.length > 10, /\bat .*:\d+/.test(text)]).toEqual([status, true, false]);
});

it.each([
  ['{', 400],
  ['{"by":"","action":{"kind":"pause"}}', 400],
  ['{"by":"ada","action":{"kind":"explode"}}', 400],
  ['{"by":"ada","action":{"kind":"rate","url":"javascript:alert(1)","answer":"yes"}}', 400],
  // The crawl does not run.
  ['{"by":"ada","action":{"kind":"pause"}}', 400],
])('refuses to do %s', async (body) => {
  const response = await act(body);
  expect(response.status).toBe(400);
  expect((await response.text()).length).toBeGreaterThan(10);
});

it('says what is wrong with an action', async () => {
  const action = { kind: 'block', what: 'not a host !!' };
  const response = await act(JSON.stringify({ by: 'ada', action }));
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('is not a host')]);
  expect(await view('state')).toMatchObject({ waiting: [], blocks: [] });
});

it('lists what waits until the crawl is resumed, and what is blocked then', async () => {
  const { host } = new URL(SMALL_SEED);
  const say = async (action: object): Promise<void> => {
    const response = await act(JSON.stringify({ by: 'ada', action }));
    expect([response.status, await response.json()]).toEqual([200, { running: false }]);
  };
  const blocked = [{ what: host, by: 'ada', waits: true }];
  await say({ kind: 'block', what: host });
  expect(await view('state')).toMatchObject({
    ...{ waiting: [{ by: 'ada', action: { kind: 'block', what: host } }], blocks: blocked, actions: [] },
  });
  expect((await view<{ hosts: object[] }>('hosts?text=bees')).hosts[0]).toMatchObject({ blocks: blocked });
  await say({ kind: 'unblock', what: host });
  expect(await view('state')).toMatchObject({ waiting: [{}, {}], blocks: [] });
});

it('refuses bodies that are too large, whatever they say of their size', async () => {
  const body = JSON.stringify({ by: 'ada', action: { kind: 'seed', urls: ['x'.repeat(300_000)] } });
  expect((await act(body, { 'content-length': '2' })).status).toBe(413);
  expect((await act(body, { 'content-length': '2', 'content-encoding': 'gzip' })).status).toBe(415);
});

it('keeps what a person says of a page, and asks about it no more', async () => {
  const [asked] = await view<{ url: string }[]>('questions?count=1');
  const url = asked?.url ?? '';
  const response = await act(JSON.stringify({ by: ' ada ', action: { kind: 'rate', url, answer: 'yes' } }));
  expect([response.status, await response.json()]).toEqual([200, { running: false }]);
  expect(await readRatings(out, 'ada')).toMatchObject({ judgements: { [url]: 'yes' } });
  const left = await view<{ url: string }[]>('questions?count=10');
  expect(left.map((page) => page.url)).not.toContain(url);
  expect(await view(`page?url=${encodeURIComponent(url)}`)).toMatchObject({ ratings: { ada: 'yes' } });
});

it('tells of what the crawl did since the last look', async () => {
  const failed = { state: 'failed', code: 'timeout' } as const;
  const event = crawlEvent({ ...failed, url: 'http://new.example/', sequence: size + 1 });
  await appendFile(path.join(out, 'events.jsonl'), eventLines([event]));
  expect(await view('state')).toMatchObject({ version: size + 1, reasons: { timeout: 1 } });
  expect(await view('pages?which=timeout')).toMatchObject({ total: 1, pages: [{ code: 'timeout' }] });
});

it('searches the accepted pages, and says what is wrong with a query', async () => {
  const { hits } = await view<SearchAnswer>('search?q=beekeeper&count=1');
  expect(hits).toMatchObject([{ host: 'bees.example', topic: 'bees' }]);
  const refused = await ask('/api/crawls/0/search?q=%22open');
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('is not closed')]);
});
