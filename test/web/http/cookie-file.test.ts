import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import type { StoredCookie } from '../../../src/web/http/cookie-file.js';
import { openCookieSession, readCookieFile } from '../../../src/web/http/cookie-file.js';
import { createHttpFetcher } from '../../../src/web/http/http-fetcher.js';
import { failureOf } from '../../support/failure-of.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
let files = 0;

async function fileOf(text: string): Promise<string> {
  const file = join(folder, `cookies-${++files}`);
  await writeFile(file, text);
  return file;
}

function session(...cookies: Partial<StoredCookie>[]) {
  const opened = openCookieSession(
    cookies.map((cookie) => ({
      ...{ name: 'sid', value: '1', domain: 'members.example', path: '/', expires: -1 },
      ...{ httpOnly: true, secure: false },
      ...cookie,
    })),
  );
  return {
    cookiesFor: (...of: Parameters<typeof opened.cookiesFor>) => opened.cookiesFor(...of),
    covers: (...of: Parameters<typeof opened.covers>) => opened.covers(...of),
    take: (...of: Parameters<typeof opened.take>) => opened.take(...of),
  };
}

describe('a file of cookies', () => {
  it('is a cookies.txt: comments, cookies of scripts and others, subdomains, sessions', async () => {
    const file = await fileOf(
      [
        '# Netscape HTTP Cookie File',
        '',
        'members.example\tFALSE\t/a\tTRUE\t4000000000\tsid\tx=y z',
        '#HttpOnly_.Shop.example\tTRUE\t/\tFALSE\t0\tid\t',
      ].join('\r\n'),
    );
    expect(await readCookieFile(file)).toEqual([
      {
        ...{ name: 'sid', value: 'x=y z', domain: 'members.example', path: '/a' },
        ...{ expires: 4_000_000_000, httpOnly: false, secure: true },
      },
      {
        ...{ name: 'id', value: '', domain: '.shop.example', path: '/' },
        ...{ expires: -1, httpOnly: true, secure: false },
      },
    ]);
  });

  it('is the storage state of Playwright', async () => {
    const cookies = [{ name: 'sid', value: '1', domain: '.shop.example', path: '/', sameSite: 'Lax' }];
    expect(await readCookieFile(await fileOf(JSON.stringify({ cookies, origins: [] })))).toEqual([
      {
        ...{ name: 'sid', value: '1', domain: '.shop.example', path: '/' },
        ...{ expires: -1, httpOnly: false, secure: false },
      },
    ]);
  });

  it.each([
    ['a.example\tFALSE\t/\tFALSE\t0\tsid', ':2: this is not a cookie'],
    ['a.example\tFALSE\t/\tFALSE\tsoon\tsid\tsecret', ':2: this is not a cookie'],
  ])('names the line that is malformed, and quotes nothing of it: %j', async (line, message) => {
    const file = await fileOf(`# comment\n${line}\n`);
    const failure = await failureOf(readCookieFile(file));
    expect([failure.name, failure.message]).toEqual(['InputError', `${file}${message}`]);
  });

  it.each([
    ['{"cookies": [secret', 'is not JSON'],
    ['{"cookies": [{"name": "sid", "value": 5, "domain": "secret"}]}', 'cookies.0.value is wrong'],
  ])('names what is wrong in JSON: %j', async (text, message) => {
    const failure = await failureOf(readCookieFile(await fileOf(text)));
    expect(failure.message).toContain(message);
    expect(failure.message).not.toContain('secret');
  });
});

describe('cookies', () => {
  it('go to the hosts that the file names, and to no other', () => {
    const { cookiesFor, covers } = session(
      { name: 'own', domain: 'members.example' },
      { name: 'wide', domain: '.shop.example' },
    );
    expect(cookiesFor('http://members.example/a')).toBe('own=1');
    expect(cookiesFor('http://shop.example/')).toBe('wide=1');
    expect(cookiesFor('http://www.shop.example/')).toBe('wide=1');
    for (const url of [
      'http://ads.members.example/',
      'http://example/',
      'http://bookshop.example/',
      'nonsense',
    ])
      expect([url, covers(url), cookiesFor(url)]).toEqual([url, false, undefined]);
  });

  it('never go elsewhere, whatever other hosts set', () => {
    const { cookiesFor, take } = session({ domain: '.com' }, { domain: '.shop.example' });
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, set) => {
        take(url, [set]);
        return new URL(url).host.endsWith('shop.example') || cookiesFor(url) === undefined;
      }),
      { seed: 1 },
    );
  });

  it('are renewed by their hosts, as far as these may, and do not fill the memory', () => {
    const { cookiesFor, take } = session({});
    take('http://members.example/', ['sid=2; HttpOnly', 'more=3', 'foreign=4; Domain=ads.example', '=;;;']);
    expect(cookiesFor('http://members.example/')).toMatch(/^sid=2; more=3/);
    expect(cookiesFor('http://members.example/')).not.toContain('foreign');
    take('http://members.example/', ['sid=; Max-Age=0']);
    expect(cookiesFor('http://members.example/')).not.toContain('sid');
    for (let page = 0; page < 2000; page += 1) take('http://members.example/', [`c${page}=1`]);
    expect(cookiesFor('http://members.example/')?.split('; ').length).toBe(300);
  });
});

describe('a redirect to another host', () => {
  const asked: (readonly [host: string, cookie: string | undefined])[] = [];
  const server = createServer(({ headers: { host = '', cookie } }, response) => {
    asked.push([host, cookie]);
    if (host.startsWith('members.')) response.writeHead(302, { location: 'http://ads.example/' });
    response.end();
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => void server.close());

  it('gets none', async () => {
    const { port } = server.address() as AddressInfo;
    const to = { address: '127.0.0.1', port };
    const fetcher = createHttpFetcher({
      userAgent: 'sfwc-test',
      session: session({}),
      connectTo: [{ host: '*.example', to }],
      addresses: { allowPrivate: true },
    });
    await fetcher.fetch('http://members.example/');
    fetcher.close();
    expect(asked).toEqual([
      ['members.example', 'sid=1'],
      ['ads.example', undefined],
    ]);
  });
});
