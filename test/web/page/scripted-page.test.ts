import { describe, expect, it } from '@jest/globals';
import { createPageReader } from '../../../src/web/page/reader.js';

const reader = createPageReader();
const read = (html: string, url = 'https://shop.example/a/b') =>
  reader.read(Buffer.from(html), url, 'text/html');
const SCRIPT = '<script src=/app.js></script>';
const PROSE =
  'The pump delivers insulin under the skin all day long, in small amounts that follow the need of the body. ' +
  'It is worn on a belt, and its reservoir has to be filled every third day by whoever wears it.';
const signs = (html: string) => read(html).shell?.signs ?? [];

describe('signs of a shell', () => {
  it.each([
    ['mount-point', `<div id=root></div>${SCRIPT}`],
    ['noscript', `<noscript>You need to enable JavaScript to run this app.</noscript>${SCRIPT}`],
    ['island', `<h1>Prices</h1><p>${PROSE}</p><astro-island client=only></astro-island>${SCRIPT}`],
    ['little-text', `<body><p>Please wait</p>${SCRIPT}`],
  ])('%s', (sign, html) => expect(signs(html)).toContain(sign));

  it.each([
    ['a page without scripts', '<div id=root></div><p>Hello'],
    ['a page that was filled on the server', `<div id=__next><p>${PROSE.repeat(2)}</p></div>${SCRIPT}`],
    [
      'a plain page that asks for JavaScript for its search',
      `<noscript>JavaScript is disabled.</noscript><p>${PROSE}${'<a href=/x>x</a>'.repeat(4)}</p>${SCRIPT}`,
    ],
    ['a long page with an island', `<p>${PROSE.repeat(12)}</p><astro-island></astro-island>${SCRIPT}`],
    ['a banner on a page with text', `<div class=cookie-bar>We use cookies</div><p>${PROSE}</p>${SCRIPT}`],
  ])('none for %s', (_, html) => expect(signs(html)).toEqual([]));

  it('do not change how a page without signs is read', () =>
    expect(read(`<p>${PROSE}</p>${SCRIPT}`)).not.toHaveProperty('shell'));
});
