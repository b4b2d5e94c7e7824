import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpFetcher } from '../../../src/web/http/http-fetcher.js';
import {
  followRedirects,
  readRefresh,
  redirectTarget,
  refreshTarget,
} from '../../../src/web/http/redirects.js';

describe('redirectTarget', () => {
  it('resolves relative targets and drops fragments', () => {
    expect(redirectTarget('http://a.example/x/y', 301, '../z#top')).toBe('http://a.example/z');
    expect(redirectTarget('http://a.example/', 308, '//b.example')).toBe('http://b.example/');
  });

  it('refuses what is not a web address', () => {
    expect(() => redirectTarget('http://a.example/', 302, 'ftp://b.example/')).toThrow(/not a web address/);
    expect(() => redirectTarget('http://a.example/', 302, 'http://')).toThrow(/not a web address/);
  });
});

const answerFrom = (url: string) => ({ url, status: 200, headers: {}, body: new Uint8Array() });

describe('followRedirects', () => {
  const hops = (count: number) => async (url: string) => {
    const number = Number(new URL(url).pathname.slice(1));
    return number < count ? { redirect: `http://a.example/${number + 1}` } : { answer: answerFrom(url) };
  };

  it('follows ten redirects and not eleven', async () => {
    const seen: string[] = [];
    const answer = await followRedirects('http://a.example/0', hops(10), {
      onRedirect: (target) => void seen.push(target),
    });
    expect(answer.url).toBe('http://a.example/10');
    expect(seen).toHaveLength(10);
    await expect(followRedirects('http://a.example/0', hops(11), {})).rejects.toMatchObject({
      failure: 'too-many-redirects',
    });
  });
});

const PAGE = 'http://a.example/x/page';
const META = '<meta http-equiv="refresh" content="0;url=y">';

function target(markup: string, changes: { status?: number; headers?: Record<string, string> } = {}) {
  const headers = { 'content-type': 'text/html', ...changes.headers };
  const body = new TextEncoder().encode(markup);
  return refreshTarget({ url: PAGE, status: changes.status ?? 200, headers, body });
}

describe('refreshTarget', () => {
  it('finds the refresh wherever it stands, whatever its case', () => {
    expect(target(META)).toBe('http://a.example/x/y');
    expect(target(`<title>t</title><body><p>text<div>${META}`)).toBe('http://a.example/x/y');
    expect(target(`<META HTTP-EQUIV=Refresh CONTENT="10; URL='/z#top'">`)).toBe('http://a.example/z');
    expect(target('<meta http-equiv="&#82;efresh" content="0;url=/refresh">')).toBe(
      'http://a.example/refresh',
    );
  });

  it('takes the header before the page, and the first that is not to be ignored', () => {
    expect(target(META, { headers: { refresh: '0;url=/h' } })).toBe('http://a.example/h');
    expect(target(META, { headers: { refresh: 'x' } })).toBe('http://a.example/x/y');
    expect(target(`<meta http-equiv="refresh" content="x">${META}`)).toBe('http://a.example/x/y');
    expect(target(`<meta http-equiv="refresh" content="60">${META}`)).toBeUndefined();
  });

  it('finds none in comments, scripts, templates and noscript', () => {
    for (const [open, close] of [
      ['<!--', '-->'],
      ['<script>', '</script>'],
      ['<template>', '</template>'],
      ['<noscript>', '</noscript>'],
    ])
      expect(target(`${open}${META}${close}<p>text`)).toBeUndefined();
  });

  it('gives up on markup that is nested without end', () => {
    expect(target(`${'<b>'.repeat(80_000)}${META}`)).toBeUndefined();
  });
});

const BASE = 'http://b.example/base/page';
const FOLDER = 'http://b.example/base/';

function read(value: string): readonly [number, string] | undefined {
  const refresh = readRefresh(value, BASE);
  return refresh && [refresh.seconds, refresh.url.href];
}

