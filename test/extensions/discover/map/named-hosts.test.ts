import { expect, it } from '@jest/globals';
import { namedHosts } from '../../../../src/extensions/discover/map/named-hosts.js';
import { UsageError } from '../../../../src/model/errors.js';

it('takes host names, with https and then http, and addresses as they are', () => {
  expect(
    namedHosts(['Example.org', 'http://127.0.0.1:8080/health#top', 'bücher.example:8443/a', '[::1]:80']),
  ).toEqual([
    { host: 'example.org', starts: ['https://example.org/', 'http://example.org/'] },
    { host: '127.0.0.1:8080', starts: ['http://127.0.0.1:8080/health'] },
    {
      host: 'xn--bcher-kva.example:8443',
      starts: ['https://xn--bcher-kva.example:8443/a', 'http://xn--bcher-kva.example:8443/a'],
    },
    { host: '[::1]:80', starts: ['https://[::1]:80/', 'http://[::1]/'] },
  ]);
});

it('takes each host once', () => {
  expect(namedHosts(['a.example', 'https://a.example/x', 'a.example.'])).toHaveLength(1);
});

it.each([
  '',
  'no host',
  'mailto:bee@a.example',
  'ftp://a.example/',
  'a..example',
  '-a.example',
  `${'x'.repeat(64)}.example`,
  '/etc',
])("refuses '%s'", (word) => {
  expect(() => namedHosts(['a.example', word])).toThrow(UsageError);
  expect(() => namedHosts([word])).toThrow(`'${word}' is not a host`);
});

it('does not repeat a password', () => {
  expect(() => namedHosts(['https://bee:wax@a..example/'])).toThrow("'https://a..example/' is not a host");
});

it('wants a host', () => {
  expect(() => namedHosts([])).toThrow('no host was given');
});
