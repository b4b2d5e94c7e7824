import { expect, it } from '@jest/globals';
import { fileAddress } from '../../../src/extensions/archives/file-addresses.js';
import { pageKey } from '../../../src/web/stored/virtual-web.js';

it.each([
  ['a.example/a+b;c=1,d@e.html', 'http://a.example/a+b;c=1,d@e.html'],
  ['a.example/two words.html', 'http://a.example/two%20words.html'],
  ['a.example/50%.html', 'http://a.example/50%25.html'],
  ['a.example/dir#1/a\\b', 'http://a.example/dir%231/a%5Cb'],
  ['a.example/grün', 'http://a.example/gr%C3%BCn'],
  ['a.example/docs/index.html', 'http://a.example/docs/'],
  ['a.example/docs/index.html?C=M;O=D', 'http://a.example/docs/?C=M;O=D'],
  ['127.0.0.1+8080/a', 'http://127.0.0.1:8080/a'],
  ['a.example', undefined],
])('lists %s under %s', (file, address) => {
  expect(fileAddress(file, undefined)?.address).toBe(address);
});

it.each([
  ['docs/index.htm', '/docs'],
  ['docs/index.htm', '/docs/index.htm'],
  ['index.html?C=M;O=D', '/index.html?C=M;O=D'],
])('finds %s for %s', (file, asked) => {
  const { keys = [] } = fileAddress(file, 'a.example') ?? {};
  expect(keys).toContain(pageKey(new URL(asked, 'http://a.example/')));
});
