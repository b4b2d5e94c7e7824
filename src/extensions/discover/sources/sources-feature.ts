import { z } from 'zod';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import type { CrawlContext } from '../../../crawling/engine/crawl-context.js';
import type { CrawlHooks } from '../../../crawling/engine/feature.js';
import { noteListed } from '../../../crawling/engine/found-urls.js';
import { secondsLeft, requestLimit } from '../../../crawling/engine/url-choice.js';
import { NO_MEMORY, type CrawlMemory } from '../../../crawling/store/crawl-memory.js';
import { hostOf, normaliseUrl } from '../../../crawling/urls/urls.js';
import { BEFORE_ALL, isBeforeAll, type CrawlEvent } from '../../../model/crawl-event.js';
import { FetchError, InputError, Interrupted, messageOf } from '../../../model/errors.js';
import type { WordReader } from '../../../model/topic.js';
import { given } from '../../../support/given.js';
import { without } from '../../../support/without.js';
import type { SourceCounts } from '../../../crawling/engine/crawl-counts.js';
import { createAskBook, type AskBook, type AskRecord } from './ask-book.js';
import { createCrawlLessons, isAccepted, type CrawlLessons } from './crawl-lessons.js';
import type { Ask, AskState, NamedPage, Source } from './source.js';
import { chosenSource, expectedYield } from './source-yields.js';

/** The name of the feature. */
export const SOURCES = 'sources';

/** How the sources of a crawl are opened, and what they need. */
export interface SourcesPlan {
  /** The sources of a crawl, in the order in which they are named. @param feedsOf feeds that pages of a host named */
  readonly open: (context: CrawlContext, feedsOf: (host: string) => readonly string[]) => readonly Source[];
  /** Reads words of titles. */
  readonly read: WordReader;
  /** Whether the crawl's time is simulated: then it waits for services, so that it runs the same every time. */
  readonly isTimeSimulated: boolean;
  /** Aborted when the crawl is closed. */
  readonly signal: AbortSignal;
}

/** Requests before the first ask, and between two asks at least. */
const FIRST_ASK = 20;
const BETWEEN_ASKS = 10;
/** URLs that may still wait of earlier asks, and requests after which those that wait longer do not count. */
const MOST_WAITING = 5;
const LONG_SINCE = 40;
/** Pages of an answer that are kept for later. */
const MOST_LEFT = 200;
/** Hosts of which feeds are kept, and feeds of one. */
const [MOST_HOSTS, MOST_FEEDS] = [10_000, 3];
/** Values of what sources bring: before all that strategies value, and behind seeds and what a person pins. */
const VALUE = 0.75 * BEFORE_ALL;

const stateSchema = z.looseObject({
  counts: z.array(
    z.looseObject({
      source: z.string(),
      asked: z.number(),
      brought: z.number(),
      fetched: z.number(),
      accepted: z.number(),
    }),
  ),
});

/** What sources brought to a crawl, by its state; undefined where it uses none. */
export function sourceCountsIn(state: object | undefined): readonly SourceCounts[] | undefined {
  const saved = stateSchema.safeParse({ ...state }[SOURCES as never]);
  return saved.success ? saved.data.counts : undefined;
}

/** Asks sources besides links when the queue promises less than they do. */
export function sourcesFeature(plan: SourcesPlan): CrawlFeature {
  return { name: SOURCES, stateSchema, begin: (context) => begin(context, plan) };
}

/** The asks of a crawl. */
interface Asking {
  readonly context: CrawlContext;
  readonly plan: SourcesPlan;
  readonly memory: CrawlMemory;
  readonly sources: readonly Source[];
  readonly book: AskBook;
  readonly lessons: CrawlLessons;
  fetched: number;
  /** The ask under way, until its answer is taken. */
  current:
    { readonly source: Source; readonly ask: Ask; answer?: Answer; readonly done: Promise<void> } | undefined;
  ring: () => void;
}

/** What came of an ask; `thrown` is not the fault of the source. */
type Answer =
  { readonly pages: readonly NamedPage[] } | { readonly failure: string } | { readonly thrown: unknown };

