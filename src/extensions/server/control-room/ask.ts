import { existsSync } from 'node:fs';
import path from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { UiSettings } from '../settings.js';
import { writeCrawlQuads } from '../../../app/crawl/crawl-rdf.js';
import { readDescription } from '../../../crawling/store/crawl-description.js';
import { messageOf } from '../../../model/errors.js';
import { readStanding } from '../../../crawling/store/crawl-store.js';
import { openServedKnowledgeBase, type DatasetPool } from '../datasets/dataset-pool.js';
import { answerErrors, pageResponse, Problem, readBody } from '../http.js';
import { needsToken } from '../request-guard.js';
import { createServerApp } from '../serve.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../support/files/temporary-folder.js';
import { takeTurns } from '../../../support/take-turns.js';
import { pointInTime } from '../../../support/time/retry-after.js';

/** Limits for answering queries: one thread, because few people ask at once. */
const LIMITS = { workers: 1, timeout: 30, maxWaiting: 8, maxRows: 100_000, maxQuery: 1_000_000 };
/** Milliseconds during which a copy of a crawl's RDF is as good as a new one: a page makes several requests. */
const FRESH = 2000;

const names = z.union([z.string(), z.array(z.string())]);
const identitySchema = z.object({
  topic: names,
  topicIri: names,
  startedAt: pointInTime,
  seeds: z.array(z.string()),
});

/** The data of a query: a crawl's RDF at one time, with the crawl's knowledge base. */
interface Asked {
  readonly app: Hono;
  readonly pool: DatasetPool;
  readonly folder: TemporaryFolder;
  readonly madeAt: number;
}

/** Settings of query pages. */
interface AskSettings extends Pick<UiSettings, 'host' | 'queryMemory'> {
  readonly token: string;
}

/** The query pages of crawls, each made when it is opened. */
export type AskRooms = ReturnType<typeof createAskRooms>;
type AskRoom = ReturnType<typeof createAskRoom>;

/** No query pages yet. */
export function createAskRooms(settings: AskSettings) {
  const rooms = new Map<string, AskRoom>();
  return {
    of(out: string): AskRoom {
      const room = rooms.get(out) ?? createAskRoom(out, settings);
      rooms.set(out, room);
      return room;
    },
    async close(): Promise<void> {
      await Promise.all([...rooms.values()].map((room) => room.close()));
    },
  };
}

/**
 * The query page over a crawl and its knowledge base together. Nothing is loaded before somebody opens it. Each time it is
 * opened, the RDF of the crawl so far is written to a temporary folder and read again.
 */
function createAskRoom(out: string, { host, token, queryMemory }: AskSettings) {
  const inTurn = takeTurns();
  let asked: Asked | undefined;

  const close = async (): Promise<void> => {
    const before = asked;
    asked = undefined;
    before?.pool.close();
    if (before !== undefined) await before.folder.remove();
  };

  /** @param isAnew whether what is there may not be older than {@link FRESH} */
  const open = (isAnew: boolean): Promise<Asked> =>
    inTurn(async () => {
      if (asked !== undefined && (!isAnew || Date.now() - asked.madeAt < FRESH)) return asked;
      await close();
      return (asked = await load(out, host, queryMemory));
    });

  const served = new Hono({ strict: false });
  const app = served.basePath('/ask/:crawl');
  answerErrors(served);
  app.get('/', toFolder, () => pageResponse('query.html'));
  app.use(needsToken(token));
  app.all('/*', async (context) => {
    const url = new URL(context.req.url);
    url.pathname = url.pathname.replace(/^\/ask\/[^/]+/, '');
    const { app: server } = await open(url.pathname === '/queries');
    const { method, headers, signal } = context.req.raw;
    const body = /^(?:GET|HEAD)$/.test(method) ? null : await readBody(context, 4 * LIMITS.maxQuery);
    return server.fetch(new Request(url, { method, headers, signal, body }));
  });
  return { app: served, close: () => inTurn(close) };
}

/** Addresses in the page are relative to its folder. */
const toFolder: MiddlewareHandler = ({ req, redirect }, next) => {
  const { pathname } = new URL(req.url);
  return pathname.endsWith('/') ? next() : Promise.resolve(redirect(`${pathname}/`));
};

async function load(out: string, host: string, queryMemory: number): Promise<Asked> {
  const { settings } = readStanding(out).plan as { readonly settings?: { readonly kb?: string } };
  const kb = settings?.kb;
  // An endpoint may need a password, which is not kept.
  const places = kb !== undefined && !/^https?:/i.test(kb) && existsSync(kb) ? [kb] : [];
  const folder = await makeTemporaryFolder('ask');
  const madeAt = Date.now();
  try {
    const identity = await readDescription(out, identitySchema);
    await writeCrawlQuads(identity, out, false, undefined, path.join(folder.path, 'crawl.nq.gz'));
    const crawls = [folder.path];
    const settings = { ...LIMITS, queryMemory, places, crawls };
    const pool = await openServedKnowledgeBase(settings);
    const asOf = new Date(madeAt).toISOString();
    const app = createServerApp({ ...LIMITS, host, cors: [], pool, asOf });
    return { app, pool, folder, madeAt };
  } catch (thrown) {
    await folder.remove();
    throw new Problem(503, `the crawl cannot be asked now: ${messageOf(thrown)}`);
  }
}
