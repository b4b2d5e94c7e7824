import { expect, it } from '@jest/globals';
import { addressTarget } from '../../../src/crawling/steering/steering.js';
import { UsageError } from '../../../src/model/errors.js';

const cases: readonly (readonly [what: string, url: string, includes: boolean])[] = [
  ['example.org', 'https://example.org/a', true],
  ['Example.org', 'https://www.example.org:8080/a', true],
  ['example.org', 'https://badexample.org/', false],
  ['example.org:8080', 'http://example.org:8080/', true],
  ['example.org:8080', 'http://example.org/', false],
  ['https://example.org/a#part', 'https://example.org/a', true],
  ['https://example.org/a', 'https://example.org/a/b', false],
  ['https://example.org/a*', 'https://example.org/a/b', true],
  ['/print=1/', 'https://example.org/?print=1', true],
];

it.each(cases)('%s means %s: %s', (what, url, includes) => {
  expect(addressTarget(what).includes(url)).toBe(includes);
});

it.each(['', '  ', 'two words', 'not a host !!', '/(/', '/(a)\\1/'])('refuses %j', (what) => {
  expect(() => addressTarget(what)).toThrow(UsageError);
});
