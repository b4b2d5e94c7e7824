import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { FetchedResponse, Fetcher, FetchOptions, ResponseHead } from '../model/crawl.js';
import { FetchError } from '../model/errors.js';
import { followRedirects, redirectTarget } from '../support/redirects.js';
import { readManifest, type SampleManifest } from './sample-manifest.js';
import { parseUrl } from '../support/parse-url.js';

export type { SampleManifest, SamplePage } from './sample-manifest.js';

/** A web in a folder, for demonstrations, tests and comparisons: several hosts, and the truth about each page. */
export interface SampleWeb {
  readonly manifest: SampleManifest;
  /** Serves all hosts, told apart by the Host header, over HTTP on 127.0.0.1 at a free port. */
  serve(): Promise<SampleWebServer>;
  /** Answers the same without any network. A host that the web does not have is a FetchError, as on the network. */
  fetcher(): Fetcher;
}

/** A sample web being served. */
export interface SampleWebServer {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** One answer, without redirects being followed. */
type Answer = Omit<FetchedResponse, 'url'>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
};

/**
 * Opens the web of a folder with a `manifest.json`. Pages and redirects are those of the manifest; other files of the
 * folder (`<host>/robots.txt`, images) are answered for under their host and path; everything else is a page 404.
 * Only http, and the port of an address is ignored.
 *
 * @throws InputError when the manifest cannot be read
 */
export async function openSampleWeb(folder: string): Promise<SampleWeb> {
  const manifest = await readManifest(folder);
  const answer = createAnswers(folder, manifest);
  return {
    manifest,
    serve: () => listen(createServerFor(answer)),
    fetcher: () => createLocalFetcher(manifest, answer),
  };
}

/** @param url `http://host/path?query`, without port and fragment */
type Answers = (url: string) => Promise<Answer>;

function createAnswers(folder: string, manifest: SampleManifest): Answers {
  const pages = new Map(manifest.pages.map((page) => [page.url, page]));
  const redirects = new Map(manifest.redirects.map((redirect) => [redirect.from, redirect]));
  const hosts = new Set(manifest.hosts);
  // A page has the one address of the manifest, not a second one by the name of its file.
  const files = new Set(manifest.pages.map((page) => page.file));

  return async (url) => {
    const redirect = redirects.get(url);
    if (redirect !== undefined) {
      return { status: redirect.status, headers: { location: redirect.to }, body: empty };
    }
    const page = pages.get(url);
    const { hostname, pathname } = new URL(url);
    // normalize() keeps the path below its host.
    const other = join(hostname, normalize(decoded(pathname)));
    const file = page?.file ?? other;
    const isServed = page !== undefined || (hosts.has(hostname) && !files.has(other));
    const body = isServed ? await readFile(join(folder, file)).catch(() => undefined) : undefined;
    if (body === undefined) return notFound(url);
    const type = page?.contentType ?? TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
    return { status: 200, headers: { 'content-type': type }, body };
  };
}

const empty = new Uint8Array();

function notFound(url: string): Answer {
  const shown = url.replace(/[<>&]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
  const page = `<!doctype html><html lang="en"><title>Not found</title><p>There is no page ${shown}.</p></html>`;
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(page) };
}

/** The path with its escapes resolved, below `/`. */
function decoded(pathname: string): string {
  try {
    return `/${decodeURIComponent(pathname)}`;
  } catch {
    return pathname;
  }
}

/** The address by which the manifest knows a page. */
function manifestAddress(url: URL): string {
  return `http://${url.hostname}${url.pathname}${url.search}`;
}

function createLocalFetcher(manifest: SampleManifest, answer: Answers): Fetcher {
  const hosts = new Set(manifest.hosts);

  async function ask(
    url: string,
    options: FetchOptions,
  ): Promise<{ redirect: string } | { answer: FetchedResponse }> {
    const address = new URL(url);
    if (options.signal?.aborted === true) throw new FetchError('network', url, 'interrupted');
    if (!hosts.has(address.hostname) || address.protocol !== 'http:') {
      throw new FetchError('network', url, `${address.host}: the host does not exist in the sample web`);
    }
    const { status, headers, body } = await answer(manifestAddress(address));
    const redirect = redirectTarget(url, status, headers['location']);
    if (redirect !== undefined) return { redirect };
    const head: ResponseHead = { url, status, headers };
    const wanted = options.wantBody?.(head) !== false;
    return { answer: { ...head, body: wanted ? body.subarray(0, options.cutAfter) : empty } };
  }

  return {
    fetch: (url, options = {}) =>
      followRedirects(url, (current) => ask(current, options), options.onRedirect),
  };
}

function createServerFor(answer: Answers): Server {
  return createServer((request, response) => {
    const host = request.headers.host ?? '';
    const asked = `http://${host}${request.url ?? '/'}`;
    const url = parseUrl(asked);
    const answering = url === undefined ? undefined : answer(manifestAddress(url));
    if (answering === undefined) {
      response.writeHead(400).end();
      return;
    }
    void answering.then(({ status, headers, body }) => {
      response.writeHead(status, { ...headers, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
}

async function listen(server: Server): Promise<SampleWebServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { address, port } = server.address() as AddressInfo;
  return {
    address,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