function begin(context: CrawlContext, plan: SourcesPlan): CrawlHooks {
  const { memory = NO_MEMORY } = context.parts.queue;
  const feeds = createFeedBook(memory);
  const sources = plan.open(context, feeds.of);
  const book = createAskBook(sources);
  for (const [name, value] of memory.all('source')) if (name.startsWith(ASK)) book.add(value as AskRecord);
  book.forgive();
  const asking: Asking = {
    ...{ context, plan, memory, sources, book },
    lessons: createCrawlLessons(plan.read),
    ...{ fetched: 0, current: undefined, ring: () => undefined },
  };
  return {
    read(entry, _response, read) {
      feeds.saw(entry.url, read.read.page.feeds);
      return Promise.resolve(read);
    },
    left: (url) => feeds.left(url),
    note(event) {
      note(event, asking);
      feeds.note(event);
    },
    async beforeChoice() {
      startIfDue(asking);
      const { current } = asking;
      if (plan.isTimeSimulated && current?.source.service !== undefined) await current.done;
      await takeAnswer(asking);
    },
    isUnderWay: () => isUnderWay(asking),
    onEnd: (ring) => (asking.ring = ring),
    state: () => ({ counts: book.counts() }),
    counts: () => ({ sources: book.counts() }),
  };
}

function note(event: CrawlEvent, asking: Asking): void {
  // After a resume these come in the place of the former events, under the former verdicts.
  asking.lessons.note(event);
  asking.book.note(event);
  if (!event.fetched) return;
  asking.fetched += 1;
}

/** Whether the crawl waits for an ask before it ends. */
function isUnderWay(asking: Asking): boolean {
  if (!mayAsk(asking)) return false;
  // When the last visit has ended in the middle of a turn of the crawl, nothing else begins an ask.
  startIfDue(asking);
  // Nor does anything else tell the crawl of an answer that came in the middle of a turn.
  if (asking.current?.answer !== undefined) setImmediate(() => asking.ring());
  return asking.current !== undefined;
}

/** Whether what a source brings could be requested. */
function mayAsk({ context }: Asking): boolean {
  const { progress, steering, ending, plan } = context;
  if (ending.signal.aborted || steering.isPaused() || plan.maxDepth < 1) return false;
  return progress.tally.fetched < requestLimit(context) && secondsLeft(context) > 0;
}

/** Begins an ask where the queue promises less than a source, and none is under way. */
function startIfDue(asking: Asking): void {
  if (asking.current !== undefined || !mayAsk(asking)) return;
  const { queued, leased } = asking.context.parts.queue.frontier.counts();
  const isEmpty = queued + leased === 0;
  if (!isEmpty && !isTime(asking)) return;
  const candidates = asking.sources.flatMap((source) => {
    const expected = expectedYield(asking.book.yieldOf(source.name), source.prior);
    if (asking.book.isDropped(source.name)) return [];
    return [{ name: source.name, source, expected }];
  });
  const harvest = isEmpty ? 0 : asking.context.progress.tally.recentHarvest;
  // A source without a question is passed over, and the next best is tried.
  for (let left = candidates; left.length > 0;) {
    const chosen = chosenSource(left, harvest);
    if (chosen === undefined) return;
    const ask = chosen.source.next(stateOf(chosen.source, asking));
    if (ask !== undefined) {
      start(chosen.source, ask, asking);
      return;
    }
    left = left.filter((one) => one !== chosen);
  }
}

/** Whether enough pages were requested since the last ask, and what it brought was requested or waits for long. */
function isTime({ book, fetched }: Asking): boolean {
  if (book.size === 0) return fetched >= FIRST_ASK;
  const since = fetched - book.lastAfter;
  return since >= BETWEEN_ASKS && (book.waiting <= MOST_WAITING || since >= LONG_SINCE);
}

function stateOf({ name }: Source, { book, lessons, context }: Asking): AskState {
  const { frontier } = context.parts.queue;
  return {
    lessons,
    times: (target) => book.times(name, target),
    left: (target) => book.left(name, target),
    isNew: (url) => isInside(url, context) && !frontier.knows(url),
  };
}

function isInside(url: string, { known, plan }: Pick<CrawlContext, 'known' | 'plan'>): boolean {
  return known.scope.includes(url) && plan.admits(url);
}

function start(source: Source, ask: Ask, asking: Asking): void {
  const { context, plan } = asking;
  const signal = AbortSignal.any([context.ending.signal, plan.signal]);
  const { untimed = <T>(work: Promise<T>): Promise<T> => work } = context.parts;
  const running = ask.run(signal);
  const current: NonNullable<Asking['current']> = {
    ...{ source, ask },
    done: (source.service === undefined ? running : untimed(running))
      .then((pages): Answer => ({ pages }), failedAnswer)
      .then((answer) => {
        current.answer = answer;
        asking.ring();
      }),
  };
  asking.current = current;
}

function failedAnswer(thrown: unknown): Answer {
  const isOfSource =
    thrown instanceof InputError || thrown instanceof FetchError || thrown instanceof Interrupted;
  return isOfSource ? { failure: messageOf(thrown) } : { thrown };
}

