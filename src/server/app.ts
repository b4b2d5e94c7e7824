import { Hono } from 'hono';
import type { DatasetPool } from '../serving/served-knowledge-base.js';
import { addGraphStoreRoutes, DATA_PATH } from './graph-store-routes.js';
import { crossOrigin, ownNamesOnly, pagePolicy } from './guard.js';
import { isLoopback } from '../support/loopback.js';
import { ALLOW, onlyMethods } from './methods.js';
import { addPageRoutes } from './page-routes.js';
import { Problem, problemResponse } from './problem.js';
import { createSummary } from './service.js';
import { addSparqlRoutes, SPARQL_PATH, UPDATE_PATH } from './sparql-routes.js';

/** What a server is made of. */
export interface ServerOptions {
  readonly pool: DatasetPool;
  /** The address it listens on. */
  readonly host: string;
  /** What changes need; undefined when there are none. */
  readonly token: string | undefined;
  readonly maxRows: number;
  /** Bytes of a query. */
  readonly maxQuery: number;
  /** Bytes of an update or a graph. */
  readonly maxUpload: number;
  /** Origins beside this machine's own. */
  readonly cors: readonly string[];
}

const METHODS = [
  [SPARQL_PATH, ALLOW.query],
  [UPDATE_PATH, ALLOW.update],
  [`${DATA_PATH}/*`, ALLOW.data],
  ...['/', '/page/*', '/queries/*'].map((path) => [path, ALLOW.page] as const),
] as const;

/** The whole server as a function from requests to responses. */
export function createServerApp(options: ServerOptions): Hono {
  const { pool, host, token, maxRows, maxQuery, maxUpload, cors } = options;
  const app = new Hono({ strict: false });
  const service = { pool, token, maxRows, maxQuery, maxUpload, summary: createSummary(pool) };
  app.onError((error) => problemResponse(error));
  app.notFound((context) =>
    problemResponse(
      new Problem(
        404,
        `there is no ${context.req.path}; there is /, ${SPARQL_PATH}, ${UPDATE_PATH}, ${DATA_PATH}, /queries`,
      ),
    ),
  );
  if (isLoopback(host)) app.use(ownNamesOnly());
  for (const [path, allow] of METHODS) app.use(path, onlyMethods(allow));
  app.use(crossOrigin(cors));
  for (const path of ['/', '/page/*']) app.use(path, pagePolicy());
  addSparqlRoutes(app, service);
  addGraphStoreRoutes(app, service);
  addPageRoutes(app, service);
  return app;
}
