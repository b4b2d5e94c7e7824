import { once, type EventEmitter } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { steerCrawl } from '../../../app/crawl/steer-crawl.js';
import { PARTS } from '../../../judging/parts.js';
import { REASONS, type ReasonCode } from '../../../model/crawl-event.js';
import type { SearchAnswer } from '../../../model/collection-search.js';
import { checkAction } from '../../../crawling/steering/command-folder.js';
import { messageOf, UsageError } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import { sentenceOf } from '../../../support/text/sentence.js';
import type { Action } from '../../../model/steering.js';
import { addPageFiles } from '../page-files.js';
import { Problem } from '../problem.js';
import { readBody } from '../request-body.js';
import type { CrawlList } from '../workbench/crawl-list.js';
import { known } from '../workbench/operation.js';
import type { CrawlWatch } from './crawl-watch.js';
import { HOST_ORDERS } from './host-list.js';
import { resumeCrawl } from './resume-crawl.js';
import { stateMessages, type StateMessages } from './state-messages.js';
import { VERDICTS } from '../../../model/verdict.js';

/** Services that the routes share. */
export interface ControlRoom {
  readonly crawls: CrawlList;
  readonly token: string;
  /** Milliseconds between two looks at a crawl that somebody watches. */
  readonly every: number;
  /** Emits {@link ACTED} when a crawl has received a command: then the page is notified at once. */
  readonly acted: EventEmitter;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
}

const ACTED = 'acted';

/** The page's files next to this file, put there by the build. */
const FOLDER = path.join(import.meta.dirname, 'page');
/** Seconds that a search may take, in a thread of its own. */
const SEARCH_SECONDS = 60;
const WHICH = z.enum(['all', 'near', ...VERDICTS, ...(Object.keys(REASONS) as ReasonCode[])]).catch('all');

/** Maximum share of the time that is spent reading a crawl: a large one is read less often. */
const MAX_LOOKING = 0.02;

const HOST_ORDER = z.enum(HOST_ORDERS).catch('accepted');

/** Limits of a list: entries in one answer, and characters of a text that is searched for. */
const MAX = { pages: 100, questions: 50, text: 200, hosts: 1000, hits: 1000 };
/** The largest body of a request. */
const LIMIT = { bytes: 300_000 };

/** The page, and what it shows and does: `/api/crawls/NAME/…`. */
export function addControlRoomRoutes(app: Hono, room: ControlRoom): void {
  addPageFiles(app, {
    folder: FOLDER,
    at: '/control-room/page',
    instead: 'use sfwc explain meanwhile',
  });
  app.get('/api/crawls', async (context) =>
    context.json((await room.crawls.refreshed()).map(({ name, out }) => ({ name, out }))),
  );
  addViews(app, room);
  addSteering(app, room);
  addResuming(app, room);
}

function addViews(app: Hono, room: ControlRoom): void {
  const view = (name: string, show: (watch: CrawlWatch, context: Context) => unknown): void => {
    app.get(`/api/crawls/:crawl/${name}`, async (context) => {
      const watch = crawlOf(room, context);
      await known(() => watch.refresh());
      return context.json(await known(() => Promise.resolve(show(watch, context))));
    });
  };
  view('state', (watch) => watch.state());
  view('pages', (watch, { req }) => {
    return watch.pages({
      which: WHICH.parse(req.query('which')),
      offset: whole(req.query('offset'), 0, Number.MAX_SAFE_INTEGER),
      count: whole(req.query('count'), 50, MAX.pages),
      text: (req.query('text') ?? '').slice(0, MAX.text),
    });
  });
  view('page', (watch, { req }) => watch.page(req.query('url') ?? ''));
  view('frontier', (watch) => watch.frontier());
  view('hosts', (watch, { req }) =>
    watch.hosts({
      by: HOST_ORDER.parse(req.query('by')),
      text: (req.query('text') ?? '').slice(0, MAX.text),
      count: whole(req.query('count'), 200, MAX.hosts),
    }),
  );
  view('host', (watch, { req }) => watch.host(req.query('name') ?? ''));
  view('changes', (watch, { req }) => watch.changes(req.query('action') ?? ''));
  view('map', (watch) => watch.map());
  view('search', (watch, { req }) => searchIn(watch, req));
  view('nouns', (watch) => watch.nouns());
  view('questions', (watch, { req }) => watch.questions(whole(req.query('count'), 5, MAX.questions)));
  view('preview', (watch, { req }) => {
    const score = Number(req.query('score') ?? Number.NaN);
    if (!Number.isFinite(score)) throw new Problem(400, 'score is missing or not a number');
    return watch.preview(score);
  });
  const messages = stateMessages(room.every);
  room.acted.on(ACTED, () => messages.forget());
  app.get('/api/crawls/:crawl/stream', (context) => stream(context, room, messages));
}

