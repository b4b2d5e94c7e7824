import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
    ['mount-point', `<div id=app><p>Loading …</p></div><footer>© Shop</footer>${SCRIPT}`],
    ['mount-point', `<app-root></app-root>${SCRIPT}`],
    ['noscript', `<noscript>You need to enable JavaScript to run this app.</noscript>${SCRIPT}`],
    ['island', `<h1>Prices</h1><p>${PROSE}</p><astro-island client=only></astro-island>${SCRIPT}`],
    ['endless-list', `<ul><li><a href=/1>One</a></ul><div class=infinite-scroll></div>${SCRIPT}`],
    ['scripted-links', `<p>${PROSE}</p>${'<span role=link data-href=/x>more</span>'.repeat(5)}${SCRIPT}`],
    ['consent-wall', `<div class=cookie-wall>We and our partners store cookies. Accept?</div>${SCRIPT}`],
    ['little-text', `<body><p>Please wait</p>${SCRIPT}`],
  ])('%s', (sign, html) => expect(signs(html)).toContain(sign));

  it.each([
    ['a page without scripts', '<div id=root></div><p>Hello'],
    ['a page that was filled on the server', `<div id=__next><p>${PROSE.repeat(2)}</p></div>${SCRIPT}`],
    ['a short page with links', `<p>Moved.<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>${SCRIPT}`],
    ['a pixel in noscript', `<p>${PROSE}</p><noscript><img src=/pixel.gif></noscript>${SCRIPT}`],
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

describe('data in a shell', () => {
  const shell = (data: string) => read(`<title>Pump</title><div id=root></div>${data}${SCRIPT}`);
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

  it.each([
    [
      'JSON-LD',
      `<script type=application/ld+json>${json({ '@type': 'Article', articleBody: PROSE })}</script>`,
    ],
    [
      '__NEXT_DATA__',
      `<script id=__NEXT_DATA__ type=application/json>${json({ props: { post: { body: PROSE } } })}</script>`,
    ],
    [
      '__NUXT_DATA__',
      `<script id=__NUXT_DATA__ type=application/json>${json([{ a: 1 }, 'x', PROSE])}</script>`,
    ],
    ['markup in JSON', `<script type=application/json>${json({ content: `<p>${PROSE}</p>` })}</script>`],
  ])('gives the text: %s', (_, data) => {
    const page = shell(data);
    expect(page.text).toBe(PROSE);
    expect(page.title).toBe('Pump');
    expect(page.shell).toEqual({ signs: ['mount-point'], data: true, lacks: 'links' });
  });

  it('gives links with the titles next to them, and no files or services', () => {
    const related = [
      { title: 'Insulin pens', url: '/pens' },
      { name: 'Meters', href: 'https://meters.example/#top' },
    ];
    const rest = {
      image: { url: '/logo' },
      icon: '/x',
      path: '/app.css',
      href: '/api/v1/items',
      url: '//x y',
    };
    const page = shell(`<script type=application/json>${json({ text: PROSE, related, rest })}</script>`);
    expect(page.links).toEqual([
      { url: 'https://shop.example/pens', anchorText: 'Insulin pens', noFollow: false },
      { url: 'https://meters.example/', anchorText: 'Meters', noFollow: false },
    ]);
    expect(page.shell).toEqual({ signs: ['mount-point'], data: true });
  });

  it.each([
    ['translations', json({ translations: { intro: PROSE } })],
    ['settings', json({ runtimeConfig: { description: PROSE } })],
    ['little text', json({ text: 'Two words' })],
    ['broken data', '{"text": "'],
    ['markup without an end', json({ text: '<p <a '.repeat(2000) })],
    [
      'code',
      json({ text: 'function (a) { return a; }; const b = () => call({ x: 1, y: [2, 3] }); '.repeat(4) }),
    ],
  ])('is not taken for text: %s', (_, data) => {
    const page = shell(`<script type=application/json>${data}</script>`);
    expect(page).toMatchObject({ text: '', shell: { lacks: 'text' } });
  });

  it('completes a list that grows as it is scrolled', () => {
    const items = [1, 2, 3, 4].map((number) => ({ title: `Item ${number}`, path: `/item/${number}` }));
    const data = `<script type=application/json>${json({ items })}</script>`;
    const page = read(`<p>Items</p><a href=/item/1>Item 1</a><div id=load-more></div>${data}${SCRIPT}`);
    expect(page.links.map(({ url }) => url)).toContain('https://shop.example/item/3');
    expect(page.shell).toEqual({ signs: ['endless-list'], data: true });
  });

  it('is bounded, however much there is', () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const many = json(Array.from({ length: 120_000 }, (_, at) => ({ text: `${PROSE} ${at}` })));
    for (const data of [nested, many]) {
      const page = shell(`<script type=application/json>${data}</script>`);
      expect(page.text.length).toBeLessThan(600_000);
    }
  });

  it('never throws', () => {
    const values = fc.json({ maxDepth: 6 });
    fc.assert(
      fc.property(values, fc.string(), (value, text) => {
        shell(
          `<script type=application/json>${value}</script><script type=application/ld+json>${text}</script>`,
        );
      }),
    );
  });
});
