import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import { crawl } from '../../../../src/app/crawl/crawl.js';
import { createControlRoomApp } from '../../../../src/extensions/server/control-room/serve-control-room.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import type { SearchAnswer } from '../../../../src/model/collection-search.js';
import { readRatings } from '../../../../src/crawling/ratings/ratings-folder.js';
import { readFrontier } from '../../../../src/crawling/store/frontier-view.js';
import { InputError } from '../../../../src/model/errors.js';
import { failureOf } from '../../../support/failure-of.js';
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
  ['a password', { authorization: `Basic ${TOKEN}` }, 401],
  ['a foreign name', { host: 'evil.example' }, 403],
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['no origin', { origin: 'null' }, 403],
  ['its own origin', { origin: 'http://localhost:8080' }, 200],
])('answers %s with %i', async (_, headers, status) => {
  expect((await ask('/api/crawls', headers)).status).toBe(status);
  expect((await ask('/api/crawls/0/state', headers)).status).toBe(status);
});

it('does not do what a foreign page asks for, whatever it knows', async () => {
  const body = JSON.stringify({ by: 'eve', action: { kind: 'rate', url: SMALL_SEED, answer: 'no' } });
  expect((await act(body, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await act(body, { authorization: '' })).status).toBe(401);
  expect((await readRatings(out, 'eve')).judgements).toEqual({});
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
  for (const name of ['tsconfig.json', '..%2froutes.js', '%2e%2e/routes.js', 'none.js'])
    expect((await ask(`${page}/${name}`)).status).toBe(404);
  expect((await ask('/x')).status).toBe(404);
});

it('names the crawls', async () => {
  const response = await ask('/api/crawls');
  expect(await response.json()).toEqual([{ name: 'out', out }]);
});

it.each(['1', '-1', 'x', '0.5', '__proto__', '%00'])('has no crawl %s', async (number) => {
  const response = await ask(`/api/crawls/${number}/state`);
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringMatching(/^crawl .* does not exist/),
  ]);
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
  ['page', 404],
  ['page?url=__proto__', 404],
  ['page?url=http://unknown.example/', 404],
  ['preview', 400],
  ['preview?score=Infinity', 400],
  ['preview?score=x', 400],
  ['nothing', 404],
])('answers %s with %i and a sentence', async (query, status) => {
  const response = await ask(`/api/crawls/0/${query}`);
  const text = await response.text();
  expect([response.status, text.length > 10, /\bat .*:\d+/.test(text)]).toEqual([status, true, false]);
});

it.each([
  ['{', 400],
  ['[]', 400],
  ['{"by":"","action":{"kind":"pause"}}', 400],
  ['{"by":"ada"}', 400],
  ['{"by":"ada","action":{"kind":"explode"}}', 400],
  ['{"by":"ada","action":{"kind":"pause","more":1}}', 400],
  ['{"by":"ada","action":{"kind":"pause"},"more":1}', 400],
  ['{"by":"ada","action":{"kind":"rate","url":"javascript:alert(1)","answer":"yes"}}', 400],
  // The crawl does not run.
  ['{"by":"ada","action":{"kind":"pause"}}', 400],
])('refuses to do %s', async (body) => {
  const response = await act(body);
  expect(response.status).toBe(400);
  expect((await response.text()).length).toBeGreaterThan(10);
});

it.each([
  [{ kind: 'block', what: 'not a host !!' }, /'not a host !!' is not a host, an address or a pattern/],
  [{ kind: 'unblock', what: ' ' }, /no host, address or pattern is given/],
  [{ kind: 'pin', what: '/(/' }, /not a regular expression/],
  [{ kind: 'boost', what: '/(a)\\1/', by: 1 }, /invalid escape sequence/],
  [{ kind: 'pace' }, /neither a delay nor a concurrency is given/],
  [{ kind: 'seed', urls: ['https://a.example/', 'nowhere'] }, /'nowhere' is not a web address/],
])('refuses %j of a crawl that has ended, and says why', async (action, message) => {
  const response = await act(JSON.stringify({ by: 'ada', action }));
  expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)]);
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
  const state = await view<{ waiting: { time: string }[] }>('state');
  expect(state).toMatchObject({
    waiting: [{ by: 'ada', action: { kind: 'block', what: host }, time: expect.any(String) }],
    blocks: blocked,
    actions: [],
  });
  expect(Math.abs(Date.now() - Date.parse(state.waiting[0]?.time ?? ''))).toBeLessThan(600_000);
  expect((await view<{ hosts: object[] }>('hosts?text=bees')).hosts[0]).toMatchObject({ blocks: blocked });
  const { head } = await view<{ head: { url: string; blocks: unknown }[] }>('frontier');
  expect(head.length).toBeGreaterThan(0);
  for (const { url, blocks } of head) expect(blocks).toEqual(new URL(url).host === host ? blocked : []);
  await say({ kind: 'unblock', what: host });
  expect(await view('state')).toMatchObject({ waiting: [{}, {}], blocks: [] });
  expect((await view<{ hosts: object[] }>('hosts?text=bees')).hosts[0]).toMatchObject({ blocks: [] });
});

