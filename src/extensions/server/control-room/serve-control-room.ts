import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Hono } from 'hono';
import type { UiSettings } from './ui-settings.js';
import { loadPlugins } from '../../../judging/plugins/load.js';
import { NO_PLUGINS, type Plugins } from '../../../judging/plugins/registry.js';
import { readStanding } from '../../../crawling/store/crawl-store.js';
import { ownNamesOnly, pagePolicy, strictPagePolicy } from '../request-guard.js';
import { listen, type Listening } from '../listen.js';
import { Problem, problemResponse } from '../problem.js';
import { isLoopback } from '../../../support/loopback.js';
import { createAskRoom, type AskRoom } from './ask.js';
import { watchCrawlFolder } from './crawl-watch.js';
import { addControlRoomRoutes } from './routes.js';

/** Milliseconds between two looks at a crawl that somebody watches. */
const EVERY = 1000;

/** A control room that is open. */
export interface OpenControlRoom extends Listening {
  /** The address with the token, to be opened in a browser. */
  readonly link: string;
}

/**
 * Opens the control room of crawls: a page that shows them as they run, and steers them. It reads their folders and writes
 * requests into them, so that it can run in any process of the machine, and crawls do not wait for it.
 *
 * @param outs result folders of crawls, running or not
 * @throws InputError when a folder does not hold a crawl, when a plugin cannot be loaded, and when the address cannot be
 *   listened on
 */
export async function openControlRoom(
  outs: readonly string[],
  { host, port, token = randomBytes(16).toString('hex'), queryMemory, plugin }: UiSettings,
): Promise<OpenControlRoom> {
  for (const out of outs) readStanding(out);
  const plugins = await loadPlugins(plugin);
  const closing = new AbortController();
  const asks = outs.map((out) => createAskRoom(out, { host, token, queryMemory }));
  const app = createControlRoomApp(
    outs,
    { host, token, signal: closing.signal, every: EVERY, plugins },
    asks,
  );
  const listening = await listen(app, host, port);
  return {
    address: listening.address,
    link: `${listening.address}#token=${encodeURIComponent(token)}`,
    async close() {
      closing.abort();
      await Promise.all([listening.close(), ...asks.map((ask) => ask.close())]);
    },
  };
}

/** The control room as a function from requests to responses. */
export function createControlRoomApp(
  outs: readonly string[],
  room: {
    readonly host: string;
    readonly token: string;
    readonly every: number;
    readonly signal: AbortSignal;
    /** Their views are shown as well. Default: none. */
    readonly plugins?: Plugins;
  },
  asks: readonly Pick<AskRoom, 'app'>[] = [],
): Hono {
  const app = new Hono({ strict: false });
  app.onError((error) => problemResponse(error));
  app.notFound(({ req }) => problemResponse(new Problem(404, `${req.path} does not exist`)));
  if (isLoopback(room.host)) app.use(ownNamesOnly());
  // The editor of the query page sets style attributes.
  const [strict, ofQueryPage] = [strictPagePolicy(), pagePolicy()];
  app.use((context, next) => (context.req.path.startsWith('/ask/') ? ofQueryPage : strict)(context, next));
  app.use(async ({ req }, next) => {
    // Pages of other origins cannot have the token; they are refused before anything is done.
    const origin = req.header('origin');
    if (origin !== undefined && new URL(req.url).host !== hostOfOrigin(origin))
      throw new Problem(403, `requests from ${origin} are not accepted`);
    await next();
  });
  for (const [crawl, ask] of asks.entries()) app.route(`/ask/${crawl}`, ask.app);
  addControlRoomRoutes(app, {
    plugins: NO_PLUGINS,
    ...room,
    acted: new EventEmitter().setMaxListeners(0),
    crawls: outs.map(watchCrawlFolder),
  });
  return app;
}

function hostOfOrigin(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}
