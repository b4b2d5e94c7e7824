import { describe, expect, it } from '@jest/globals';
import { fileAddress, lookupKey } from '../../../src/extensions/archives/file-addresses.js';

/** A name of a file as bytes, of which `\xFC` and the like are single ones. */
const bytes = (name: string): string => Buffer.from(name).toString('latin1');

describe('fileAddress', () => {
  it.each([
    ['a.example/a+b;c=1,d@e.html', 'http://a.example/a+b;c=1,d@e.html'],
    ['a.example/two words.html', 'http://a.example/two%20words.html'],
    ['a.example/50%.html', 'http://a.example/50%25.html'],
    ['a.example/dir#1/a\\b', 'http://a.example/dir%231/a%5Cb'],
    [bytes('a.example/grün'), 'http://a.example/gr%C3%BCn'],
    ['a.example/gr\xFCn', 'http://a.example/gr%FCn'],
    ['a.example/docs/index.html', 'http://a.example/docs/'],
    ['a.example/docs/index.html?C=M;O=D', 'http://a.example/docs/?C=M;O=D'],
    ['a.example/list.php@q=me@x', 'http://a.example/list.php?q=me@x'],
    ['a.example/@me', 'http://a.example/@me'],
    ['127.0.0.1+8080/a', 'http://127.0.0.1:8080/a'],
    [bytes('bücher.example/a'), 'http://xn--bcher-kva.example/a'],
    ['a.example', undefined],
  ])('lists %s under %s', (file, address) => {
    expect(fileAddress(file, undefined)?.address).toBe(address);
  });

  it.each([
    ['list?q=a%2Fb', '/list?q=a/b'],
    ['a%2Fb', '/a%252Fb'],
    ['list@page=1.html', '/list@page=1.html'],
    ['index.html?C=M;O=D', '/index.html?C=M;O=D'],
    ['\xC4%80bc', '/%c4%80bc'],
    ['docs/index.htm', '/docs'],
  ])('finds %s for %s', (file, asked) => {
    const { keys = [] } = fileAddress(file, 'a.example') ?? {};
    expect(keys).toContain(lookupKey(new URL(asked, 'http://a.example/')));
  });
});
