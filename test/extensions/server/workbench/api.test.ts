import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Hono } from 'hono';
import { createControlRoomApp } from '../../../../src/extensions/server/control-room/serve-control-room.js';
import { createCrawlList } from '../../../../src/extensions/server/workbench/crawl-list.js';
import type { Job } from '../../../../src/extensions/server/workbench/jobs.js';
import { workbenchOperations } from '../../../../src/extensions/server/workbench/operations.js';
import { openWorkbench, type Workbench } from '../../../../src/extensions/server/workbench/workbench.js';
import { eventually } from '../../../support/eventually.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { itInFull } from '../../../support/thorough.js';

const TOKEN = 'secret-token';
const [root, outside] = [temporaryFolder(), temporaryFolder()];
const closing = new AbortController();
let bench: Workbench;
let app: Hono;

beforeAll(() => {
  mkdirSync(root, { recursive: true });
  const crawls = createCrawlList([], root);
  bench = openWorkbench(root, crawls);
  const room = { host: '127.0.0.1', token: TOKEN, signal: closing.signal };
  app = createControlRoomApp(crawls, room, { bench });
});
afterAll(async () => {
  closing.abort();
  await bench.close();
});

function ask(at: string, init: RequestInit = {}, headers: Record<string, string> = {}): Promise<Response> {
  const given = { host: 'localhost:8080', authorization: `Bearer ${TOKEN}`, ...headers };
  return Promise.resolve(app.request(`http://localhost:8080${at}`, { ...init, headers: given }));
}

async function json<T>(at: string, init?: RequestInit): Promise<T> {
  const response = await ask(at, init);
  if (response.status !== 200) throw new Error(`${at}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<T>;
}

const post = (at: string, content: unknown): Promise<Response> =>
  ask(at, { method: 'POST', body: JSON.stringify(content) });
const put = (at: string, text: string): Promise<Response> => ask(at, { method: 'PUT', body: text });

interface Described {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>;
}

it('describes every route of the API, and no other', async () => {
  const { openapi, paths } = await json<Described>('/api');
  expect(openapi).toBe('3.1.0');
  const described = Object.entries(paths).flatMap(([at, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
  );
  const served = app.routes
    .filter(({ path: at, method }) => /^\/api\//.test(at) && method !== 'ALL')
    .map(({ path: at, method }) => `${method} ${at.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')}`);
  expect(new Set(described)).toEqual(new Set(served));
  for (const methods of Object.values(paths))
    for (const { summary } of Object.values(methods)) expect(summary).toMatch(/^[A-Z].*\.$/);
});

it('answers nothing else without the token, nor requests of other pages', async () => {
  for (const { method, path: at } of workbenchOperations(bench)) {
    const init = { method: method.toUpperCase() };
    const place = at.replace(/:\w+(?:\{[^}]*\})?/g, 'x');
    expect([at, (await ask(place, init, { authorization: '' })).status]).toEqual([at, 401]);
    expect([at, (await ask(place, init, { origin: 'https://evil.example' })).status]).toEqual([at, 403]);
    expect([at, (await ask(place, init, { host: 'evil.example' })).status]).toEqual([at, 403]);
  }
});

it('keeps texts under clean names in the folder of the topic', async () => {
  expect((await post('/api/topics', { name: 'bees' })).status).toBe(200);
  expect((await post('/api/topics', { name: 'bees' })).status).toBe(409);
  const kept = await put(`/api/topics/bees/texts/${encodeURIComponent('../../a b<c>.txt')}`, 'Bees fly.');
  expect(await kept.json()).toEqual({ name: 'a b_c_.txt' });
  expect(readFileSync(path.join(root, 'corpora/bees/a b_c_.txt'), 'utf8')).toBe('Bees fly.');
  expect((await put('/api/topics/bees/texts/run.exe', 'x')).status).toBe(415);
  expect((await put('/api/topics/wasps/texts/a.txt', 'x')).status).toBe(404);
  const whole = await json<{ sources: unknown[] }>('/api/topics/bees');
  expect(whole.sources).toEqual([{ name: 'a b_c_.txt', bytes: 9 }]);
  const remove = (file: string): Promise<Response> =>
    ask(`/api/topics/bees/texts/${encodeURIComponent(file)}`, { method: 'DELETE' });
  writeFileSync(path.join(root, 'secret.txt'), 'secret');
  expect((await remove('../../secret.txt')).status).toBe(400);
  expect((await remove('a b_c_.txt')).status).toBe(200);
  expect(existsSync(path.join(root, 'secret.txt'))).toBe(true);
});

