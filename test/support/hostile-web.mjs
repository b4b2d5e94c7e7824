import { createServer } from 'node:http';
import { Buffer } from 'node:buffer';
import { clearInterval, setInterval } from 'node:timers';
import { isMainThread, parentPort } from 'node:worker_threads';
import { gzipSync, brotliCompressSync } from 'node:zlib';

/**
 * A server of answers that are made to keep their reader busy, as a worker thread. The host `KIND.example` answers in its own
 * way. It posts its port and the kinds.
 */

const MB = 1_000_000;
/** What a body may be at most, by default. */
const BODY = 4.9 * MB;
const WORDS =
  'bees make honey in their hive and the queen lays eggs while workers gather pollen from flowers ';

/** A text repeated up to a size. */
const fill = (text, bytes = BODY) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const many = (count, make) => Array.from({ length: count }, (_, n) => make(n)).join('');
const html = (body, headers = {}) => ({
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
});
const page = (markup) => html(`<!doctype html><title>Bees</title><p>${WORDS}</p>${markup}`);
const status = (code, headers = {}, body = '') => ({ code, headers, body });
const robots = (body) => ({
  '/robots.txt': () => ({ headers: { 'content-type': 'text/plain' }, body }),
  '/': () => page('<a href="/a*a*a*b">bees</a>'),
});
const sitemap = (body, headers = { 'content-type': 'application/xml' }) => ({
  '/robots.txt': (host) => ({ headers: {}, body: `Sitemap: http://${host}/map.xml` }),
  '/map.xml': () => ({ headers, body: typeof body === 'function' ? body() : body }),
  '/': () => page(''),
});
const urlset = (urls) => `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
/** What is written again and again until the connection ends. */
const drip = (head, bytes, milliseconds) => ({ raw: head, then: bytes, milliseconds });

/** Answers by kind; a kind with paths answers each in its own way, any other its every path but robots.txt. */
const KINDS = {
  plain: () => page('<a href="/1">bees</a>'),
  // Links.
  'links-short': () => page(many(240_000, (n) => `<a href=${n}>b</a>`)),
  'links-words': () =>
    page(
      many(60_000, (n) => `<p>honey bees <a href="/bees/${n}?page=${n}#top">bees hive ${n}</a> pollen</p>`),
    ),
  'links-hosts': () => page(many(90_000, (n) => `<a href="http://h${n}.bees.example/">bees ${n}</a>`)),
  'links-long': () => page(many(2400, (n) => `<a href="/${n}${'a/b.'.repeat(500)}">bees</a>`)),
  'links-huge': () => page(many(4, (n) => `<a href="/${n}${'%41/../x?'.repeat(130_000)}">bees</a>`)),
  'links-dots': () => page(many(1500, (n) => `<a href="${'../'.repeat(1000)}${n}">bees</a>`)),
  'links-query': () => page(many(2000, (n) => `<a href="?${many(300, (m) => `a${m}&`)}${n}">bees</a>`)),
  'links-anchor': () => page(`<a href=/1>${fill(WORDS, 4 * MB)}</a>`),
  'links-nested': () => page(fill('<a href=/1>b', 1 * MB)),
  'links-base': () =>
    page(
      `<base href="http://links-base.example/${'x/'.repeat(900)}">${many(150_000, (n) => `<a href=${n}>b</a>`)}`,
    ),
  'links-feeds': () =>
    page(many(50_000, (n) => `<link rel=alternate type="application/rss+xml" href=/f${n}>`)),
  // Texts.
  'title-long': () => html(`<title>${fill('bees ')}</title><p>${WORDS}`),
  'title-unclosed': () => html(`<title>${fill('<bees ')}`),
  'text-long': () => page(fill(WORDS)),
  'text-word': () => page(fill('bee')),
  'text-different': () => page(many(400_000, (n) => ` bee${n}x`)),
  'text-capitals': () => page(fill('Bee Hive ')),
  'text-dots': () => page(fill('a.b.c! ')),
  'text-numbers': () => page(fill('1,000.00 ')),
  'text-unicode': () => page(fill('𝔟\u0301\u200d🐝')),
  'text-chinese': () => page(fill('蜜蜂在花園裡採蜜。')),
  'text-entities': () => page(fill('&amp;&lt;&#x1F41D;&notanentity;')),
  'text-lines': () => page(fill('\n')),
  'text-zeros': () => html(Buffer.alloc(BODY)),
  'text-random': () =>
    html(
      Buffer.from(
        many(600_000, (n) => String.fromCharCode((n * 7919) % 256)),
        'latin1',
      ),
    ),
  'text-utf16': () => html(Buffer.alloc(BODY, 'a'), { 'content-type': 'text/html; charset=utf-16' }),
  'text-gb18030': () => html(Buffer.alloc(BODY, 0x81), { 'content-type': 'text/html; charset=gb18030' }),
  'text-untyped': () => ({ headers: {}, body: fill('<!---->') }),
  'text-untyped-spaces': () => ({ headers: {}, body: fill(' \t') + '<html>' }),
  'text-plain': () => ({ headers: { 'content-type': 'text/plain' }, body: fill(WORDS) }),
  // Markup.
  'deep-div': () => page(fill('<div>')),
  'deep-b': () => page(fill('<b><p>')),
  'deep-table': () => page(fill('<table><tr><td>')),
  'deep-font': () => page(fill('<font a=1><div>')),
  'deep-svg': () => page(fill('<svg><desc>')),
  'deep-template': () => page(fill('<template>')),
  'wide-li': () => page(fill('<li>b')),
  'wide-br': () => page(fill('<br>')),
  'close-tags': () => page(fill('</p>')),
  'open-tag': () => page(fill('<a ')),
  'attributes-many': () => page(`<div ${many(500_000, (n) => `a${n} `)}>bees</div>`),
  'attribute-long': () => page(`<div class="${fill('bees ')}">bees</div>`),
  'comment-open': () => page(fill('<!--')),
  comments: () => page(fill('<!---->')),
  cdata: () => page(fill('<![CDATA[')),
  'meta-many': () =>
    html(`${many(80_000, (n) => `<meta name="description" content="bees ${n}">`)}<p>${WORDS}`),
  'meta-robots': () => html(`<meta name=robots content="${fill('none,')}"><p>${WORDS}`),
  'meta-refresh': () => html(`<meta http-equiv=refresh content="0;url=${fill('x')}"><p>${WORDS}`),
  'canonical-many': () => html(`${many(100_000, (n) => `<link rel=canonical href=/${n}>`)}<p>${WORDS}`),
  headings: () => page(fill('<h1>Bees</h1>')),
  tables: () => page(fill('<table><tr><td>bees</table>')),
  'json-ld': () => page(`<script type="application/ld+json">${fill('[', 2 * MB)}</script>`),
  'json-ld-many': () =>
    page(fill('<script type="application/ld+json">{"@type":"Article","name":"bees"}</script>')),
  state: () => html(`<div id=root></div><script>window.__STATE__ = {"a":"${fill('{\\"', 3 * MB)}</script>`),
  'state-vars': () => html(`<div id=root></div><script>${fill('a=b=', 3 * MB)}</script>`),
  'state-json': () =>
    html(
      `<div id=root></div><script id=__NEXT_DATA__ type="application/json">{"a":[${many(200_000, (n) => `{"title":"bees ${n}","url":"/b/${n}"},`)}0]}</script>`,
    ),
  style: () => page(`<style>${fill('a{b:c}')}</style>`),
  // Heads.
  'header-long': () => html(`<p>${WORDS}`, { 'x-long': 'x'.repeat(60_000) }),
  'header-many': () =>
    html(`<p>${WORDS}`, Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [`x-${n}`, 'b']))),
  'header-robots': () => html(`<p>${WORDS}`, { 'x-robots-tag': 'none: , '.repeat(7000) }),
  'header-link': () => html(`<p>${WORDS}`, { link: '</a>; rel=canonical, '.repeat(2500) }),
  'header-type': () => html(`<p>${WORDS}`, { 'content-type': `text/html${'; charset= '.repeat(5000)}` }),
  'header-refresh': () => html(`<p>${WORDS}`, { refresh: `0;url=${'x'.repeat(60_000)}` }),
  'header-encoding': () => html(`<p>${WORDS}`, { 'content-encoding': 'gzip,'.repeat(10_000) }),
  'header-tdm': () =>
    html(`<p>${WORDS}`, { 'tdm-reservation': '1'.repeat(30_000), 'content-language': 'en,'.repeat(9000) }),
  'header-cookies': () =>
    html(`<p>${WORDS}`, { 'set-cookie': Array.from({ length: 1500 }, (_, n) => `c${n}=b; Domain=.example`) }),
  'retry-after': () => status(503, { 'retry-after': '9'.repeat(50_000) }),
  'location-long': () => status(302, { location: `/${'%41'.repeat(20_000)}` }),
  'location-chain': (_host, path) => status(302, { location: `/${Number(path.slice(1) || 0) + 1}` }),
  'location-circle': () => status(302, { location: '/' }),
  'location-strange': () => status(302, { location: `http://${'a.'.repeat(20_000)}` }),
  // Bodies.
  'gzip-bomb': () => html(gzipSync(Buffer.alloc(100 * MB)), { 'content-encoding': 'gzip' }),
  'gzip-twice': () => html(gzipSync(gzipSync(Buffer.alloc(100 * MB))), { 'content-encoding': 'gzip, gzip' }),
  'gzip-text': () => html(gzipSync(fill(WORDS)), { 'content-encoding': 'gzip' }),
  'brotli-bomb': () => html(brotliCompressSync(Buffer.alloc(100 * MB)), { 'content-encoding': 'br' }),
  'gzip-broken': () => html(Buffer.alloc(MB, 0x1f), { 'content-encoding': 'gzip' }),
  'length-short': () =>
    drip('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>bees and more', '', 0),
  'length-long': () =>
    drip('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3000\r\n\r\n<p>bees', '', 0),
  'chunks-small': () =>
    drip(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n${fill('1\r\nb\r\n', 3 * MB)}0\r\n\r\n`,
      '',
      0,
    ),
  'head-endless': () => drip('HTTP/1.1 200 OK\r\n', fill('X-More: bees\r\n', 50_000), 1),
  'hints-endless': () => drip('', fill('HTTP/1.1 103 Early Hints\r\n\r\n', 50_000), 1),
  'body-endless': () => drip('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n', fill(WORDS, 50_000), 1),
  'body-drip': () => drip('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n', 'b', 50),
  switching: () =>
    drip('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', '', 0),
  silent: () => drip('', '', 0),
  // Files beside pages.
  'robots-rules': robots(`User-agent: *\n${many(25_000, (n) => `Disallow: /${n}\n`)}`),
  'robots-stars': robots(`User-agent: *\n${many(6000, (n) => `Disallow: /${'*a'.repeat(30)}${n}$\n`)}`),
  'robots-star': robots(`User-agent: *\nDisallow: /${fill('*a', 480_000)}b$\n`),
  'robots-agents': robots(fill('User-agent: a\n', 500_000)),
  'robots-line': robots(fill('a', 500_000)),
  'robots-percent': robots(`User-agent: *\nDisallow: /${fill('%C3', 480_000)}\n`),
  'robots-sitemaps': robots(many(15_000, (n) => `Sitemap: http://robots-sitemaps.example/${n}\n`)),
  'robots-endless': {
    '/robots.txt': () =>
      drip('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n', fill('# bees\n', 50_000), 1),
    '/': () => page(''),
  },
  'robots-switching': {
    '/robots.txt': () => drip('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', '', 0),
    '/': () => page(''),
  },
  'sitemap-urls': sitemap(() =>
    urlset(many(400_000, (n) => `<url><loc>http://sitemap-urls.example/${n}</loc></url>`)),
  ),
  'sitemap-deep': sitemap(() => fill('<a>', 20 * MB)),
  'sitemap-loc': sitemap(() =>
    urlset(`<url><loc>http://sitemap-loc.example/${fill('x', 40 * MB)}</loc></url>`),
  ),
  'sitemap-entities': sitemap(() => urlset(`<url><loc>${fill('&amp;', 20 * MB)}</loc></url>`)),
  'sitemap-gzip': sitemap(() => gzipSync(Buffer.alloc(300 * MB, '<url>'))),
  'sitemap-lines': sitemap(() => many(900_000, (n) => `http://sitemap-lines.example/${n}\n`), {
    'content-type': 'text/plain',
  }),
  'sitemap-line': sitemap(() => fill('x', 45 * MB), { 'content-type': 'text/plain' }),
  'sitemap-json': sitemap(
    () =>
      `{"version":"https://jsonfeed.org/version/1.1","items":[${many(300_000, (n) => `{"url":"http://sitemap-json.example/${n}"},`)}{}]}`,
    { 'content-type': 'application/feed+json' },
  ),
  'sitemap-json-full': sitemap(
    () =>
      `{"version":"1.1","items":[${many(90_000, (n) => `{"url":"http://sitemap-json-full.example/${n}"},`)}{}]}`,
    { 'content-type': 'application/feed+json' },
  ),
  'sitemap-json-deep': sitemap(() => fill('[', 20 * MB), { 'content-type': 'application/feed+json' }),
  'sitemap-rss': sitemap(
    () =>
      `<rss><channel>${many(200_000, (n) => `<item><title>Bees ${n}</title><link>http://sitemap-rss.example/${n}</link><pubDate>x</pubDate></item>`)}</channel></rss>`,
  ),
  'sitemap-index': sitemap(
    () =>
      `<sitemapindex>${many(100_000, (n) => `<sitemap><loc>http://sitemap-index.example/m${n}</loc></sitemap>`)}</sitemapindex>`,
  ),
};

function answerOf(host, path) {
  const kind = KINDS[host.replace(/\.example.*$/, '')];
  if (typeof kind === 'object') return kind[path]?.(host, path) ?? status(404);
  return path === '/robots.txt' || kind === undefined ? status(404) : kind(host, path);
}

function send(response, { code = 200, headers, body, raw, then, milliseconds }) {
  if (raw === undefined) return void response.writeHead(code, headers).end(body);
  const { socket } = response;
  socket.on('error', () => socket.destroy());
  socket.write(raw);
  if (then === '') return;
  const timer = setInterval(() => socket.writableNeedDrain || socket.write(then), milliseconds);
  socket.on('close', () => clearInterval(timer));
}

if (!isMainThread && parentPort !== null) {
  const server = createServer((request, response) =>
    send(response, answerOf(request.headers.host ?? '', request.url ?? '')),
  );
  server.listen(0, '127.0.0.1', () =>
    parentPort.postMessage({ port: server.address().port, kinds: Object.keys(KINDS) }),
  );
}
