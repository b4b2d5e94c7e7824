import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createScope, normaliseUrl, registeredDomain } from '../../../src/crawling/urls/urls.js';

describe('normaliseUrl', () => {
  it.each([
    ['HTTP://WWW.Example.ORG', 'http://www.example.org/'],
    ['http://example.org:80/a', 'http://example.org/a'],
    ['http://example.org/a/./b/../c#part', 'http://example.org/a/c'],
    ['http://example.org/?utm_source=x#!/about?a=b', 'http://example.org/#!/about?a=b'],
    ['http://user:secret@example.org/', 'http://example.org/'],
    ['http://example.org/%7euser/%e4%2f', 'http://example.org/~user/%E4%2F'],
    ['http://example.org/?b=2&a=1', 'http://example.org/?b=2&a=1'],
    ['http://example.org/?', 'http://example.org/'],
    ['http://example.org./', 'http://example.org/'],
    ['http://bücher.example/ä', 'http://xn--bcher-kva.example/%C3%A4'],
    ['http://example.org/%2%35', 'http://example.org/%2%35'],
    ['http://example.org/%61%41%30%2d%2E%5f%7E', 'http://example.org/aA0-._~'],
    ['http://example.org/%%36%31?%c3%a4%2b', 'http://example.org/%%361?%C3%A4%2B'],
  ])('%s → %s', (written, expected) => {
    expect(normaliseUrl(written)).toBe(expected);
  });

  it.each([
    ['?utm_source=x&id=7&utm_medium=y', '?id=7'],
    ['?gclid=1&fbclid=2&MSCLKID=3', ''],
    ['a?utm_source=x&', 'a'],
    ['?b&PHPSESSID=nrqc2onl0jl8v6mbpgjgkh9v94', '?b'],
    ['page;jsessionid=0A1B2C3D4E5F6071?x=1', 'page?x=1'],
    ['a/b/..;jsessionid=0A1B2C3D4E5F6071/c', 'a/c'],
    ['page;jsessionid=keynote;x=1', 'page;jsessionid=keynote;x=1'],
    ['?q=utm_source', '?q=utm_source'],
  ])('leaves what trackers and sessions add out: %s', (written, expected) => {
    expect(normaliseUrl(`http://example.org/${written}`)).toBe(`http://example.org/${expected}`);
  });

  it.each([
    'PHPSESSID=0123456789abcdef0123456789abcdef',
    'PHPSESSID=nrqc2onl0jl8v6mbpgjgkh9v94', // 6 bits a character
    'jsessionid=1A530637289A03B07199A44E8D531427',
    'JSESSIONID=0000A2MB4IJozU_VU8IwZJzZN5J:12ab34cd5', // WebSphere
    'jsessionid=B3nGkVZ2fLn1Q2hT!-1234567890!1076328905', // WildFly
    'ASPSESSIONIDQQTTDDCA=JKLMGHBCEEJKJHIFLAGKOLPA',
    'ASP.NET_SessionId=lit3py55t21z5v55vlm25s55',
    'CFID=48213&CFTOKEN=58291034',
    'sid=8c1d0f2a4b6e8c1d0f2a4b6e8c1d0f2a', // phpBB
    'session_id=550e8400-e29b-41d4-a716-446655440000',
  ])('knows the session in %s', (parameter) => {
    expect(normaliseUrl(`http://example.org/?a=1&${parameter}`)).toBe('http://example.org/?a=1');
  });

  it.each([
    'session_id=keynote',
    'session_id=2024-05-12-keynote-room-a',
    'session_id=introduction-to-machine-learning-2024',
    'session_id=1715500000123456789',
    'sid=10472',
    'sid',
    'PHPSESSID=keynote',
    'mysid=8c1d0f2a4b6e8c1d0f2a4b6e8c1d0f2a',
  ])('leaves %s in, which chooses a page', (parameter) => {
    const written = `http://example.org/?${parameter}`;
    expect(normaliseUrl(written)).toBe(written);
  });

  it('keeps parameters on request, and refuses long addresses', () => {
    const written = 'http://example.org/?utm_source=x&b=2&a=1';
    expect(normaliseUrl(written, true)).toBe(written);
    expect(normaliseUrl(`http://example.org/${'a'.repeat(2029)}`)).toHaveLength(2048);
    expect(normaliseUrl(`http://example.org/${'a'.repeat(2030)}`)).toBeUndefined();
  });

  it.each(['mailto:a@example.org', 'javascript:void(0)', 'ftp://example.org/', '/relative', '', 'http://'])(
    'refuses %s',
    (written) => {
      expect(normaliseUrl(written)).toBeUndefined();
    },
  );

  it('does not change what is normalised already', () => {
    const nasty = fc.array(
      fc.oneof(
        fc.constantFrom(
          ...['%', '%2', '%25', '%36', '%61', '%2e', '%2F', '%3f', '%3B', '%e4', '%zz', '/', '//', '.', '..'],
          ...[
            '?',
            '&',
            '=',
            ';',
            '#',
            '+',
            '\\',
            ' ',
            '\t',
            '\u00e4',
            '\ud800',
            '"',
            "'",
            '|',
            '^',
            '@',
            ':',
          ],
          ...['utm_source=x', 'sid=0123456789abcdef', ';jsessionid=0A1B2C3D4E5F', '&PHPSESSID=0123456789'],
        ),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom('', 'u:p@', 'a.example.', 'a;b'),
        nasty,
        fc.boolean(),
        (host, parts, keep) => {
          const once = normaliseUrl(`http://${host}example/${parts.join('')}`, keep);
          if (once !== undefined) expect(normaliseUrl(once, keep)).toBe(once);
        },
      ),
      { seed: 4 },
    );
  });
});

describe('registeredDomain', () => {
  it.each([
    ['www.bbc.co.uk', 'bbc.co.uk'],
    ['https://de.wikipedia.org/wiki/X', 'wikipedia.org'],
    ['www.diabetes.example', 'diabetes.example'],
    ['localhost', 'localhost'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://[::1]:8080/', '[::1]'],
  ])('%s → %s', (host, domain) => {
    expect(registeredDomain(host)).toBe(domain);
  });
});

describe('createScope', () => {
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
    expect(createScope(seeds, scope).includes(url)).toBe(expected);
  });
});
