import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openSession } from '../../../src/extensions/sign-in/open-session.js';
import type { BrowserStorage } from '../../../src/model/rendering.js';

type StoredCookie = BrowserStorage['cookies'][number];

function session(hosts: readonly string[], ...cookies: Partial<StoredCookie>[]) {
  const whole = cookies.map((cookie): StoredCookie => ({
    ...{ name: 'sid', value: '1', domain: 'members.example', path: '/', expires: -1 },
    ...{ httpOnly: true, secure: false, sameSite: 'Lax' },
    ...cookie,
  }));
  return openSession(hosts, { cookies: whole, origins: [] });
}

it('sends cookies to named hosts, and to no other', () => {
  const { cookiesFor, covers } = session(
    ['members.example', 'www.members.example'],
    { name: 'own', domain: 'members.example' },
    { name: 'wide', domain: '.members.example' },
  );
  expect(cookiesFor('http://members.example/a')).toBe('own=1; wide=1');
  expect(cookiesFor('http://www.members.example/a')).toBe('wide=1');
  for (const url of [
    'http://ads.members.example/',
    'http://example/',
    'http://members.example:8080/',
    'nonsense',
  ])
    expect([url, covers(url), cookiesFor(url)]).toEqual([url, false, undefined]);
});

it('sends no cookie to a host that was not named, whatever its name and what it sets', () => {
  const { cookiesFor, take } = session(['members.example'], { domain: '.example' });
  fc.assert(
    fc.property(fc.webUrl(), fc.string(), (url, set) => {
      take(url, [set]);
      return new URL(url).host === 'members.example' || cookiesFor(url) === undefined;
    }),
    { seed: 1 },
  );
});

it('keeps to paths, encryption and expiry', () => {
  const { cookiesFor } = session(
    ['members.example'],
    { name: 'deep', path: '/a' },
    { name: 'encrypted', secure: true },
    { name: 'old', expires: 1_000_000_000 },
    { name: 'valid', expires: 4_000_000_000 },
  );
  expect(cookiesFor('http://members.example/b')).toBe('valid=1');
  expect(cookiesFor('https://members.example/a/b')).toBe('deep=1; encrypted=1; valid=1');
});

it('takes over what hosts set, as far as they may', () => {
  const { cookiesFor, take } = session(['members.example'], {});
  take('http://members.example/', [
    'sid=2; HttpOnly',
    'more=3; Path=/',
    'foreign=4; Domain=ads.example',
    '=;;;',
  ]);
  expect(cookiesFor('http://members.example/')).toContain('sid=2');
  expect(cookiesFor('http://members.example/')).toContain('more=3');
  expect(cookiesFor('http://members.example/')).not.toContain('foreign');
  take('http://members.example/', ['sid=; Max-Age=0']);
  expect(cookiesFor('http://members.example/')).not.toContain('sid');
});

it('does not let a host fill the memory', () => {
  const { cookiesFor, take } = session(['members.example']);
  for (let page = 0; page < 2000; page += 1) take('http://members.example/', [`c${page}=1`]);
  expect(cookiesFor('http://members.example/')?.split('; ').length).toBe(300);
});
