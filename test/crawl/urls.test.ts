import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostOf, inScope, normaliseUrl, registeredDomain } from '../../src/crawl/urls.js';

describe('normaliseUrl', () => {
  it.each([
    ['HTTP://WWW.Example.ORG', 'http://www.example.org/'],
    ['http://example.org:80/a', 'http://example.org/a'],
    ['https://example.org:443/', 'https://example.org/'],
    ['https://example.org:8443/', 'https://example.org:8443/'],
    ['http://example.org/a/./b/../c#part', 'http://example.org/a/c'],
    ['http://user:secret@example.org/', 'http://example.org/'],
    ['http://example.org/%7euser/%e4%2f', 'http://example.org/~user/%E4%2F'],
    ['http://example.org/?b=2&a=1', 'http://example.org/?b=2&a=1'],
    ['http://example.org/?', 'http://example.org/'],
    ['http://example.org/?q=what?', 'http://example.org/?q=what?'],
    ['http://example.org./', 'http://example.org/'],
    ['http://bücher.example/ä', 'http://xn--bcher-kva.example/%C3%A4'],
    [' http://example.org/ ', 'http://example.org/'],
    ['http://example.org/%2%35', 'http://example.org/%2%35'],
  ])('%s → %s', (written, expected) => {
    expect(normaliseUrl(written)).toBe(expected);
  });

  it.each([
    ['?utm_source=x&id=7&utm_medium=y', '?id=7'],
    ['?gclid=1&fbclid=2&MSCLKID=3', ''],
    ['?%75tm_source=x&a=1', '?a=1'],
    ['?PHPSESSID=0a1b2c&b', '?b'],
    ['?sid=0123456789abcdef0123456789abcdef', ''],
    ['?sid=12&session=summer', '?sid=12&session=summer'],
    ['page;jsessionid=0A1B2C?x=1', 'page?x=1'],
    ['?b=2&a=1&a=0', '?b=2&a=1&a=0'],
    ['?q=utm_source', '?q=utm_source'],
  ])('leaves what trackers and sessions add out: %s', (written, expected) => {
    expect(normaliseUrl(`http://example.org/${written}`)).toBe(`http://example.org/${expected}`);
  });

  it('keeps parameters, sorts queries and limits lengths on request', () => {
    const written = 'http://example.org/?utm_source=x&b=2&a=1';
    expect(normaliseUrl(written, { keepParameters: true })).toBe(written);
    expect(normaliseUrl(written, { sortQueries: true })).toBe('http://example.org/?a=1&b=2');
    expect(normaliseUrl(written, { maxLength: 20 })).toBeUndefined();
  });

  it.each(['mailto:a@example.org', 'javascript:void(0)', 'ftp://example.org/', '/relative', '', 'http://'])(
    'refuses %s',
    (written) => {
      expect(normaliseUrl(written)).toBeUndefined();
    },
  );

  it('refuses addresses longer than 2048 characters', () => {
    const start = 'http://example.org/';
    expect(normaliseUrl(start + 'a'.repeat(2048 - start.length))).toHaveLength(2048);
    expect(normaliseUrl(start + 'a'.repeat(2049 - start.length))).toBeUndefined();
  });

  it('does not change what is normalised already', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, tail) => {
        const once = normaliseUrl(url + tail);
        if (once !== undefined) expect(normaliseUrl(once)).toBe(once);
      }),
      { seed: 4 },
    );
  });
});

describe('registeredDomain', () => {
  it.each([
    ['www.bbc.co.uk', 'bbc.co.uk'],
    ['https://de.wikipedia.org/wiki/X', 'wikipedia.org'],
    ['someone.github.io', 'github.io'],
    ['www.diabetes.example', 'diabetes.example'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://[::1]:8080/', '[::1]'],
  ])('%s → %s', (host, domain) => {
    expect(registeredDomain(host)).toBe(domain);
  });
});

describe('inScope', () => {
  const seeds = ['https://www.example.org/start', 'http://localhost:8080/'];
  it.each([
    ['http://www.example.org/other', 'host', true],
    ['http://www.example.org:81/', 'host', false],
    ['http://en.example.org/', 'host', false],
    ['http://en.example.org/', 'domain', true],
    ['http://example.net/', 'domain', false],
    ['http://localhost:9090/', 'host', false],
    ['http://localhost:9090/', 'domain', true],
    ['http://example.net/', 'any', true],
  ] as const)('%s in scope %s: %s', (url, scope, expected) => {
    expect(inScope(url, seeds, scope)).toBe(expected);
  });
});

it('hostOf names the port only where it is not the default one', () => {
  expect(hostOf('https://a.example:443/')).toBe('a.example');
  expect(hostOf('http://a.example:443/')).toBe('a.example:443');
});
