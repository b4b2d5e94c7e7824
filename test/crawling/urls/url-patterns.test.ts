import { describe, expect, it } from '@jest/globals';
import { urlFilter, urlPattern } from '../../../src/crawling/urls/url-patterns.js';

describe('urlPattern', () => {
  it.each([
    ['*/wiki/*', 'http://a.example/wiki/X', true],
    ['*/wiki/*', 'http://a.example/wiki', false],
    ['http://a.example/', 'http://a.example/x', false],
    ['*.pdf?*', 'http://a.example/xpdf?v=1', false],
    ['*aba*ba', 'xaba', false],
    ['a*b*c', 'acb', false],
    ['/\\d{4}/', 'http://a.example/2024', true],
    ['/^HTTP/i', 'http://a.example/', true],
    ['/[?&](?<name>page|p)=\\d{2,}$/', 'http://a.example/?x=1&p=12', true],
    ['/\\u{e9}\\/\\p{Lu}/', 'http://a.example/é/Ä', true],
  ])('%s and %s: %s', (pattern, url, fits) => {
    expect(urlPattern(pattern)(url)).toBe(fits);
  });

  it.each(['/(a+)+b/', '/(a|a)*b/', '/(.*)*(.*)*x$/', `${'*a'.repeat(100)}*b`])(
    'ends soon with %.20s',
    (pattern) => {
      // A backtracking matcher takes longer than the universe has; a test that fails here does not end.
      expect(urlPattern(pattern)(`http://a.example/${'a'.repeat(2000)}`)).toBe(false);
    },
  );

  it('names the pattern that cannot be matched in bounded time', () => {
    expect(() => urlPattern('/(a)\\1/')).toThrow('the pattern /(a)\\1/ is not a regular expression');
    expect(() => urlPattern('/(?<x>a)\\k<x>/')).toThrow('it refers back to a group');
    expect(() => urlPattern('/(?!a)/')).toThrow('unsupported Perl syntax: `(?!`');
    expect(() => urlPattern('/((a{1000}){1000}){1000}/')).toThrow('invalid repeat count');
  });
});

it('urlFilter: one of those included, none of those excluded', () => {
  const filter = urlFilter(['*a*', '*b*'], ['*c*']);
  expect(['a', 'b', 'ac', 'd'].map(filter)).toEqual([true, true, false, false]);
  expect(urlFilter([], [])('anything')).toBe(true);
});
