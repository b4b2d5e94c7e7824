import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import {
  InputError,
  messageOf,
  QueryError,
  ServiceError,
  SfwcError,
  UsageError,
} from '../../model/errors.js';
import { sentenceOf } from '../../support/text/sentence.js';

/** An error response: status, message and headers. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'Problem';
  }
}

/** Answers what routes throw, and paths without one. @param log gets internal errors, which the answer does not show; default: stderr */
export function answerErrors(app: Hono, log = (line: string): void => void process.stderr.write(line)): void {
  app.notFound(({ req }) => problemResponse(new Problem(404, `${req.path} does not exist`)));
  app.onError((thrown) => {
    const isKnown = thrown instanceof Problem || thrown instanceof SfwcError;
    if (!isKnown) log(`error: internal error: ${thrown.stack ?? messageOf(thrown)}\n`);
    return problemResponse(thrown);
  });
}

/** An error as a plain text response. */
export function problemResponse(thrown: unknown): Response {
  const { status, message, headers } = problemOf(thrown);
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
  });
}

function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (!(thrown instanceof SfwcError)) return new Problem(500, 'internal error');
  const text = sentenceOf(thrown);
  if (thrown instanceof UsageError || thrown instanceof QueryError) return new Problem(400, text);
  // What is not there is a problem with status 404 where it is looked for.
  if (thrown instanceof InputError) return new Problem(422, text);
  if (!(thrown instanceof ServiceError)) return new Problem(500, text);
  return new Problem(503, text, thrown.failure === 'busy' ? { 'retry-after': '2' } : {});
}

/**
 * Reads the body of a request.
 * (Hono's own limit copies the Request, which node-server's does not support without changing globals.)
 * @throws Problem 413 when it is too large, 415 when it is compressed
 */
export async function readBody(context: Context, most: number, hint = ''): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = context.req.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity')
    throw new Problem(415, `content-encoding ${encoding}: bodies must not be encoded`);
  const tooLarge = new Problem(413, `the body is larger than ${most} bytes${hint}`, { connection: 'close' });
  if (Number(context.req.header('content-length') ?? 0) > most) throw tooLarge;
  const { body } = context.req.raw;
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A response; for HEAD the framework sends only the headers. */
export function answer(
  body: Uint8Array<ArrayBuffer> | string,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-length': String(length),
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

/** The files of all pages next to this file, put there by the build. */
const FOLDER = path.join(import.meta.dirname, 'page');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Names that a browser asks for. Nothing else in the folder is served. */
const PART = /^[a-z][a-z.-]*\.(?:js|css|svg)$/;

/** Serves a page of the build. */
export async function pageResponse(name: 'index.html' | 'query.html' | 'search.html'): Promise<Response> {
  const found = await fileIn(name);
  if (found === undefined) throw new Problem(503, 'the page is not in this build: run npm run build');
  return found;
}

/** Serves scripts, styles and pictures of the pages, which say nothing of what these show. */
export function addPageParts(app: Pick<Hono, 'get'>): void {
  app.get('/page/:name', async ({ req }) => {
    const name = req.param('name');
    const found = PART.test(name) ? await fileIn(name) : undefined;
    if (found === undefined) throw new Problem(404, `${req.path} does not exist`);
    return found;
  });
}

async function fileIn(name: string): Promise<Response | undefined> {
  const body = await readFile(path.join(FOLDER, name)).catch(() => undefined);
  return (
    body && answer(new Uint8Array(body), TYPES[path.extname(name)] ?? '', { 'cache-control': 'no-cache' })
  );
}

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:3030/` */
  readonly address: string;
  /** Closes the server and open connections. */
  close(): Promise<void>;
}

/** Starts to listen. @throws InputError when the address is in use or not available */
export async function listen(app: Hono, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new InputError(`cannot listen on ${host}:${port}: ${messageOf(error)}`, {
          hint: 'choose another --port, or --port 0 for a free one',
        }),
      ),
    );
    server.listen(port, host, () => resolve());
  });
  const { address, family, port: actual } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  return {
    address: `http://${name}:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
