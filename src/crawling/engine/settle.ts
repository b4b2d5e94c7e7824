import type { CrawlArchive } from '../../model/archive.js';
import {
  isBeforeAll,
  type LeftBy,
  type LeftLinks,
  type LinkPriority,
  type Priority,
  type QueuedUrl,
  type StoredPage,
} from '../../model/crawl-event.js';
import { messageOf, SfwcError } from '../../model/errors.js';
import type { DatedExchange } from '../../model/exchange.js';
import { given } from '../../support/given.js';
import { runAtOnce, runInSteps } from '../../support/interruptible.js';
import { fullText } from '../../support/text/full-text.js';
import { without } from '../../support/without.js';
import type { PageWatch } from '../pages/page-watch.js';
import { hasGrown, isLoop } from '../pages/traps.js';
import {
  asQueued,
  MAX_SECOND_CHOICES,
  ownPriority,
  SECOND_CHOICE,
  secondChoice,
  secondValue,
  withOwnPriority,
} from '../steering/steering.js';
import type { CrawlContext } from './crawl-context.js';
import type { CrawlRecord, CrawlState, Observation } from './crawl-types.js';
import { statesOf } from './feature.js';
import { takeOutOfTrap } from './found-urls.js';
import {
  decideLinks,
  explained,
  LINKS_AT_ONCE,
  type LinkDecision,
  type LinkRules,
} from './link-decisions.js';
import type { Outcome } from './recorder.js';

/**
 * Brings a URL to its end. The order is that of durability, so that a resumed crawl can continue after a crash at any moment:
 *
 * 1. what went over the wire, where that is archived, and the page, where it is accepted, so that no record
 *    refers to missing data;
 * 2. in one step its links, its end, what the strategy makes of it, the event and the state of the crawl. Several pages
 *    are committed together, as a batch (`recorder.ts`);
 * 3. the events of the batch in the sink. A crash between 2 and 3 leaves them in the database, from where a resumed crawl
 *    writes them.
 *
 * A crash before the commit leaves URLs that will be requested again, and at most pages and records of the archive that no
 * event mentions; a resumed crawl cuts them off. Step 2 is synchronous: the strategy observes each page as a whole.
 *
 * @throws OutputError when something cannot be written, now or at an earlier URL
 */
export async function settle(
  entry: QueuedUrl,
  outcome: Outcome,
  exchanges: readonly DatedExchange[],
  context: CrawlContext,
): Promise<void> {
  const { frontier, archive = NO_ARCHIVE } = context.parts;
  const deciding = decide(outcome, context);
  const decided = deciding instanceof Promise ? await deciding : deciding;
  await archive.keep({ entry, exchanges, outcome, rendered: outcome.rendered }, () => {
    const record = context.progress.recorder.whole(() => {
      const kept = { ...outcome, ...given({ stored: store(entry, outcome, context) }) };
      return frontier.transaction(() => end(entry, kept, context, decided));
    });
    return context.progress.recorder.deliver(record);
  });
}

const NO_ARCHIVE: Pick<CrawlArchive, 'keep'> = { keep: (_visited, step) => step() };

/** Stores a page that is accepted, or may be later. */
function store(
  entry: QueuedUrl,
  { page, body, source, judgement, aside, ...outcome }: Outcome,
  { parts: { pages, clock } }: Pick<CrawlContext, 'parts'>,
): StoredPage | undefined {
  if (page === undefined || body === undefined) return undefined;
  if (judgement?.accepted !== true && aside !== true) return undefined;
  const { finalUrl: url = entry.url, contentType = '', reading } = outcome;
  const { capturedAt: date = new Date(clock.now()).toISOString() } = outcome;
  const isMade = source !== undefined || reading?.from === 'rendered';
  return pages?.add({ url, date, contentType, body, isMade, source, text: fullText(page) });
}

/**
 * Takes a new verdict on a page that had come to its end: its event, and its links where they are followed now, in one
 * step. The strategy values the links; of the page itself it has heard.
 * @param revises whether what is queued is valued again at once. Of very many pages only the last one has to see to that.
 * @throws OutputError as {@link settle}
 */
