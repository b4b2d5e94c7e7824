import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { isCrawlFolder } from '../../../crawling/store/crawl-description.js';
import { readStanding } from '../../../crawling/store/crawl-store.js';
import { topicFilesIn } from '../../../knowledge/files/kb-folder.js';
import { parseUrl, isLoopback } from '../../../support/parse-url.js';
import { addPageParts, answerErrors, listen, pageResponse, Problem, type Listening } from '../http.js';
import { needsToken, ownNamesOnly, pagePolicy } from '../request-guard.js';
import { createCrawlList, type CrawlList } from '../workbench/crawl-list.js';
import { addOperations, openApi } from '../workbench/operation.js';
import { addTicketRoute, FILES, workbenchOperations } from '../workbench/operations.js';
import { openWorkbench, type Workbench } from '../workbench/workbench.js';
import { createAskRooms, type AskRooms } from './ask.js';
import { roomOperations } from './room-operations.js';
import type { UiSettings } from '../settings.js';

/** A control room that is open. */
export interface OpenControlRoom extends Listening {
  /** The address with the token, to be opened in a browser. */
  readonly link: string;
}

/** Places that are served besides crawls that were named. */
interface WorkbenchPlace {
  /** The folder of the workbench. */
  readonly folder: string;
  /** Further folders of knowledge bases. */
  readonly kbs?: readonly string[];
}

/**
 * Opens the control room of crawls: a page that shows them as they run, and steers them. It reads their folders and writes
 * requests into them, so that it can run in any process of the machine, and crawls do not wait for it.
 *
 * @param outs result folders of crawls, running or not
 * @param place opens the workbench of a folder as well, with all crawls in it
 * @throws InputError when a folder does not hold a crawl, and when the address cannot be listened on
 */
export async function openControlRoom(
  outs: readonly string[],
  { host, port, token = randomBytes(16).toString('hex'), queryMemory }: UiSettings,
  place?: WorkbenchPlace,
): Promise<OpenControlRoom> {
  for (const out of outs) readStanding(out);
  const closing = new AbortController();
  const crawls = createCrawlList(outs, place?.folder);
  const bench = place === undefined ? undefined : openWorkbench(place.folder, crawls, place.kbs);
  const asks = createAskRooms({ host, token, queryMemory });
  const room = { host, token, signal: closing.signal };
  const listening = await listen(createControlRoomApp(crawls, room, { bench, asks }), host, port);
  const first = `/crawls/${crawls.all()[0]?.name ?? ''}/overview`;
  const at = bench === undefined || outs.length === 0 ? '' : `&at=${encodeURIComponent(first)}`;
  return {
    address: listening.address,
    link: `${listening.address}#token=${encodeURIComponent(token)}${at}`,
    async close() {
      closing.abort();
      await Promise.all([listening.close(), asks.close(), bench?.close()]);
    },
  };
}

/** The control room as a function from requests to responses. @param crawls a list, or folders of results */
export function createControlRoomApp(
  crawls: CrawlList | readonly string[],
  room: { readonly host: string; readonly token: string; readonly signal: AbortSignal },
  { bench, asks }: { readonly bench?: Workbench; readonly asks?: AskRooms } = {},
): Hono {
  const list = 'find' in crawls && 'refreshed' in crawls ? crawls : createCrawlList(crawls);
  const app = new Hono({ strict: false });
  answerErrors(app);
  if (isLoopback(room.host)) app.use(ownNamesOnly());
  const policy = pagePolicy();
  // What tickets open has a policy of its own.
  app.use((context, next) => (context.req.path.startsWith(`${FILES}/`) ? next() : policy(context, next)));
  app.use(async ({ req }, next) => {
    // Pages of other origins cannot have the token; they are refused before anything is done.
    const origin = req.header('origin');
    if (origin !== undefined && new URL(req.url).host !== parseUrl(origin)?.host)
      throw new Problem(403, `requests from ${origin} are not accepted`);
    await next();
  });
  app.get('/', () => pageResponse('index.html'));
  addPageParts(app);
  app.all('/ask/:crawl/*', ({ req }) => {
    const found = list.find(req.param('crawl'));
    if (found === undefined || asks === undefined) throw new Problem(404, `${req.path} does not exist`);
    return asks.of(found.out).app.fetch(req.raw);
  });
  const operations = [
    ...roomOperations({ ...room, crawls: list }),
    ...(bench === undefined ? [] : workbenchOperations(bench)),
  ];
  app.get('/api', (context) => context.json(openApi(operations)));
  app.use('/api/*', needsToken(room.token));
  addOperations(app, operations);
  if (bench !== undefined) addTicketRoute(app, bench);
  else app.get('/api/folder', (context) => context.json(null));
  return app;
}

/**
 * Sorts the arguments of `sfwc ui`: folders of knowledge bases, and results of crawls. Anything else counts as a crawl, so
 * that opening it says what is wrong.
 */
export async function namedPlaces(
  places: readonly string[],
): Promise<{ readonly outs: readonly string[]; readonly kbs: readonly string[] }> {
  const [outs, kbs]: [string[], string[]] = [[], []];
  for (const place of places) {
    const isKb = !(await isCrawlFolder(place)) && (await topicFilesIn(place)).length > 0;
    (isKb ? kbs : outs).push(place);
  }
  return { outs, kbs };
}
