import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Hono } from 'hono';
import { boundQuery, readQueryLibrary } from '../app/kb/query-library.js';
import { InputError, UsageError } from '../model/errors.js';
import { PREFIXES } from '../model/vocabulary.js';
import { Problem } from './problem.js';
import { answer, type Service } from './service.js';
import { DATA_PATH } from './graph-store-routes.js';
import { SPARQL_PATH } from './sparql-routes.js';

/** The page's files next to this file, put there by the build. */
const FOLDER = path.join(import.meta.dirname, 'page');

const PARTS: Readonly<Record<string, string>> = {
  'page.js': 'text/javascript; charset=utf-8',
  'completion.js': 'text/javascript; charset=utf-8',
  'library.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'yasgui.min.js': 'text/javascript; charset=utf-8',
  'yasgui.min.css': 'text/css; charset=utf-8',
  'yasgui.licences.txt': 'text/plain; charset=utf-8',
};

/** The query page at `/` and its resources. */
export function addPageRoutes(app: Hono, service: Service): void {
  addPageFiles(app);
  addPageFacts(app, service);
}

/** The files of the page: they say nothing of what is asked. */
export function addPageFiles(app: Hono): void {
  app.get('/', async () => answer(await part('index.html'), 'text/html; charset=utf-8'));
  app.get('/page/:name', async (context) => {
    const name = context.req.param('name');
    const type = PARTS[name];
    if (type === undefined) throw new Problem(404, `there is no ${context.req.path}`);
    return answer(await part(name), type, { 'cache-control': 'no-cache' });
  });
}

function addPageFacts(app: Hono, service: Service): void {
  app.get('/page/about/dataset', async (context) => {
    const { topics, graphs, classes, properties, triples } = await service.summary();
    return context.json({ topics, graphs, classes, properties, triples });
  });
  app.get('/page/about/service', (context) =>
    context.json({
      endpoint: SPARQL_PATH,
      data: DATA_PATH,
      writable: service.token !== undefined,
      maxRows: service.maxRows,
      asOf: service.asOf,
      prefixes: PREFIXES,
    }),
  );
  app.get('/queries', async (context) => context.json(await readQueryLibrary()));
  app.get('/queries/:name', async (context) => {
    try {
      const text = await boundQuery(context.req.param('name'), context.req.query());
      return answer(text, 'application/sparql-query; charset=utf-8');
    } catch (error) {
      if (error instanceof InputError) throw new Problem(404, error.message);
      if (error instanceof UsageError) throw new Problem(400, error.message.replace(/^--param /, ''));
      throw error;
    }
  });
}

async function part(name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path.join(FOLDER, name)));
  } catch {
    throw new Problem(
      503,
      `the query page is not in this build (${name} is missing): run npm run build; queries go to ${SPARQL_PATH}`,
    );
  }
}
