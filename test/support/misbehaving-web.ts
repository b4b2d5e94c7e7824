import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.js';
import { gzipSync } from 'node:zlib';

/** A local server whose routes each go wrong in their own way; every host name is answered for. */
export type MisbehavingWeb = Awaited<ReturnType<typeof startMisbehavingWeb>>;

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** 200 MB of zeros, 200 kB of gzip: members that follow each other are one file (RFC 1952, section 2.2). */
const BOMB = Buffer.concat(new Array<Buffer>(200).fill(gzipSync(Buffer.alloc(1_000_000))));

const LONG_TEXT = Array.from({ length: 2000 }, (_, n) => `word${(n * 7919) % (1 + (n % 1009))}`).join(' ');

const ARTICLE = `topic ${LONG_TEXT}`;

export const PLAIN_PAGE = '<!doctype html><title>Plain</title><p>Just a page.</p>';

function html(response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.end(body);
}

function status(code: number): Handler {
  return (_request, response) => {
    response.writeHead(code, { 'content-type': 'text/html' });
    response.end(`<title>${code}</title>`);
  };
}

function redirect(to: string, code = 302): Handler {
  return (_request, response) => {
    response.writeHead(code, { location: to });
    response.end('see there');
  };
}

function page(markup: string): Handler {
  return (_request, response) => html(response, `<!doctype html>${markup}`);
}

function sitemapOf(paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${new URL(path, 'http://a.example').href}</loc></url>`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

/** Hosts that `/429-once` has put off. */
const recovered = new Set<string>();

function busy(code: number, headers: Record<string, string>): Handler {
  return (_request, response) => response.writeHead(code, headers).end();
}

/** Connections that `/once-per-connection` has answered on. */
const served = new WeakSet<object>();

const routes: Readonly<Record<string, Handler>> = {
  '/': (_request, response) => html(response, PLAIN_PAGE),
  '/plain': (_request, response) => html(response, PLAIN_PAGE),
  '/robots.txt': status(404),
  '/circle': redirect('/circle-2'),
  '/circle-2': redirect('/circle'),
  '/relative': redirect('plain?from=relative#part', 301),
  '/to-mail': redirect('mailto:someone@example.org'),
  '/slow-headers': () => undefined,
  '/slow-body': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<title>slow');
  },
  '/reset': (request) => request.socket.destroy(),
  '/once-per-connection': (request, response) => {
    if (served.has(request.socket)) request.socket.destroy();
    else html(response, PLAIN_PAGE);
    served.add(request.socket);
  },
  '/truncated': (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
    response.write('<title>only the beginning');
    setTimeout(() => request.socket.destroy(), 10);
  },
  '/not-http': (request) => request.socket.end('220 mail.example ESMTP\r\n'),
  '/bomb': (_request, response) => html(response, BOMB, { 'content-encoding': 'gzip' }),
  '/gzip': (_request, response) => html(response, gzipSync(PLAIN_PAGE), { 'content-encoding': 'gzip' }),
  '/endless-gzip': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    const packed = gzipSync(Buffer.alloc(0));
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.concat(new Array<Buffer>(5000).fill(packed))));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/declares-huge': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '900000000' });
    response.write('<title>the beginning');
  },
  '/trickle': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/to-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/429-once': (request, response) => {
    const host = request.headers.host ?? '';
    if (recovered.has(host)) html(response, PLAIN_PAGE);
    else response.writeHead(429, { 'retry-after': '120' }).end();
    recovered.add(host);
  },
  '/article': page(`<p>${ARTICLE}`),
  '/other': page(`<p>topic ${Array.from({ length: 300 }, (_, n) => `other${n % (1 + (n % 97))}`).join(' ')}`),
  '/each-other/1': page(`<link rel="canonical" href="http://a.example/each-other/2"><p>topic one`),
  '/each-other/2': page(`<link rel="canonical" href="http://a.example/each-other/1"><p>topic two`),
  '/soft-404': page('<title>Page not found</title><p>Sorry, nothing here.'),
  '/pdf-as-html': (_request, response) => html(response, '%PDF-1.7 and so on'),
  '/html-as-bytes': (_request, response) =>
    html(response, PLAIN_PAGE, { 'content-type': 'application/octet-stream' }),
  '/many-links': page(Array.from({ length: 1000 }, (_, n) => `<a href="/n/${n}">${n}</a>`).join(' ')),
  '/links-inside': page('<a href="http://169.254.169.254/">1</a> <a href="http://localhost:22/">2</a>'),
  '/sitemap.xml': (_request, response) =>
    response.end(sitemapOf(['/plain', '/article', 'http://elsewhere.example/'])),
  '/index-of-maps.xml': (_request, response) =>
    response.end(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
        '/map.xml.gz',
        '/feed',
        '/no-such-map.xml',
      ]
        .map((path) => `<sitemap><loc>http://mapped.example${path}</loc></sitemap>`)
        .join('')}</sitemapindex>`,
    ),
  '/map.xml.gz': (_request, response) =>
    response.end(
      gzipSync(sitemapOf(['http://mapped.example/n/1', 'http://mapped.example/n/2', 'http://b.example/'])),
    ),
  '/feed': (_request, response) =>
    response.end('<rss><channel><item><link>http://mapped.example/n/3</link></item></channel></rss>'),
  '/429': busy(429, { 'retry-after': '120' }),
  '/bad-gzip': (_request, response) =>
    html(response, Buffer.from('1f8b08000000000000ffffff', 'hex'), { 'content-encoding': 'gzip' }),
  '/huge': (_request, response) => html(response, Buffer.alloc(10_000_000, 'a ')),
  '/video': (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.end(Buffer.alloc(10_000_000));
  },
  '/wrong-type': (_request, response) => html(response, PLAIN_PAGE, { 'content-type': 'application/pdf' }),
  '/404': status(404),
  '/503': status(503),
  '/empty': (_request, response) => html(response, ''),
};

/** Paths that go wrong at every host, each in its own way: for webs in which a share of all pages does. */
export const FAULTS: readonly string[] = [
  ...['/404', '/503', '/429', '/429-once', '/soft-404', '/empty', '/not-http', '/reset', '/circle'],
  ...['/hops/12', '/hops/3', '/to-mail', '/to-metadata', '/slow-headers', '/slow-body', '/trickle'],
  ...['/truncated', '/declares-huge', '/huge', '/bomb', '/endless-gzip', '/bad-gzip', '/once-per-connection'],
  ...['/video', '/wrong-type', '/pdf-as-html', '/html-as-bytes', '/many-links', '/links-inside'],
  ...['/months/1', '/maze/a', '/deeper/', '/each-other/1'],
];

/** Hosts whose robots.txt goes wrong, or forbids. */
export const ROBOTS_FAULTS = [
  'robots-503',
  'robots-slow',
  'robots-circle',
  'robots-long-chain',
  'robots-rules',
];

/** Hosts with a robots.txt of their own. */
const robots: Readonly<Record<string, Handler>> = {
  'robots-503.example': status(503),
  'mapped.example': (_request, response) => {
    const maps = ['/index-of-maps.xml', '/private/map.xml'].map((path) => `Sitemap: ${path}`);
    response.end(['User-agent: *', 'Disallow: /private', ...maps].join('\n'));
  },
  'robots-slow.example': () => undefined,
  'robots-circle.example': redirect('/robots.txt'),
  'robots-long-chain.example': redirect('/hops/6'),
  'robots-rules.example': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('User-agent: *\nCrawl-delay: 2\nDisallow: /private\n');
  },
};

/** Answers a request as the route that it asks for goes wrong. */
export function misbehave(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'unknown'}`);
  const own = url.pathname === '/robots.txt' ? robots[url.hostname] : undefined;
  const handler = own ?? routes[url.pathname] ?? endlessRoute(url) ?? dynamicRoute(url);
  handler(request, response, url);
}

