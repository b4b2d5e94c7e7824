import {
  type CrawlEvent,
  isBeforeAll,
  type LeftBy,
  type LeftLinks,
  type QueuedUrl,
  type StoredPage,
} from '../../model/crawl-event.js';
import { messageOf, SfwcError } from '../../model/errors.js';
import type { DatedExchange } from '../../model/exchange.js';
import { given } from '../../support/given.js';
import { fullText } from '../../support/text/full-text.js';
import { without } from '../../support/without.js';
import { hasGrown } from '../pages/traps.js';
import {
  asQueued,
  MAX_SECOND_CHOICES,
  ownPriority,
  SECOND_CHOICE,
  secondValue,
  withOwnPriority,
} from '../steering/steering.js';
import type { Crawl } from './crawl-context.js';
import type { CrawlRecord, CrawlState } from './crawl-types.js';
import { takeOutOfTrap } from './found-urls.js';
import { decideLink, explained, type LinkObstacle } from './link-decisions.js';
import type { Following, Outcome } from './recorder.js';
import { secondsSoFar } from './url-choice.js';

/** Links and revisions, and bytes of a stored page, after which others get their turn: some 10 ms. */
const [PART, LARGE] = [250, 500_000];

/**
 * Brings a URL to its end, in an order that lets a resumed crawl continue after a crash at any moment: 1. the archive and the stored
 * page, so that no record refers to missing data; 2. in one step links, end, strategy, event and state, committed in
 * batches (`recorder.ts`); 3. the events in the sink. A crash between 2 and 3 leaves them in the database, from where a resumed crawl
 * writes them; one before the commit leaves URLs that are requested again, and data that no event mentions, which is cut off.
 * @throws OutputError when something cannot be written, now or at an earlier URL
 */
export async function settle(
  entry: QueuedUrl,
  outcome: Outcome,
  exchanges: readonly DatedExchange[],
  context: Crawl,
): Promise<void> {
  const { archive, frontier } = context.deps;
  const step = (begun?: () => void): Promise<() => Promise<void>> =>
    context.recorder.record(end(entry, outcome, context, begun), frontier.transaction);
  const visited = { entry, exchanges, outcome, rendered: outcome.rendered };
  const delivered = await (archive?.keep(visited, step) ?? step());
  await delivered();
}

/** Stores a page that is accepted, or may be later. */
function store(
  entry: QueuedUrl,
  { page, body, source, judgement, aside, ...outcome }: Outcome,
  { deps: { pages, clock } }: Crawl,
): StoredPage | undefined {
  if (page === undefined || body === undefined) return undefined;
  if (judgement?.accepted !== true && aside !== true) return undefined;
  const { finalUrl: url = entry.url, contentType = '', reading } = outcome;
  const { capturedAt: date = new Date(clock.now()).toISOString() } = outcome;
  const isMade = source !== undefined || reading?.from === 'rendered';
  return pages?.add({ url, date, contentType, body, isMade, source, text: fullText(page) });
}

/** Takes a new verdict on a page, in one step; it stands where the strategy fails. @param revises values again what is queued */
export async function settleAgain(
  entry: QueuedUrl,
  outcome: Outcome,
  context: Crawl,
  revises = true,
): Promise<void> {
  const { recorder, deps } = context;
  function* parts(): Generator<void, CrawlRecord> {
    const { valued } = yield* follow(outcome, context);
    const taken = recorder.take(entry, outcome);
    if (revises) yield* revise(context);
    note(entry, taken, outcome, valued, context);
    return taken;
  }
  const delivered = await recorder.record(parts(), deps.frontier.transaction);
  await delivered();
}

function* end(
  entry: QueuedUrl,
  received: Outcome,
  context: Crawl,
  begun?: () => void,
): Generator<void, CrawlRecord> {
  begun?.();
  const { deps, pageWatch, recorder, acceptance } = context;
  const visited = { ...received, ...given({ stored: store(entry, received, context) }) };
  if (visited.stored !== undefined && (received.body?.length ?? 0) > LARGE) yield;
  const { state, judgement, resembles } = visited;
  const isAccepted = state === 'done' && judgement?.accepted === true;
  const brought = isAccepted ? 'accepted' : resembles === undefined ? 'nothing' : 'copy';
  const { outcome, valued } = yield* follow(visited, context, pageWatch.ended(entry, brought));
  const record = recorder.take(entry, outcome);
  if (record.event.judgement !== undefined) acceptance?.note(record.event.judgement);
  deps.frontier.end(entry.url, record.event.state);
  deps.marks?.end(entry.url);
  yield* revise(context);
  learnFrom(record.event, context, true);
  note(entry, record, outcome, valued, context);
  return record;
}

/** Learns from an event, also of other workers, and of earlier runs of the crawl. @param isNow as in `CrawlHooks.ended` */
export function learnFrom(event: CrawlEvent, { features, stopWatch }: Crawl, isNow = false): void {
  stopWatch.note(event);
  for (const feature of features) feature.ended?.(event, isNow);
}