export async function settleAgain(
  entry: QueuedUrl,
  outcome: Outcome,
  context: CrawlContext,
  revises = true,
): Promise<void> {
  const { frontier, note } = context.parts;
  const { recorder } = context.progress;
  const deciding = decide(outcome, context);
  const decided = deciding instanceof Promise ? await deciding : deciding;
  const record = recorder.whole(() =>
    frontier.transaction(() => {
      const { valued } = follow(outcome, context, decided);
      // Where the strategy fails at the links, the verdict stands.
      const taken = recorder.take(entry, outcome);
      if (revises) revise(context);
      note?.(heard(entry, taken, { outcome, valued }), stateOf(context));
      return taken;
    }),
  );
  await recorder.deliver(record);
}

/** Contribution of an outcome to the watch for traps. */
function broughtBy({ state, judgement, resembles }: Outcome): Parameters<PageWatch['ended']>[1] {
  if (state === 'done' && judgement?.accepted === true) return 'accepted';
  return resembles === undefined ? 'nothing' : 'copy';
}

function end(
  entry: QueuedUrl,
  outcome: Outcome,
  context: CrawlContext,
  decided: DecidedLinks | undefined,
): CrawlRecord {
  const { frontier, note, marks } = context.parts;
  const trail = context.known.pageWatch.ended(entry, broughtBy(outcome));
  const followed = follow(outcome, context, decided, trail);
  const record = context.progress.recorder.take(entry, followed.outcome);
  if (record.event.judgement !== undefined) context.deciding.acceptance?.note(record.event.judgement);
  frontier.end(entry.url, record.event.state);
  marks?.end(entry.url);
  revise(context);
  context.progress.stopWatch.note(record.event);
  for (const feature of context.features) feature.note?.(record.event);
  for (const feature of context.features) feature.recorded?.();
  note?.(heard(entry, record, followed), stateOf(context));
  return record;
}

interface Followed {
  readonly outcome: Outcome;
  /** The links that the strategy valued. */
  readonly valued: readonly string[];
}

/** Decided links of a page, and the links that the strategy valued for that. */
interface DecidedLinks {
  readonly valued: readonly string[];
  /** @throws what the strategy throws */
  decisions(): readonly LinkDecision[];
}

/**
 * Decides on the links of a page. Of a page that has many it does so before the step in which the page ends, while other work
 * is done; links that other pages bring meanwhile are noticed when they are queued.
 */
function decide(
  { follow: source }: Outcome,
  context: CrawlContext,
): DecidedLinks | Promise<DecidedLinks> | undefined {
  if (source === undefined) return undefined;
  const valued: string[] = [];
  const steps = decisionSteps(source, valued, context);
  if (source.links.length <= LINKS_AT_ONCE) return { valued, decisions: () => runAtOnce(steps) };
  const deciding = runInSteps(steps, undefined);
  return (context.parts.untimed?.(deciding) ?? deciding).then(
    (decisions) => ({ valued, decisions: () => decisions }),
    (thrown: unknown) => {
      const decisions = (): never => {
        throw thrown;
      };
      return { valued, decisions };
    },
  );
}

function* decisionSteps(
  source: Following,
  valued: string[],
  context: CrawlContext,
): Generator<undefined, readonly LinkDecision[]> {
  const rules = rulesFor(source, valued, context);
  const links = source.links.slice(0, context.plan.maxLinks);
  const decisions: LinkDecision[] = [];
  for (let at = 0; at < links.length; at += LINKS_AT_ONCE) {
    if (at > 0) yield;
    decisions.push(...decideLinks(links.slice(at, at + LINKS_AT_ONCE), source, rules));
  }
  return decisions;
}

type Following = Required<Outcome>['follow'];

function rulesFor(
  { isFirstChoice, entry }: Following,
  valued: string[],
  { parts, plan, known, steering }: CrawlContext,
): LinkRules {
  const { frontier, priority: strategy } = parts;
  const prioritise: LinkPriority['prioritise'] = (candidate) => {
    valued.push(candidate.link.url);
    const priority = strategy.prioritise(candidate);
    if (priority === undefined) return undefined;
    return steering.adjusted(candidate.link.url, isFirstChoice ? priority : secondChoice(priority));
  };
  return {
    maxDepth: plan.maxDepth,
    inScope: (url) => known.scope.includes(url),
    admits: plan.admits,
    isTrap: (url) => isLoop(url, entry.url),
    knows: (url) => frontier.knows(url),
    waits: (url) => frontier.valueOf(url) !== undefined,
    priority: { name: strategy.name, prioritise },
  };
}

