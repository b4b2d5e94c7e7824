import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** A local server whose routes each go wrong in their own way; every host name is answered for. */
export interface MisbehavingWeb {
  /** For the fetcher's `connectTo`: every host leads here. */
  readonly connectTo: readonly {
    readonly host: string;
    readonly to: { readonly address: string; readonly port: number };
  }[];
  readonly port: number;
  /** What was asked for: `host/path`. */
  readonly requests: readonly string[];
  readonly userAgents: readonly string[];
  /** TCP connections that were opened. */
  connections(): number;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** 200 MB of zeros, 200 kB of gzip: members that follow each other are one file (RFC 1952, section 2.2). */
const BOMB = Buffer.concat(new Array<Buffer>(200).fill(gzipSync(Buffer.alloc(1_000_000))));

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

/** Connections that `/once-per-connection` has answered on. */
const served = new WeakSet<object>();

const routes: Readonly<Record<string, Handler>> = {
  '/': (_request, response) => html(response, PLAIN_PAGE),
  '/plain': (_request, response) => html(response, PLAIN_PAGE),
  '/robots.txt': status(404),
  '/circle': redirect('/circle-2'),
  '/circle-2': redirect('/circle'),
  '/to-itself': redirect('/to-itself'),
  '/relative': redirect('plain?from=relative#part', 301),
  '/to-mail': redirect('mailto:someone@example.org'),
  '/to-umlaut': redirect(Buffer.from('/gr\u00fcn').toString('latin1')),
  '/gr%C3%BCn': (_request, response) => html(response, PLAIN_PAGE),
  '/no-location': (_request, response) => response.writeHead(302).end(),
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
  '/deflate': (_request, response) =>
    html(response, deflateSync(PLAIN_PAGE), { 'content-encoding': 'deflate' }),
  '/brotli': (_request, response) =>
    html(response, brotliCompressSync(PLAIN_PAGE), { 'content-encoding': 'br' }),
  '/bad-gzip': (_request, response) => html(response, 'this is not gzip', { 'content-encoding': 'gzip' }),
  '/odd-encoding': (_request, response) => html(response, 'x', { 'content-encoding': 'rot13' }),
  '/huge': (_request, response) => html(response, Buffer.alloc(10_000_000, 'a ')),
  '/video': (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.end(Buffer.alloc(10_000_000));
  },
  '/wrong-type': (_request, response) => html(response, PLAIN_PAGE, { 'content-type': 'application/pdf' }),
  '/no-type': (_request, response) => response.writeHead(200).end(PLAIN_PAGE),
  '/no-type-binary': (_request, response) => response.writeHead(200).end(Buffer.from([0, 1, 2, 3])),
  '/bad-charset': (_request, response) =>
    html(response, PLAIN_PAGE, { 'content-type': 'text/html; charset=klingon' }),
  '/404': status(404),
  '/500': status(500),
  '/503': status(503),
  '/empty': (_request, response) => html(response, ''),
};

/** Hosts with a robots.txt of their own. */
const robots: Readonly<Record<string, Handler>> = {
  'robots-503.example': status(503),
  'robots-slow.example': () => undefined,
  'robots-circle.example': redirect('/robots.txt'),
  'robots-long-chain.example': redirect('/hops/6'),
  'robots-chain.example': redirect('/robots-hops/4'),
  'robots-rules.example': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('User-agent: *\nCrawl-delay: 2\nDisallow: /private\n');
  },
};

function dispatch(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'unknown'}`);
  const own = url.pathname === '/robots.txt' ? robots[url.hostname] : undefined;
  const handler = own ?? routes[url.pathname] ?? dynamicRoute(url);
  handler(request, response, url);
}

/** Routes with a number: chains of redirects, and a calendar whose next month is always linked. */
function dynamicRoute(url: URL): Handler {
  const [, name, number] = /^\/([a-z-]+)\/(\d+)$/.exec(url.pathname) ?? [];
  const n = Number(number);
  if (name === 'hops') return redirect(n > 1 ? `/hops/${n - 1}` : '/plain');
  if (name === 'robots-hops' && n > 1) return redirect(`/robots-hops/${n - 1}`);
  if (name === 'robots-hops')
    return (_request, response) => response.end('User-agent: *\nDisallow: /private');
  if (name === 'calendar') {
    const page = `<title>Month ${n}</title><p>Nothing.</p><a href="/calendar/${n + 1}">next month</a>`;
    return (_request, response) => html(response, page);
  }
  return status(404);
}

/** Starts the server on a free port of 127.0.0.1. */
export async function startMisbehavingWeb(): Promise<MisbehavingWeb> {
  const requests: string[] = [];
  const userAgents: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    userAgents.push(request.headers['user-agent'] ?? '');
    dispatch(request, response);
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { address, port } = server.address() as AddressInfo;
  return {
    connectTo: [{ host: '*', to: { address, port } }],
    port,
    requests,
    userAgents,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