it('refuses bodies that are too large, whatever they say of their size', async () => {
  expect((await act('{}', { 'content-length': '300001' })).status).toBe(413);
  const body = JSON.stringify({ by: 'ada', action: { kind: 'seed', urls: ['x'.repeat(300_000)] } });
  expect((await act(body, { 'content-length': '2' })).status).toBe(413);
  expect((await act(body, { 'content-length': '2', 'content-encoding': 'gzip' })).status).toBe(415);
});

it('looks at the frontier as the crawl would request it', async () => {
  const { head, hosts, busy } = readFrontier(out, 2);
  expect(head).toHaveLength(2);
  expect(head[0]?.priority.value).toBeGreaterThanOrEqual(head[1]?.priority.value ?? Infinity);
  expect(hosts[0]).toEqual({
    host: new URL(head[0]?.url ?? '').host,
    queued: expect.any(Number) as unknown,
    best: head[0]?.priority.value,
  });
  expect(busy).toEqual({});
  expect(await failureOf(Promise.resolve().then(() => readFrontier(root, 2)))).toBeInstanceOf(InputError);
});

it('keeps what a person says of a page, and asks about it no more', async () => {
  const [asked] = await view<{ url: string }[]>('questions?count=1');
  const url = asked?.url ?? '';
  const response = await act(JSON.stringify({ by: ' ada ', action: { kind: 'rate', url, answer: 'yes' } }));
  expect([response.status, await response.json()]).toEqual([200, { running: false }]);
  expect(await readRatings(out, 'ada')).toMatchObject({ judgements: { [url]: 'yes' } });
  const left = await view<{ url: string; alike: unknown }[]>('questions?count=10');
  expect(left.map((page) => page.url)).not.toContain(url);
  expect(left.every(({ alike }) => Array.isArray(alike))).toBe(true);
  expect(await view(`page?url=${encodeURIComponent(url)}`)).toMatchObject({ ratings: { ada: 'yes' } });
});

it('tells of what the crawl did since the last look', async () => {
  const event = crawlEvent({
    url: 'http://new.example/',
    state: 'failed',
    code: 'timeout',
    sequence: size + 1,
  });
  await appendFile(path.join(out, 'events.jsonl'), eventLines([event]));
  expect(await view('state')).toMatchObject({ version: size + 1, reasons: { timeout: 1 } });
  expect(await view('pages?which=timeout')).toMatchObject({ total: 1, pages: [{ code: 'timeout' }] });
});

it('searches the accepted pages, and says what is wrong with a query', async () => {
  const search = async (given: Readonly<Record<string, string>>): Promise<Response> =>
    ask(`/api/crawls/0/search?${new URLSearchParams(given).toString()}`);
  const found = (await (await search({ q: 'beekeeper', count: '1' })).json()) as SearchAnswer;
  expect(found.hits).toHaveLength(1);
  expect(found.hits[0]).toMatchObject({ host: 'bees.example', topic: 'bees' });
  const { text = '', marks = [] } = found.hits[0]?.passages[0] ?? {};
  expect(marks.map(([begin, end]) => text.slice(begin, end).toLowerCase())).toContain('beekeeper');
  const page = await ask(`/api/crawls/0/page?url=${encodeURIComponent(found.hits[0]?.id ?? '')}`);
  expect(page.status).toBe(200);
  const none = (await (await search({ q: 'beekeeper', host: 'none.example' })).json()) as SearchAnswer;
  expect([none.hits, none.all]).toEqual([[], 0]);
  for (const [given, message] of [
    [{ q: '"open' }, 'a quotation mark in the query is not closed'],
    [{}, 'q, the words to search for, is missing'],
    [{ q: 'bees', topic: 'cats' }, "is about 'cats'"],
  ] as const) {
    const refused = await search(given);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(message)]);
  }
});
