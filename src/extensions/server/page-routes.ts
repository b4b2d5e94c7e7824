import path from 'node:path';
import type { Hono } from 'hono';
import { boundQuery, readQueryLibrary } from './served-queries.js';
import { InputError, UsageError } from '../../model/errors.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { addPageFiles, addPageParts } from './page-files.js';
import { Problem } from './problem.js';
import { answer, type Service } from './service.js';
import { DATA_PATH } from './graph-store-routes.js';
import { SPARQL_PATH } from './sparql-routes.js';

/** The page's files next to this file, put there by the build. */
const FOLDER = path.join(import.meta.dirname, 'page');
/** Parts that all faces share: a style sheet, and modules that make elements. */
const SHARED = '/control-room/page';

/** The query page at `/` and its resources. */
export function addPageRoutes(app: Hono, service: Service): void {
  addQueryPage(app);
  addPageFacts(app, service);
}

/** The files of the query page. */
export function addQueryPage(app: Pick<Hono, 'get'>): void {
  addPageFiles(app, { folder: FOLDER, at: '/page', instead: `queries go to ${SPARQL_PATH}` });
  addPageParts(app, { folder: path.join(import.meta.dirname, SHARED), at: SHARED });
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
