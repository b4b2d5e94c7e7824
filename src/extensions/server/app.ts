import { Hono } from 'hono';
import { addGraphStoreRoutes, DATA_PATH } from './graph-store-routes.js';
import { isLoopback } from '../../support/parse-url.js';
import { crossOrigin, ownNamesOnly, pagePolicy, supportedMethods, textPagePolicy } from './request-guard.js';
import { addPageRoutes } from './page-routes.js';
import { Problem, problemResponse } from './problem.js';
import { createSummary, type Service } from './service.js';
import { addSearchRoutes, SEARCH_PATH, type SearchService } from './search/search-routes.js';
import { addSparqlRoutes, SPARQL_PATH } from './sparql-routes.js';

/** The parts and settings of a server. */
export interface ServerOptions extends Omit<Service, 'summary'> {
  /** The address it listens on. */
  readonly host: string;
  /** Allowed origins in addition to this machine's own. */
  readonly cors: readonly string[];
  /** The search in crawls. Default: of none. */
  readonly search?: SearchService;
}

/** The server as a function from requests to responses. */
export function createServerApp({ host, cors, search, ...parts }: ServerOptions): Hono {
  const app = new Hono({ strict: false });
  const service = { ...parts, summary: createSummary(parts.pool) };
  app.onError((error) => problemResponse(error));
  app.notFound(({ req }) => {
    const paths = `/, ${SPARQL_PATH}, ${DATA_PATH}, /queries${search === undefined ? '' : `, ${SEARCH_PATH}`}`;
    return problemResponse(new Problem(404, `there is no ${req.path}; there is ${paths}`));
  });
  if (isLoopback(host)) app.use(ownNamesOnly());
  app.use(supportedMethods(SPARQL_PATH));
  app.use(crossOrigin(cors));
  for (const path of ['/', '/page/*']) app.use(path, pagePolicy());
  app.use(SEARCH_PATH, textPagePolicy());
  addSparqlRoutes(app, service);
  addGraphStoreRoutes(app, service);
  addPageRoutes(app, service);
  if (search !== undefined) addSearchRoutes(app, search);
  return app;
}