/** Every page of it links to two more with new names, and all say the same. */
function maze({ pathname }: URL): Handler {
  const seed = gzipSync(pathname).toString('hex').slice(-24);
  return page(`<p>You are in a maze of twisty little passages.
    <a href="/maze/a${seed}0">left</a> <a href="/maze/b${seed}1">right</a>`);
}

function endlessRoute(url: URL): Handler | undefined {
  if (url.pathname.startsWith('/maze/')) return maze(url);
  // A relative link that forgets its slash: each page is one level deeper.
  if (url.pathname.startsWith('/deeper/')) return page('<p>Again. <a href="x/y/">on</a>');
  return undefined;
}

/** Routes with a number: chains of redirects, and a calendar whose next month is always linked. */
function dynamicRoute(url: URL): Handler {
  const [, name, number] = /^\/([a-z-]+)\/(\d+)$/.exec(url.pathname) ?? [];
  const n = Number(number);
  if (name === 'hops') return redirect(n > 1 ? `/hops/${n - 1}` : '/plain');
  if (name === 'months') {
    const next = `<a href="/months/${n + 1}">next</a> <a href="/months/${n + 1000}">next year</a>`;
    return page(`<title>Month ${n}</title><p>Nothing happens in this month ${n}. ${next}`);
  }
  if (name === 'n') return page(`<p>number ${n}`);
  // A header of so many kilobytes.
  if (name === 'header')
    return (_request, response) => {
      response.setHeader('content-security-policy', 'x'.repeat(n * 1_000));
      html(response, '<p>a page with a long header');
    };
  if (name === 'calendar') {
    const page = `<title>Month ${n}</title><p>Nothing.</p><a href="/calendar/${n + 1}">next month</a>`;
    return (_request, response) => html(response, page);
  }
  return status(404);
}

/** Starts the server on a free port of 127.0.0.1. */
export async function startMisbehavingWeb() {
  const requests: string[] = [];
  const userAgents: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    userAgents.push(request.headers['user-agent'] ?? '');
    misbehave(request, response);
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  const { port, close } = await listen(server);
  return {
    connectTo: [{ host: '*', to: { address: '127.0.0.1', port } }],
    port,
    /** What was asked for: `host/path`. */
    requests,
    userAgents,
    /** TCP connections that were opened. */
    connections: () => connections,
    close,
  };
}