describe('readRefresh', () => {
  it.each([
    ['0;url=x', 0, `${FOLDER}x`],
    ['5; Url = "x"y', 5, `${FOLDER}x`],
    ['0 ;\n x', 0, `${FOLDER}x`],
    [' \t12.75.1;url=/x', 12, 'http://b.example/x'],
    ['0;urlx', 0, `${FOLDER}urlx`],
    ['0;url=https://c.example/#top', 0, 'https://c.example/#top'],
    ['0;url=', 0, BASE],
    ['300', 300, BASE],
  ])('reads %j', (value, seconds, url) => expect(read(value)).toEqual([seconds, url]));

  it.each(['', 'x', '-1;url=x', '0;url=http://', '0;url=javascript:alert(1)'])('ignores %j', (value) =>
    expect(read(value)).toBeUndefined(),
  );

  it('takes time linear in the length of the value', () => {
    const long = 200_000;
    expect(read(`0${' '.repeat(long)}x`)).toEqual([0, `${FOLDER}x`]);
    expect(read(`${'1'.repeat(long)}x`)).toBeUndefined();
  });
});

it('follows a refresh over the network where that is wanted, and captures both exchanges', async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/' ? '<meta http-equiv=refresh content="0;url=/new">' : '<p>new');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const fetcher = createHttpFetcher({ userAgent: 'sfwc/0', addresses: { allowPrivate: true } });
  let captured = 0;
  const capture = () => () => void (captured += 1);
  try {
    expect((await fetcher.fetch(url, { followRefresh: true, capture })).url).toBe(`${url}new`);
    expect(captured).toBe(2);
    expect((await fetcher.fetch(url)).url).toBe(url);
  } finally {
    fetcher.close();
    server.close();
  }
});

describe('redirects that set a cookie', () => {
  const paths: string[] = [];
  const [ENABLE, RELOADS] = [0, 5].map(
    (n) => `<meta http-equiv="refresh" content="${n}">Please enable cookies`,
  );
  const FIRST: Readonly<Record<string, readonly [to?: string, cookie?: string, page?: string]>> = {
    '/article': ['/article', 'seen=1; Path=/'],
    '/check': ['/set', 'seen=1; Path=/'],
    '/refresh': [undefined, 'seen=1; Path=/', ENABLE],
    '/reload': [undefined, undefined, RELOADS],
    '/circle': ['/circle'],
  };
  const server = createServer(({ url = '', headers: { cookie = '' } }, response) => {
    paths.push(`${url} ${cookie}`);
    const [to, set, page = 'The article'] = (cookie === '' ? FIRST[url] : undefined) ?? [];
    const next = { '/set': '/check', '/counts': '/counts' }[url] ?? to;
    const sets = url === '/counts' ? `n=${paths.length}` : set;
    response.writeHead(next === undefined ? 200 : 302, {
      'content-type': 'text/html',
      ...(next !== undefined && { location: next }),
      ...(sets !== undefined && { 'set-cookie': sets }),
    });
    response.end(page);
  });
  const fetcher = createHttpFetcher({ userAgent: 'sfwc/0', addresses: { allowPrivate: true } });
  beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
  afterAll(() => {
    fetcher.close();
    server.close();
  });
  const bodyOf = async (path: string): Promise<string> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    return Buffer.from((await fetcher.fetch(url, { followRefresh: true })).body).toString();
  };

  it.each(['/article', '/check', '/refresh'])('lead to the article: %s', async (path) => {
    expect(await bodyOf(path)).toBe('The article');
    expect(paths.at(-1)).toBe(`${path} seen=1`);
    await bodyOf('/other');
    expect(paths.at(-1)).toBe('/other ');
  });

  it('end where nothing changes, or too much does', async () => {
    expect(await bodyOf('/reload')).toContain('enable');
    await expect(bodyOf('/circle')).rejects.toThrow('redirects in a circle');
    await expect(bodyOf('/counts')).rejects.toThrow('redirects more than 10 times');
  });
});
