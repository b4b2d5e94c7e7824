import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** CDX servers of both kinds over a list of captured addresses, on loopback. */
export interface CdxServer {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  /** Paths with queries, in order. */
  readonly asked: string[];
  /** Whether the server of pywb counts pages. */
  counts: boolean;
  /** Looks at each request first; true when it answered it. */
  before: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

type Answer = readonly [status: number, text: string];

/** The captures that a query asks for: Wayback's `url` and `matchType`. */
function select(urls: readonly string[], parameters: URLSearchParams): readonly string[] {
  const wanted = parameters.get('url') ?? '';
  const bare = (url: string): string => url.replace(/^https?:\/\//, '');
  const host = (url: string): string => new URL(url).host;
  switch (parameters.get('matchType')) {
    case 'domain':
      return urls.filter((url) => host(url) === wanted || host(url).endsWith(`.${wanted}`));
    case 'host':
      return urls.filter((url) => host(url) === wanted);
    case 'prefix':
      return urls.filter((url) => bare(url).startsWith(wanted));
    default:
      return urls.filter((url) => bare(url) === wanted);
  }
}

/**
 * `/cdx/search/cdx` as Wayback, `/collinfo.json` and `/NEW-index` as Common Crawl.
 * @param part captures in one part of an answer
 */
export async function startCdxServer(urls: readonly string[], part = 2): Promise<CdxServer> {
  const server: Pick<CdxServer, 'asked' | 'before' | 'counts'> = {
    asked: [],
    before: () => false,
    counts: true,
  };
  const wayback = (found: readonly string[], parameters: URLSearchParams): Answer => {
    if (found.length === 0) return [200, '[]'];
    const start = Number(parameters.get('resumeKey') ?? 0);
    const rows = found.slice(start, start + part).map((url) => [url]);
    const more = start + part < found.length ? [[], [String(start + part)]] : [];
    return [200, JSON.stringify([['original'], ...rows, ...more])];
  };
  const index = (found: readonly string[], parameters: URLSearchParams): Answer => {
    if (parameters.get('showNumPages') === 'true')
      return server.counts ? [200, JSON.stringify({ pages: Math.ceil(found.length / part) })] : [400, 'no'];
    if (found.length === 0) return [404, JSON.stringify({ message: 'No Captures found' })];
    const page = parameters.get('page');
    const shown = page === null ? found : found.slice(Number(page) * part, (Number(page) + 1) * part);
    return [200, `${shown.map((url) => JSON.stringify({ url })).join('\n')}\n`];
  };
  const answer = ({ pathname, searchParams, origin }: URL): Answer => {
    const found = select(urls, searchParams);
    if (pathname === '/cdx/search/cdx') return wayback(found, searchParams);
    if (pathname === '/NEW-index') return index(found, searchParams);
    if (pathname !== '/collinfo.json') return [404, 'nothing here'];
    return [200, JSON.stringify([{ id: 'NEW', 'cdx-api': `${origin}/NEW-index` }, { id: 'OLD' }])];
  };
  const http = createServer((request, response) => {
    server.asked.push(request.url ?? '');
    if (server.before(request, response)) return;
    const [status, text] = answer(new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`));
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return Object.assign(server, {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  });
}