it.each(['', '../x', '.hidden', 'end.'])('has no topic %j', async (name) => {
  expect((await post('/api/topics', { name })).status).toBe(400);
});

it('does not write through a link that leads out of the folder', async () => {
  mkdirSync(outside, { recursive: true });
  mkdirSync(path.join(root, 'corpora'), { recursive: true });
  symlinkSync(outside, path.join(root, 'corpora/linked'));
  expect((await put('/api/topics/linked/texts/a.txt', 'x')).status).toBe(400);
  expect(existsSync(path.join(outside, 'a.txt'))).toBe(false);
});

it('says at each field what is wrong with a crawl', async () => {
  const plan = (wish: object): Promise<{ problems: { field: string; message: string }[]; command: string }> =>
    post('/api/plans', wish).then((response) => response.json() as never);
  const { problems } = await plan({
    name: 'x',
    seeds: ['file:///etc/passwd'],
    maxPages: 0,
    plugin: ['x.js'],
  });
  const fields = problems.map(({ field }) => field);
  expect(fields).toEqual(expect.arrayContaining(['seeds', 'maxPages']));
  expect(problems.find(({ field }) => field === 'maxPages')?.message).toMatch(/must be at least 1/);
  const wish = { name: 'x', seeds: ['https://example.org/'], maxPages: 50 };
  expect((await plan(wish)).problems).toEqual([
    { field: 'contact', message: expect.stringMatching(/reach you/) },
  ]);
  const good = await plan({ ...wish, contact: 'ada@example.org' });
  expect(good.problems).toEqual([]);
  expect(good.command).toBe(
    "sfwc crawl --max-pages 50 --user-agent 'sfwc/0.1 (semantic focused crawler; ada@example.org)' --out crawls/x --seeds https://example.org/",
  );
  expect((await post('/api/crawls', wish)).status).toBe(400);
  expect(existsSync(path.join(root, 'crawls/x'))).toBe(false);
});

itInFull(
  'crawls the sample web, exports what it found, and shows a page without its scripts',
  async () => {
    const wish = { name: 'tried', web: 'sample', seeds: ['http://glucosecare.example/'], maxPages: 3 };
    const [first, second] = await Promise.all([post('/api/crawls', wish), post('/api/crawls', wish)]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const summaries = () => json<{ crawls: { name: string; state: string }[] }>('/api/summaries');
    await eventually(async () => (await summaries()).crawls[0]?.state === 'max-pages');
    expect(await json('/api/starts/tried')).toMatchObject({ state: 'begun' });
    expect(await summaries()).toMatchObject({ crawls: [{ name: 'tried', requested: 3, accepted: 3 }] });

    let job = (await (await post('/api/crawls/tried/exports', { format: 'csv' })).json()) as Job;
    await eventually(async () => (job = await json<Job>(`/api/jobs/${job.id}`)).state !== 'running');
    expect(job).toMatchObject({ state: 'done', result: { name: 'tried.csv' } });
    const open = (address: string) => ask(address, {}, { authorization: '' });
    const file = await open((job.result as { address: string }).address);
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''tried.csv");
    expect((await file.text()).trim().split('\n')).toHaveLength(4);
    expect((await open('/files/other')).status).toBe(404);

    const opened = await post('/api/crawls/tried/archived', { url: 'http://glucosecare.example/' });
    const page = await open(((await opened.json()) as { address: string }).address);
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'self'", 'sandbox'])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script-src|allow-scripts/);
    expect(await page.text()).toContain('Glucose Care');
  },
  240_000,
);
