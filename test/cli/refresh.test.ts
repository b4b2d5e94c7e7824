import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beeTopic } from '../support/bee-topic.js';
import { BEE_TEXTS } from '../support/small-corpus.js';
import { sfwc } from './run.js';

const { root, kb } = beeTopic();
const out = path.join(root, 'refreshed');
const SITE = 'http://site.example';
/** Pages that send their readers on, with the values of their refreshes. */
const REFRESHES = {
  '/at-once': '0;url=/target-0',
  '/after-5': '5;url=/target-5',
  '/after-10': '10; URL=/target-10',
  '/after-11': '11;url=/target-11',
  '/loop': '0;url=/loop-2',
  '/loop-2': '0;url=/loop',
  '/away': '0;url=http://other.example/page',
  '/barred': '0;url=/forbidden/page',
} as const;
const LINKED = Object.keys(REFRESHES).filter((place) => place !== '/loop-2');

/** Two texts for each page that readers come to, so that none is a copy of another. */
const READ = ['/', '/target-0', '/target-5', '/target-10', '/after-11', '/page'];
const textOf = (place: string): string =>
  Object.values(BEE_TEXTS)
    .slice(2 * READ.indexOf(place))
    .slice(0, 2)
    .join(' ');

/** What was requested, in order. */
const requested: string[] = [];
const server = createServer((request, response) => {
  const { pathname, href } = new URL(request.url ?? '/', `http://${request.headers.host}`);
  requested.push(href);
  if (pathname === '/robots.txt') return void response.end('User-agent: *\nDisallow: /forbidden/\n');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const refresh = REFRESHES[pathname as keyof typeof REFRESHES] as string | undefined;
  const meta = refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">`;
  const links = LINKED.map((place) => `<a href="${place}">bees of ${place}</a>`).join(' ');
  response.end(
    `<title>Bees at ${pathname}</title>${meta}<p>${textOf(pathname)}</p>${pathname === '/' ? links : ''}`,
  );
});
let connect: readonly string[];
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connect = ['--set', `connectTo=*.example=127.0.0.1:${(server.address() as AddressInfo).port}`];
});
afterAll(() => void server.close());

interface Ended {
  readonly url: string;
  readonly state: string;
  readonly code: string;
  readonly message?: string;
  readonly finalUrl?: string;
}

describe('a crawl of pages that send their readers on', () => {
  let events: ReadonlyMap<string, Ended>;
  beforeAll(async () => {
    const { code, stderr } = await sfwc([
      ...[
        'crawl',
        '--kb',
        kb,
        '--topic',
        'bees',
        '--seeds',
        `${SITE}/`,
        '--scope',
        'host',
        '--set',
        'follow=all',
      ],
      ...['--delay', '0', '--out', out, '--warc', 'all', ...connect],
    ]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const lines = (await readFile(path.join(out, 'events.jsonl'), 'utf8')).trim().split('\n');
    events = new Map(lines.map((line) => JSON.parse(line) as Ended).map((event) => [event.url, event]));
  });

  it('takes refreshes of up to ten seconds as redirects, and no later one', () => {
    for (const seconds of ['0', '5', '10']) {
      const page = seconds === '0' ? '/at-once' : `/after-${seconds}`;
      expect(events.get(SITE + page)).toMatchObject({ finalUrl: `${SITE}/target-${seconds}` });
    }
    expect(events.get(`${SITE}/after-11`)).toMatchObject({ state: 'done' });
    expect(events.get(`${SITE}/after-11`)).not.toHaveProperty('finalUrl');
    expect(requested).not.toContain(`${SITE}/target-11`);
  });

  it('ends a loop, and neither leaves its scope nor requests what robots.txt forbids', () => {
    expect(events.get(`${SITE}/loop`)).toMatchObject({ state: 'failed', code: 'too-many-redirects' });
    expect(events.get(`${SITE}/away`)).toMatchObject({ state: 'skipped', code: 'redirect-out-of-scope' });
    expect(events.get(`${SITE}/barred`)).toMatchObject({
      state: 'skipped',
      code: 'robots-disallowed',
      message: expect.stringContaining(`${SITE}/forbidden/page`),
    });
    expect(requested.filter((url) => /other\.example|\/forbidden\//.test(url))).toEqual([]);
  });
});

describe('classify with the address of such a page', () => {
  const classify = (page: string) =>
    sfwc(['classify', SITE + page, '--kb', kb, '--topic', 'bees', '--explain', ...connect]);

  it('judges the page that readers come to', async () => {
    const { code, stdout } = await classify('/after-10');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Bees at /target-10')]);
    expect((await classify('/after-11')).stdout).toContain('Bees at /after-11');
  });

  it('names the loop, and the target that robots.txt forbids, which is not requested', async () => {
    expect(await classify('/loop')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('redirects in a circle'),
    });
    expect(await classify('/barred')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/redirects to http:\/\/site\.example\/forbidden\/page.*robots\.txt/),
    });
    expect(requested.filter((url) => url.includes('/forbidden/'))).toEqual([]);
  });
});