/** Queues the links of a page that the strategy wants. A strategy that fails at a page fails that page alone. */
function follow(
  outcome: Outcome,
  context: CrawlContext,
  decided: DecidedLinks | undefined,
  trail?: string,
): Followed {
  const { follow: source } = outcome;
  if (source === undefined || decided === undefined) return { outcome, valued: [] };
  const { tally } = context.progress;
  if (!source.isFirstChoice && tally.linksOf('second-choice') >= MAX_SECOND_CHOICES)
    return { outcome: { ...outcome, left: { full: 'all' } }, valued: [] };
  const { valued } = decided;
  try {
    const left = queueLinks(source, decided.decisions(), trail, context);
    return { outcome: { ...outcome, left }, valued };
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    const { fetched, finalUrl, status, contentType, bytes } = outcome;
    const answer = given({ finalUrl, status, contentType, bytes });
    const failed = { fetched, state: 'failed', code: 'unreadable', message: messageOf(thrown) } as const;
    return { outcome: { ...failed, ...answer }, valued };
  }
}

/** Queues those links of a page that the rules let through. Returns the places of the others. */
function queueLinks(
  { links, isFirstChoice }: Following,
  decisions: readonly LinkDecision[],
  trail: string | undefined,
  context: CrawlContext,
): LeftLinks | undefined {
  const { parts, progress, features } = context;
  const { tally } = progress;
  const entries: QueuedUrl[] = [];
  for (const decision of decisions)
    if ('entry' in decision) entries.push({ ...decision.entry, ...given({ trail }) });
    else tally.countLink(decision.outcome);
  for (const feature of features) feature.found?.(entries.map(({ url }) => url));
  for (const entry of entries) {
    const isNew = parts.frontier.enqueue(entry);
    tally.countLink(!isNew ? 'known' : isFirstChoice ? 'queued' : 'second-choice');
    if (!isNew) raise(entry, context);
  }
  for (let over = links.length - decisions.length; over > 0; over -= 1) tally.countLink('over-limit');
  return leftLinks(decisions, links.length);
}

/** The places of the links that were left by a rule; undefined where there are none. */
function leftLinks(decisions: readonly LinkDecision[], links: number): LeftLinks | undefined {
  const left: Partial<Record<LeftBy, number[]>> = {};
  for (let place = 0; place < links; place += 1) {
    const decision = decisions[place] ?? { outcome: 'over-limit' as const };
    if ('entry' in decision || decision.outcome === 'known' || decision.outcome === 'second-choice') continue;
    (left[decision.outcome] ??= []).push(place);
  }
  return Object.keys(left).length === 0 ? undefined : left;
}

/** Gives a URL that is queued already the better of its two links. */
function raise(entry: QueuedUrl, context: CrawlContext): void {
  const { frontier } = context.parts;
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
export function revise({ parts, steering }: Pick<CrawlContext, 'parts' | 'steering'>): void {
  const { frontier, priority } = parts;
  // What people pin or boost needs the reason as well.
  const isPlain = priority.current !== undefined && !steering.adjusts();
  for (const [url, revised] of priority.revisions?.() ?? []) {
    // Seeds, samples and what a round of a monitor visits stay at the head of the queue.
    if (isPlain) {
      const before = frontier.valueOf(url);
      if (before === undefined || isBeforeAll(before)) continue;
      frontier.revalue(url, before < SECOND_CHOICE ? secondValue(revised.value) : revised.value);
      continue;
    }
    const plain: Priority = { ...revised };
    const waiting = frontier.waiting(url);
    if (waiting === undefined || isBeforeAll(ownPriority(waiting).value)) continue;
    // When it is leased, the strategy says what it thinks by then, as of URLs that are revalued without their reason.
    frontier.requeue({ ...withOwnPriority(waiting, asQueued(waiting, plain, steering)), revalued: true });
  }
}

function heard(
  entry: QueuedUrl,
  { event, body: kept }: CrawlRecord,
  { outcome, valued }: Followed,
): Observation {
  const { judgement, page, body } = outcome.follow ?? {};
  return { entry, event, judgement, page, ...(valued.length > 0 && { valued }), body: kept ?? body };
}

function stateOf(context: CrawlContext): CrawlState {
  const { parts, progress, known, run } = context;
  const time = parts.clock.now();
  return {
    ...{ sequence: progress.recorder.sequence, startedAt: run.startedAt, time },
    seconds: run.secondsBefore + (time - run.runStartedAt) / 1000,
    tally: progress.tally.state(),
    scope: known.scope.added(),
    archive: parts.archive?.place(),
    stored: parts.pages?.length,
    rejudging: context.deciding.rejudging?.state(),
    ...statesOf(context.features),
  };
}
