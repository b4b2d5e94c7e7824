import { expect, it } from '@jest/globals';
import { createSignedInFetcher } from '../../../src/extensions/sign-in/signed-in-fetcher.js';
import { isSignInPage } from '../../../src/extensions/sign-in/sign-in-page.js';
import { FetchError } from '../../../src/model/errors.js';
import type { FetchedResponse } from '../../../src/model/crawl-event.js';
import { lineLogger } from '../../../src/support/logger.js';

const WAY_IN = '<form action="/enter"><input name=user><input type="password" name=p></form>';

function page(url: string, html: string, status = 200): FetchedResponse {
  return { url, status, headers: { 'content-type': 'text/html' }, body: Buffer.from(html) };
}

it.each([
  [WAY_IN, true],
  ['<INPUT class="x" TYPE = password>', true],
  [`${WAY_IN}<a href="/logout">Log out</a>`, false],
  [`${WAY_IN}<button>Abmelden</button>`, false],
  ['<input type=text name=password>', false],
  ['<p>Your password</p>', false],
])('knows a sign-in page: %s', (html, expected) => {
  expect(isSignInPage(page('http://members.example/', html))).toBe(expected);
});

it('takes no error and no other file for a sign-in page', () => {
  expect(isSignInPage(page('http://members.example/', WAY_IN, 403))).toBe(false);
  const text = {
    ...page('http://members.example/robots.txt', WAY_IN),
    headers: { 'content-type': 'text/plain' },
  };
  expect(isSignInPage(text)).toBe(false);
});

/** A site of two hosts, whose session ends and begins again. */
function site(ask: (url: string) => string) {
  const [asked, said]: [string[], string[]] = [[], []];
  let saved: (() => void) | undefined;
  const fetcher = createSignedInFetcher({
    live: {
      fetch: (url) => {
        asked.push(url);
        return Promise.resolve(page(url, ask(url)));
      },
    },
    session: {
      covers: (url) => url.startsWith('http://members.example/'),
      cookiesFor: () => undefined,
      take: () => undefined,
      renew: () => {
        const isNew = saved !== undefined;
        saved?.();
        saved = undefined;
        return Promise.resolve(isNew);
      },
    },
    clock: { now: () => 0, sleep: () => new Promise((wake) => void setImmediate(wake)) },
    logger: lineLogger((line) => said.push(line.trim())),
    remedy: (host) => `sign in at ${host}`,
  });
  return { fetcher, asked, said, save: (then: () => void) => (saved = then) };
}

it('waits where the session has ended until there is a new one, and requests the page again', async () => {
  let isIn = true;
  const { fetcher, asked, said, save } = site(() => (isIn ? 'bees' : WAY_IN));
  await fetcher.fetch('http://members.example/1');
  isIn = false;
  save(() => (isIn = true));
  const { body } = await fetcher.fetch('http://members.example/2');
  expect(Buffer.from(body).toString()).toBe('bees');
  // The page, the last good one, and the page again.
  expect(asked.map((url) => url.at(-1))).toEqual(['1', '2', '1', '2']);
  expect(said[0]).toContain('members.example asks to sign in again, and waits: sign in at members.example');
});

it('takes a page with a field for passwords for what it is while the session goes on', async () => {
  const { fetcher, asked, said } = site((url) => (url.endsWith('/settings') ? WAY_IN : 'bees'));
  await fetcher.fetch('http://members.example/1');
  expect((await fetcher.fetch('http://members.example/settings')).url).toBe(
    'http://members.example/settings',
  );
  expect([asked.length, said]).toEqual([3, []]);
});

it('leaves other hosts alone', async () => {
  const { fetcher, asked } = site(() => WAY_IN);
  await fetcher.fetch('http://shop.example/');
  expect(asked).toEqual(['http://shop.example/']);
});

it('ends with the crawl', async () => {
  const { fetcher, said } = site(() => WAY_IN);
  const stopping = new AbortController();
  const fetching = fetcher.fetch('http://members.example/1', { signal: stopping.signal });
  while (said.length === 0) await new Promise((wake) => setImmediate(wake));
  stopping.abort();
  await expect(fetching).rejects.toThrow(/abort/);
});

it.each([
  ['http://members.example/logout', true],
  ['http://members.example/account/sign-out?next=/', true],
  ['http://members.example/index.php?action=logout', true],
  ['http://members.example/user/abmelden.html', true],
  ['http://members.example/logistics/output', false],
  ['http://members.example/blog/outlook', false],
])('does not request what ends the session: %s', async (url, isRefused) => {
  const { fetcher, asked } = site(() => 'bees');
  const failure: unknown = await fetcher.fetch(url).catch((thrown: unknown) => thrown);
  expect([failure instanceof FetchError, asked.length]).toEqual([isRefused, isRefused ? 0 : 1]);
});