/** Queues the links of a page that the strategy wants. A strategy that fails at a page fails that page alone. */
function* follow(
  outcome: Outcome,
  context: Crawl,
  trail?: string,
): Generator<void, { readonly outcome: Outcome; readonly valued: readonly string[] }> {
  const { follow: source } = outcome;
  if (source === undefined) return { outcome, valued: [] };
  if (!source.isFirstChoice && (context.tally.now.links['second-choice'] ?? 0) >= MAX_SECOND_CHOICES)
    return { outcome: { ...outcome, left: { full: 'all' } }, valued: [] };
  const valued: string[] = [];
  try {
    const left = yield* queueLinks(source, trail, valued, context);
    return { outcome: { ...outcome, left }, valued };
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    const { fetched, finalUrl, status, contentType, bytes } = outcome;
    const failed = { state: 'failed', code: 'unreadable', message: messageOf(thrown) } as const;
    return { outcome: { fetched, ...failed, ...given({ finalUrl, status, contentType, bytes }) }, valued };
  }
}

/** Queues those links of a page that the rules let through. Returns the places of the others; undefined without any. */
function* queueLinks(
  source: Following,
  trail: string | undefined,
  valued: string[],
  context: Crawl,
): Generator<void, LeftLinks | undefined> {
  const { deps, tally, features, plan } = context;
  const { links, isFirstChoice } = source;
  const decisions: (QueuedUrl | LinkObstacle)[] = [];
  yield* pausing(links.slice(0, plan.maxLinks), (link) => {
    decisions.push(decideLink(link, source, valued, context));
  });
  const entries: QueuedUrl[] = [];
  const left: Partial<Record<LeftBy, number[]>> = {};
  const leave = (place: number, by: LinkObstacle | 'over-limit'): void => {
    tally.countLink(by);
    if (by !== 'known') (left[by] ??= []).push(place);
  };
  for (const [place, decision] of decisions.entries())
    if (typeof decision === 'string') leave(place, decision);
    else entries.push({ ...decision, ...given({ trail }) });
  for (const feature of features) feature.found?.(entries.map(({ url }) => url));
  const added: string[] = [];
  yield* pausing(entries, (entry) => {
    const isNew = deps.frontier.enqueue(entry);
    if (isNew) added.push(entry.url);
    tally.countLink(!isNew ? 'known' : isFirstChoice ? 'queued' : 'second-choice');
    if (!isNew) raise(entry, context);
  });
  context.exploration?.saw(source.page.url, added);
  for (let place = decisions.length; place < links.length; place += 1) leave(place, 'over-limit');
  return Object.keys(left).length === 0 ? undefined : left;
}

function* pausing<T>(list: Iterable<T>, act: (one: T) => void): Generator<void, void> {
  let count = 0;
  for (const one of list) {
    act(one);
    count += 1;
    if (count % PART === 0) yield;
  }
}

/** Gives a URL that is queued already the better of its two links. */
function raise(entry: QueuedUrl, context: Crawl): void {
  const { frontier } = context.deps;
  if (!hasGrown(entry)) takeOutOfTrap(entry, context);
  // Most links are not better than the waiting one, and the entry need not be read.
  const before = frontier.valueOf(entry.url);
  if (before !== undefined && entry.priority.value <= before) return;
  const waiting = frontier.waiting(entry.url);
  if (waiting === undefined) return;
  const { listed } = waiting;
  const { trail } = hasGrown(entry) ? waiting : entry;
  const depth = Math.min(entry.depth, waiting.depth);
  frontier.requeue({ ...without(explained(entry), 'trail'), ...given({ listed, trail }), depth });
}

/** Queues again what the strategy values otherwise by now. */
export function* revise({ deps, steering }: Crawl): Generator<void, void> {
  const { frontier, priority } = deps;
  // What people pin or boost needs the reason as well.
  const isPlain = priority.current !== undefined && !steering.adjusts();
  yield* pausing(priority.revisions?.() ?? [], ([url, revised]) => {
    // Seeds, samples and what a round of a monitor visits stay at the head of the queue.
    if (isPlain) {
      const before = frontier.valueOf(url);
      if (before === undefined || isBeforeAll(before)) return;
      frontier.revalue(url, before < SECOND_CHOICE ? secondValue(revised.value) : revised.value);
      return;
    }
    const waiting = frontier.waiting(url);
    if (waiting === undefined || isBeforeAll(ownPriority(waiting).value)) return;
    // When it is leased, the strategy says what it thinks by then, as of URLs that are revalued without their reason.
    frontier.requeue({
      ...withOwnPriority(waiting, asQueued(waiting, { ...revised }, steering)),
      revalued: true,
    });
  });
}

/** Notes what the strategy observed, and the state of the crawl after it. */
function note(
  entry: QueuedUrl,
  { event, body: kept }: CrawlRecord,
  { follow: source }: Outcome,
  valued: readonly string[],
  context: Crawl,
): void {
  const { judgement, page, body } = source?.body === undefined ? {} : source;
  const observation = { entry, event, judgement, page, body: kept ?? body };
  context.deps.note?.({ ...observation, ...(valued.length > 0 && { valued }) }, stateOf(context));
}

function stateOf(context: Crawl): CrawlState {
  const { deps, recorder, tally, scope, rejudging, startedAt, features } = context;
  const states = features.map(({ name, state }) => [name, state?.().kept] as const);
  return {
    ...{ sequence: recorder.sequence, startedAt, time: deps.clock.now() },
    seconds: secondsSoFar(context),
    tally: tally.state(),
    scope: scope.added(),
    archive: deps.archive?.place(),
    stored: deps.pages?.length,
    rejudging: rejudging?.state(),
    ...Object.fromEntries(states.filter(([, state]) => state !== undefined)),
  };
}
