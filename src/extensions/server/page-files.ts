import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import { Problem } from './problem.js';
import { answer } from './service.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const START = 'index.html';
/** Names that a browser asks for. Nothing else in the folder is served. */
const PART = /^[a-z][a-z.-]*\.(?:js|css|svg|txt)$/;

/** A page of static files: `index.html` at `/`, and what it is made of. */
export interface PageFiles {
  /** Put there by the build. */
  readonly folder: string;
  /** The path of its parts, such as `/page`. */
  readonly at: string;
  /** Remedy without the page, if it is not in this build. */
  readonly instead: string;
}

/** Serves the files of a page, which say nothing of what it shows. */
export function addPageFiles(app: Pick<Hono, 'get'>, { folder, at, instead }: PageFiles): void {
  app.get('/', async () => {
    const found = await fileIn(folder, START);
    if (found !== undefined) return found;
    throw new Problem(503, `the page is not in this build: run npm run build; ${instead}`);
  });
  addPageParts(app, { folder, at });
}

/** Serves what a page is made of, without a page of its own. */
export function addPageParts(app: Pick<Hono, 'get'>, { folder, at }: Pick<PageFiles, 'folder' | 'at'>): void {
  app.get(`${at}/:name`, async ({ req }) => {
    const name = req.param('name');
    const found = PART.test(name) ? await fileIn(folder, name) : undefined;
    if (found !== undefined) return found;
    throw new Problem(404, `${req.path} does not exist`);
  });
}

/** The files that were served, by their paths: they belong to the build, and each page asks for some thirty of them. */
const kept = new Map<string, Uint8Array<ArrayBuffer>>();

async function fileIn(folder: string, name: string): Promise<Response | undefined> {
  const file = path.join(folder, name);
  const body = kept.get(file) ?? (await bytesOf(file));
  if (body === undefined) return undefined;
  kept.set(file, body);
  return answer(body, TYPES[path.extname(name)] ?? '', { 'cache-control': 'no-cache' });
}

async function bytesOf(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const body = await readFile(file).catch(() => undefined);
  return body && new Uint8Array(body);
}
