import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getSurt } from 'warcio';
import { without } from '../../src/support/without.js';
import type { ArchivedRow } from './capture-archive.js';
import { listen } from './listen.js';

/** An archive that speaks the dialects of Common Crawl, pywb and the Wayback Machine, on loopback. */
export type ArchiveServer = Awaited<ReturnType<typeof startArchiveServer>>;

/**
 * `/collinfo.json` and `/NAME-index` as Common Crawl, `/NAME/index` as pywb, `/cdx/search/cdx` as Wayback; records at `/files/`,
 * replays at `/web/…id_/…` and `/NAME/…id_/…`.
 */
export async function startArchiveServer(
  folder: string,
  collections: Readonly<Record<string, { readonly rows: readonly ArchivedRow[] }>>,
) {
  const server = {
    /** Paths with queries, in order. */
    asked: [] as string[],
    /** Looks at each request first; true when it answered it. */
    before: (() => false) as (request: IncomingMessage, response: ServerResponse) => boolean,
  };
  const all = Object.values(collections).flatMap(({ rows }) => rows);
  const http = await listen((request, response) => {
    server.asked.push(request.url ?? '');
    if (server.before(request, response)) return;
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const name = /^\/([^/]+?)(?:-index|\/index)$/.exec(url.pathname)?.[1] ?? '';
    const collection = collections[name];
    if (url.pathname === '/cdx/search/cdx')
      rowsAsWayback(response, select(all, url.searchParams), url.searchParams);
    else if (collection !== undefined)
      linesAsPywb(response, select(collection.rows, url.searchParams), url.searchParams);
    else if (url.pathname.startsWith('/files/'))
      range(request, response, join(folder, url.pathname.slice(7)));
    else replay(response, request.url ?? '', all);
  });
  return Object.assign(server, http, {
    /** The look-ups among them. */
    lookups: () => server.asked.filter((path) => /\/cdx\/search\/cdx|[-/]index\?/.test(path)),
  });
}

/** The captures that a query asks for, in the order of an index. */
function select(rows: readonly ArchivedRow[], parameters: URLSearchParams): readonly ArchivedRow[] {
  const key = getSurt(parameters.get('url')!.replace(/^(?!https?:)/, 'http://'));
  const matchType = parameters.get('matchType') ?? 'exact';
  const begin = matchType === 'host' ? key.slice(0, key.indexOf(')') + 1) : key;
  const [from, to] = [parameters.get('from') ?? '0', parameters.get('to') ?? '9'];
  return rows
    .filter(({ urlkey }) => (matchType === 'exact' ? urlkey === key : urlkey.startsWith(begin)))
    .filter(({ timestamp }) => timestamp >= from && timestamp <= to.padEnd(14, '9'))
    .sort((a, b) => `${a.urlkey} ${a.timestamp}`.localeCompare(`${b.urlkey} ${b.timestamp}`));
}

function linesAsPywb(
  response: ServerResponse,
  rows: readonly ArchivedRow[],
  parameters: URLSearchParams,
): void {
  if (parameters.get('showNumPages') === 'true') {
    response.end(JSON.stringify({ pages: 1, pageSize: 5, blocks: 1 }));
    return;
  }
  if (rows.length === 0) {
    response.writeHead(404).end(JSON.stringify({ message: 'No Captures found' }));
    return;
  }
  const shown = rows.slice(0, Number(parameters.get('limit') ?? Infinity));
  const lines = shown.map((row) => {
    const numbers = { status: String(row.status), length: String(row.length), offset: String(row.offset) };
    return JSON.stringify({ ...without(row, 'made'), ...numbers });
  });
  response.end(`${lines.join('\n')}\n`);
}

const COLUMNS = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'];

function rowsAsWayback(
  response: ServerResponse,
  rows: readonly ArchivedRow[],
  parameters: URLSearchParams,
): void {
  const limit = Number(parameters.get('limit') ?? Infinity);
  const shown = rows.slice(0, limit).map(({ urlkey, timestamp, url, mime, status, digest, length }) => {
    const isRevisit = mime === 'warc/revisit';
    return [urlkey, timestamp, url, mime, isRevisit ? '-' : String(status), digest, String(length)];
  });
  const more = parameters.get('showResumeKey') === 'true' && rows.length > limit ? [[], ['next']] : [];
  response.end(JSON.stringify(shown.length === 0 ? [] : [COLUMNS, ...shown, ...more]));
}

function range(request: IncomingMessage, response: ServerResponse, file: string): void {
  const [, first = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    response.writeHead(404).end();
    return;
  }
  if (request.headers.range === undefined) response.writeHead(200).end(bytes);
  else if (Number(first) >= bytes.length) response.writeHead(416).end();
  else response.writeHead(206).end(bytes.subarray(Number(first), Number(last) + 1));
}

/** The capture nearest in time, as it was sent; one at another time by a redirect, as Wayback does. */
function replay(response: ServerResponse, path: string, rows: readonly ArchivedRow[]): void {
  const [, before = '', time = '', url = ''] = /^(\/[^/]+\/)(\d+)id_\/(.*)$/s.exec(path) ?? [];
  const named = rows.filter((row) => row.url === url);
  const row = named.find(({ timestamp }) => timestamp === time) ?? named[0];
  if (row === undefined) {
    response.writeHead(404).end();
    return;
  }
  if (row.timestamp !== time) {
    response.writeHead(302, { location: `${before}${row.timestamp}id_/${url}` }).end();
    return;
  }
  const { status = 200, headers = {}, date, revisitOf } = row.made;
  const held = typeof revisitOf === 'object' ? named.find((one) => one.made.date === revisitOf.date) : row;
  const location = headers['Location'];
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'memento-datetime': new Date(date).toUTCString(),
    ...headers,
    ...(location === undefined ? {} : { location: `${before}${time}id_/${new URL(location, url).href}` }),
  });
  response.end(held?.made.body ?? '');
}
