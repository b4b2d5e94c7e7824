import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listen, type Listening } from '../support/listen.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** Serves a folder of static pages. */
export function serveFolder(folder: string): Promise<Listening> {
  return listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const file = path.join(
      folder,
      decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname),
    );
    readFile(file).then(
      (body) =>
        response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
}