const ASK = 'ask ';

/** Queues what the ask has brought, and keeps that it was asked, in one step. @throws OutputError */
async function takeAnswer(asking: Asking): Promise<void> {
  const { context, current, book, memory } = asking;
  if (current?.answer === undefined) return;
  const { source, ask, answer } = current;
  asking.current = undefined;
  if (context.ending.signal.aborted) return;
  if ('thrown' in answer) throw answer.thrown;
  const { frontier } = context.parts.queue;
  let dropped: string | undefined;
  context.progress.recorder.whole(() =>
    frontier.transaction(() => {
      const taken = 'pages' in answer ? queue(answer.pages, source, context) : { left: [] };
      const record = { source: source.name, target: ask.target, ...taken, after: asking.fetched };
      memory.keep('source', `${ASK}${book.size}`, record);
      dropped = book.add(record);
    }),
  );
  await context.progress.recorder.flush();
  warn(source, answer, dropped, asking);
}

function warn(
  source: Source,
  answer: Exclude<Answer, { readonly thrown: unknown }>,
  dropped: string | undefined,
  { context }: Asking,
): void {
  const { logger } = context.parts;
  const ending = dropped === undefined ? '' : `; ${dropped} and is dropped`;
  if ('failure' in answer) logger.warn(`source '${source.name}': ${answer.failure}${ending}`);
  else if (dropped !== undefined) logger.warn(`source '${source.name}': ${dropped} and is dropped`);
}

/** Queues the first pages that may be requested, before all links. */
function queue(
  pages: readonly NamedPage[],
  { most, raises }: Source,
  context: CrawlContext,
): Pick<AskRecord, 'brought' | 'left'> {
  const { frontier } = context.parts.queue;
  const brought = new Map<string, NamedPage>();
  const left: NamedPage[] = [];
  for (const page of pages) {
    const url = normaliseUrl(page.url, context.plan.urlRules);
    if (url === undefined || brought.has(url) || !isInside(url, context)) continue;
    noteListed(url, page.listed, frontier);
    const isWanted = frontier.valueOf(url) !== undefined ? raises : !frontier.knows(url);
    if (!isWanted) continue;
    if (brought.size >= most) {
      if (left.length >= MOST_LEFT) break;
      left.push({ ...page, url });
    } else if (enqueue({ ...page, url }, most - brought.size, context)) brought.set(url, page);
  }
  return { brought: [...brought.keys()], left };
}

/** @param place larger for what comes first. Returns whether the URL is requested because of it. */
function enqueue({ url, by, reason, listed }: NamedPage, place: number, context: CrawlContext): boolean {
  const { frontier } = context.parts.queue;
  const priority = context.steering.adjusted(url, { value: VALUE + place, reason });
  const waiting = frontier.waiting(url);
  if (waiting === undefined)
    return frontier.enqueue({ url, depth: 1, referrer: by, ...given({ listed }), priority });
  if (waiting.sample !== undefined || isBeforeAll(waiting.priority.value)) return false;
  const { state } = waiting.priority;
  return frontier.requeue({ ...without(waiting, 'revalued'), priority: { ...priority, state } });
}

/** The feeds that pages of hosts name. */
interface FeedBook {
  readonly of: (host: string) => readonly string[];
  /** A page was read. */
  readonly saw: (url: string, feeds: readonly string[] | undefined) => void;
  /** Its visit is over. */
  readonly left: (url: string) => void;
  /** It came to its end: feeds of accepted pages are kept. */
  readonly note: (event: CrawlEvent) => void;
}

const FEEDS = 'feeds ';

function createFeedBook(memory: CrawlMemory): FeedBook {
  const known = new Map<string, readonly string[]>();
  const seen = new Map<string, readonly string[]>();
  for (const [name, value] of memory.all('source'))
    if (name.startsWith(FEEDS)) known.set(name.slice(FEEDS.length), value as readonly string[]);
  return {
    of: (host) => known.get(host) ?? [],
    saw(url, feeds = []) {
      if (feeds.length > 0) seen.set(url, feeds);
    },
    left: (url) => void seen.delete(url),
    note(event) {
      const feeds = seen.get(event.url);
      if (feeds === undefined || !isAccepted(event)) return;
      const host = hostOf(event.finalUrl ?? event.url);
      const before = known.get(host) ?? [];
      const all = [...new Set([...before, ...feeds])].slice(0, MOST_FEEDS);
      if (all.length === before.length || (before.length === 0 && known.size >= MOST_HOSTS)) return;
      known.set(host, all);
      memory.keep('source', `${FEEDS}${host}`, all);
    },
  };
}
