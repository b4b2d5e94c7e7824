import { Hono } from 'hono';
import { PREFIXES } from '../../model/vocabulary.js';
import { openServedKnowledgeBase } from './datasets/dataset-pool.js';
import {
  type Listening,
  addPageParts,
  answer,
  answerErrors,
  listen,
  pageResponse,
  Problem,
  problemResponse,
} from './http.js';
import { crossOrigin, ownNamesOnly, pagePolicy, supportedMethods } from './request-guard.js';
import { type SearchService, addSearchRoutes, SEARCH_PATH } from './search-routes.js';
import type { ServeSettings } from './settings.js';
import { type Service, addSparqlRoutes, SPARQL_PATH } from './sparql-routes.js';
import { isLoopback } from '../../support/parse-url.js';
import { boundQuery, readQueryLibrary } from './served-queries.js';

/** The parts and settings of a server. */
interface ServerOptions extends Service {
  /** The address it listens on. */
  readonly host: string;
  /** Allowed origins in addition to this machine's own. */
  readonly cors: readonly string[];
  /** The search in crawls. Default: of none. */
  readonly search?: SearchService;
  /** Time at which the content was copied from something that changes; ISO 8601. */
  readonly asOf?: string;
}

/** The server as a function from requests to responses. */
export function createServerApp({ host, cors, search, asOf, ...service }: ServerOptions): Hono {
  const app = new Hono({ strict: false });
  answerErrors(app);
  app.notFound(({ req }) => {
    const paths = `/, ${SPARQL_PATH}, /queries${search === undefined ? '' : `, ${SEARCH_PATH}`}`;
    return problemResponse(new Problem(404, `there is no ${req.path}; there is ${paths}`));
  });
  if (isLoopback(host)) app.use(ownNamesOnly());
  app.use(supportedMethods(SPARQL_PATH));
  app.use(crossOrigin(cors));
  for (const path of ['/', '/page/*', SEARCH_PATH]) app.use(path, pagePolicy());
  addSparqlRoutes(app, service);
  app.get('/', () => pageResponse('query.html'));
  addPageParts(app);
  app.get('/queries', async (context) =>
    context.json({ asOf, prefixes: PREFIXES, queries: await readQueryLibrary() }),
  );
  app.get('/queries/:name', async ({ req }) =>
    answer(await boundQuery(req.param('name'), req.query()), 'application/sparql-query; charset=utf-8'),
  );
  if (search !== undefined) addSearchRoutes(app, search);
  return app;
}

/** The environment of a server. */
interface ServeDeps {
  /** Called with messages for the operator. */
  readonly onNote: (note: string) => void;
  /** The compiled worker; for tests. */
  readonly script?: URL;
}

/**
 * Serves knowledge bases until it is closed.
 * @param places folders of knowledge bases, or files of single topics
 * @throws InputError for files and the address
 */
export async function serve(
  places: readonly string[],
  settings: ServeSettings,
  { onNote, script }: ServeDeps,
): Promise<Listening> {
  const { host, port, crawl: crawls, queryTimeout: timeout, maxWaiting } = settings;
  if (!isLoopback(host)) onNote(`${host} can be reached from other machines, and reading needs no password`);
  const pool = await openServedKnowledgeBase({ ...settings, timeout, places, crawls, script });
  try {
    // Searches are short, so more of them may wait.
    const search = { crawls, seconds: timeout, maxWaiting: 10 * maxWaiting };
    const listening = await listen(createServerApp({ ...settings, pool, search }), host, port);
    return {
      address: listening.address,
      close: async () => {
        pool.close();
        await listening.close();
      },
    };
  } catch (error) {
    pool.close();
    throw error;
  }
}