/** Hits of a search; each search brings the index up to date. */
async function searchIn({ out }: CrawlWatch, req: Context['req']): Promise<SearchAnswer> {
  const filter = (name: string): readonly string[] =>
    [req.query(name) ?? ''].filter((value) => value !== '').map((value) => value.slice(0, MAX.text));
  const wish = {
    ...{ host: filter('host'), topic: filter('topic'), noun: filter('noun'), site: filter('site') },
    ...{ author: filter('author'), language: filter('language'), licence: filter('licence') },
    ...given({ since: filter('since')[0] }),
    limit: Math.max(1, whole(req.query('count'), 10, MAX.pages)),
    offset: whole(req.query('offset'), 0, MAX.hits),
  };
  const q = req.query('q')?.trim() ?? '';
  if (q === '') throw new Problem(400, 'q, the words to search for, is missing');
  const { searchCollections } = await PARTS.search();
  const time = AbortSignal.timeout(SEARCH_SECONDS * 1000);
  try {
    return await searchCollections([out], q, wish, { signal: AbortSignal.any([time, req.raw.signal]) });
  } catch (thrown) {
    if (!time.aborted || thrown !== time.reason) throw thrown;
    throw new Problem(503, `the search took longer than ${SEARCH_SECONDS} s; try again: the index is kept`, {
      'retry-after': '1',
    });
  }
}

/** The state of a crawl, again whenever it has changed. */
function stream(
  context: Context,
  { crawls, every, acted, signal }: ControlRoom,
  messages: StateMessages,
): Response {
  const watch = crawlOf({ crawls }, context);
  return streamSSE(context, async (events) => {
    let last = '';
    while (!events.aborted && !signal.aborted) {
      const begun = performance.now();
      const told = await messages.of(watch);
      if (told.data !== last) await events.writeSSE(told);
      last = told.data;
      const took = performance.now() - begun;
      await untilNext(Math.max(every, took * (1 / MAX_LOOKING - 1)), acted, signal);
    }
  });
}

/** Waits so many milliseconds, or until somebody has asked a crawl for something. */
async function untilNext(milliseconds: number, acted: EventEmitter, closed: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, closed]);
  const ends = [sleep(milliseconds, undefined, { signal, ref: false }), once(acted, ACTED, { signal })];
  await Promise.race(ends.map((end) => end.catch(() => undefined)));
  over.abort();
}

function addSteering(app: Hono, room: ControlRoom): void {
  const asked = z.strictObject({ by: z.string().trim().min(1).max(40), action: z.unknown() });
  app.post('/api/crawls/:crawl/actions', async (context) => {
    const watch = crawlOf(room, context);
    const body = asked.safeParse(await jsonBody(context));
    if (!body.success) throw new Problem(400, 'the body is { "by": NAME, "action": { "kind": … } }');
    const { by } = body.data;
    const action = checked(body.data.action);
    const steered = await known(() => steerCrawl(watch.out, action, { by, wait: 10, signal: room.signal }));
    room.acted.emit(ACTED);
    return context.json(steered);
  });
}

/** Continues crawls that are not running. */
function addResuming(app: Hono, room: ControlRoom): void {
  const asked = z.strictObject({ maxPages: z.number().int().min(1).optional() });
  app.post('/api/crawls/:crawl/resume', async (context) => {
    const watch = crawlOf(room, context);
    const body = asked.safeParse(await jsonBody(context));
    if (!body.success) throw new Problem(400, 'the body is {} or { "maxPages": NUMBER }');
    const { resume } = await known(() => watch.state());
    if (resume === undefined) throw new Problem(409, 'the crawl is running, or has nothing left to request');
    const resumed = await resumeCrawl(watch.out, { ...resume, ...body.data }, room.signal);
    room.acted.emit(ACTED);
    return context.json(resumed);
  });
}

async function jsonBody(context: Context): Promise<unknown> {
  const body = await readBody(context, LIMIT);
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

function checked(action: unknown): Action {
  try {
    return checkAction(action);
  } catch (thrown) {
    throw new Problem(400, thrown instanceof UsageError ? sentenceOf(thrown) : messageOf(thrown));
  }
}

function crawlOf({ crawls }: Pick<ControlRoom, 'crawls'>, { req }: Context): CrawlWatch {
  const found = crawls.find(req.param('crawl') ?? '');
  if (found === undefined) throw new Problem(404, `crawl ${req.param('crawl') ?? ''} does not exist`);
  return found.watch;
}

function whole(written: string | undefined, usual: number, most: number): number {
  const value = written === undefined ? usual : Number(written);
  return Number.isInteger(value) && value >= 0 ? Math.min(value, most) : usual;
}
