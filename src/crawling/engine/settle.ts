import type { PageWatch } from '../pages/page-watch.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import type { CrawlArchive } from '../../model/archive.js';
import type { DatedExchange } from '../../model/exchange.js';
import {
  isBeforeAll,
  type LeftBy,
  type LeftLinks,
  type LinkPriority,
  type Priority,
  type QueuedUrl,
} from '../../model/crawl-event.js';
import type { Revaluing } from '../../model/frontier.js';
import { messageOf, SfwcError } from '../../model/errors.js';
import type { CrawlContext } from './crawl-context.js';
import type { CrawlRecord, CrawlState, Heard } from './crawl-types.js';
import { statesOf } from './feature.js';
import { decideLinks, explained, type LinkDecision, type LinkRules } from './link-decisions.js';
import type { Outcome } from './recorder.js';
import { asQueued, ownPriority, withOwnPriority } from './own-priority.js';
import { MOST_SECOND_CHOICES, SECOND_CHOICE, secondChoice, secondValue } from './second-choice.js';
import { hasGrown, isLoop } from '../pages/traps.js';
import { takeOutOfTrap } from './found-urls.js';

/**
 * Brings a URL to its end. The order is that of durability, so that a resumed crawl can continue after a crash at any moment:
 *
 * 1. the page, where it is accepted, and what went over the wire, where that is archived, so that no record
 *    refers to missing data;
 * 2. in one step its links, its end, what the strategy makes of it, the event and the state of the crawl. Several pages
 *    are committed together, as a batch (`recorder.ts`);
 * 3. the events of the batch in the sink. A crash between 2 and 3 leaves them in the database, from where a resumed crawl
 *    writes them.
 *
 * A crash before the commit leaves URLs that will be requested again, and at most pages and records of the archive that no
 * event mentions; a resumed crawl cuts such records off. Step 2 is synchronous: the strategy observes each page as a whole.
 *
 * @throws OutputError when something cannot be written, now or at an earlier URL
 */
export async function settle(
  entry: QueuedUrl,
  outcome: Outcome,
  exchanges: readonly DatedExchange[],
  context: CrawlContext,
): Promise<void> {
  const { frontier } = context.parts.queue;
  const { archive = NO_ARCHIVE } = context.parts.record;
  await keep(entry, outcome, context);
  await archive.keep({ entry, exchanges, outcome, rendered: outcome.rendered }, () => {
    const record = context.progress.recorder.whole(() =>
      frontier.together(() => end(entry, outcome, context)),
    );
    return context.progress.recorder.deliver(record);
  });
}

function isAccepted({ state, judgement }: Outcome): boolean {
  return state === 'done' && judgement?.accepted === true;
}

async function keep(
  { url }: QueuedUrl,
  { page, body, source, judgement, aside }: Outcome,
  {
    parts: {
      record: { keepPage },
      judging: { judged },
    },
  }: Pick<CrawlContext, 'parts'>,
): Promise<void> {
  if (page === undefined || body === undefined) return;
  if (judgement?.accepted === true) await keepPage?.(url, page, body, source);
  else if (aside === true) await judged?.keepAside(url, page, body, source);
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
  const { frontier } = context.parts.queue;
  const { note } = context.parts.record;
  const record = context.progress.recorder.whole(() =>
    frontier.together(() => {
      const { valued } = follow(outcome, context);
      // Where the strategy fails at the links, the verdict stands.
      const taken = context.progress.recorder.take(entry, outcome);
      if (revises) revise(context);
      if (note !== undefined) note(heard(entry, taken, { outcome, valued }), stateOf(context));
      return taken;
    }),
  );
  await context.progress.recorder.deliver(record);
}

const NO_ARCHIVE: Pick<CrawlArchive, 'keep'> = { keep: (_visited, step) => step() };

/** What an outcome says about traps. */
function broughtBy(outcome: Outcome): Parameters<PageWatch['ended']>[1] {
  if (isAccepted(outcome)) return 'accepted';
  return outcome.resembles === undefined ? 'nothing' : 'copy';
}

function end(entry: QueuedUrl, outcome: Outcome, context: CrawlContext): CrawlRecord {
  const { frontier } = context.parts.queue;
  const { note } = context.parts.record;
  const trail = context.known.pageWatch.ended(entry, broughtBy(outcome));
  const followed = follow(outcome, context, trail);
  const record = context.progress.recorder.take(entry, followed.outcome);
  if (record.event.judgement !== undefined) context.deciding.acceptance?.note(record.event.judgement);
  frontier.acknowledge(entry.url, record.event.state);
  context.parts.judging.judge.ended?.(entry.url);
  revise(context);
  context.progress.stopWatch.note(record.event);
  for (const feature of context.features) feature.note?.(record.event);
  for (const feature of context.features) feature.recorded?.();
  if (note !== undefined) note(heard(entry, record, followed), stateOf(context));
  return record;
}

interface Followed {
  readonly outcome: Outcome;
  /** The links that the strategy valued. */
  readonly valued: readonly string[];
}

/** Queues the links of a page that the strategy wants. A strategy that fails at a page fails that page alone. */
function follow(outcome: Outcome, context: CrawlContext, trail?: string): Followed {
  const { parts, plan, known, progress, steering } = context;
  if (outcome.follow === undefined) return { outcome, valued: [] };
  const { frontier } = parts.queue;
  const { isFirstChoice, entry } = outcome.follow;
  if (!isFirstChoice && progress.tally.linksOf('second-choice') >= MOST_SECOND_CHOICES)
    return { outcome: { ...outcome, left: { full: 'all' } }, valued: [] };
  const valued: string[] = [];
  const priority: Pick<LinkPriority, 'name' | 'prioritise'> = {
    name: parts.queue.priority.name,
    prioritise: (candidate) => {
      valued.push(candidate.link.url);
      const priority = parts.queue.priority.prioritise(candidate);
      if (priority === undefined) return undefined;
      return steering.adjusted(candidate.link.url, isFirstChoice ? priority : secondChoice(priority));
    },
  };
  const rules = {
    maxDepth: plan.maxDepth,
    inScope: (url: string) => known.scope.includes(url),
    admits: plan.admits,
    isTrap: (url: string) => known.pageWatch.traps !== undefined && isLoop(url, entry.url),
    knows: (url: string) => frontier.knows(url),
    waits: (url: string) => frontier.waits(url),
    priority,
  };
  try {
    const left = queueLinks({ ...outcome.follow, ...given({ trail }) }, rules, context);
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
  source: Required<Outcome>['follow'],
  rules: LinkRules,
  context: CrawlContext,
): LeftLinks | undefined {
  const { parts, plan, progress, features } = context;
  const { frontier } = parts.queue;
  const { tally } = progress;
  const { links, isFirstChoice } = source;
  const within = links.slice(0, plan.maxLinks);
  const decisions = decideLinks(within, source, rules);
  const entries: QueuedUrl[] = [];
  for (const decision of decisions)
    if ('entry' in decision) entries.push(decision.entry);
    else tally.countLink(decision.outcome);
  for (const feature of features) feature.found?.(entries.map(({ url }) => url));
  for (const [place, isNew] of frontier.enqueueAll(entries).entries()) {
    tally.countLink(!isNew ? 'known' : isFirstChoice ? 'queued' : 'second-choice');
    const entry = entries[place];
    if (!isNew && entry !== undefined) raise(entry, context);
  }
  for (let over = links.length - within.length; over > 0; over -= 1) tally.countLink('over-limit');
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
  const { frontier } = context.parts.queue;
  if (!hasGrown(entry)) takeOutOfTrap(entry, context);
  // Most links are not better than the waiting one, and the entry need not be read.
  const before = frontier.queuedValue(entry.url);
  if (before !== undefined && entry.priority.value <= before) return;
  const waiting = frontier.waiting(entry.url);
  if (waiting === undefined) return;
  const { listed } = waiting;
  const { trail } = hasGrown(entry) ? waiting : entry;
  const depth = Math.min(entry.depth, waiting.depth);
  frontier.requeue({ ...without(explained(entry), 'trail'), ...given({ listed, trail }), depth });
}

/** Queues again what the strategy values otherwise by now, and tells the crew of a shared crawl. */
export function revise(context: CrawlContext): void {
  const { parts, steering } = context;
  const { frontier, priority, crew } = parts.queue;
  // The crew of a shared crawl, and what people pin or boost, need the reason as well.
  const isPlain = priority.current !== undefined && crew === undefined && !steering.adjusts();
  for (const [url, revised] of priority.revisions?.() ?? [])
    if (isPlain) revalue(url, revised.value, frontier);
    else reconsider(url, { ...revised }, context);
}

function revalue(url: string, value: number, frontier: Revaluing): void {
  const before = frontier.queuedValue(url);
  // Seeds, samples and what a round of a monitor visits stay at the head of the queue.
  if (before === undefined || isBeforeAll(before)) return;
  frontier.revalue(url, before < SECOND_CHOICE ? secondValue(value) : value);
}

function reconsider(
  url: string,
  revised: Priority,
  {
    parts: {
      queue: { frontier, crew },
    },
    steering,
  }: Pick<CrawlContext, 'parts' | 'steering'>,
): void {
  crew?.valued(url, revised);
  const waiting = frontier.waiting(url);
  // Seeds, and what a round of a monitor visits, are not the strategy's to value.
  if (waiting === undefined || isBeforeAll(ownPriority(waiting).value)) return;
  // When it is leased, the strategy says what it thinks by then, as of URLs that are revalued without their reason.
  frontier.requeue({ ...withOwnPriority(waiting, asQueued(waiting, revised, steering)), revalued: true });
}

function heard(entry: QueuedUrl, { event, body: kept }: CrawlRecord, { outcome, valued }: Followed): Heard {
  const body = kept ?? outcome.follow?.body;
  const { judgement, page } = outcome.follow ?? {};
  return {
    entry,
    event,
    judgement,
    page,
    ...(valued.length === 0 ? {} : { valued }),
    body,
  };
}

function stateOf(context: CrawlContext): CrawlState {
  const { parts, progress, known, run } = context;
  const time = parts.clock.now();
  const seconds = run.secondsBefore + (time - run.runStartedAt) / 1000;
  const archive = parts.record.archive?.place();
  const rejudging = context.deciding.rejudging?.state();
  return {
    sequence: progress.recorder.sequence,
    startedAt: run.startedAt,
    time,
    seconds,
    tally: progress.tally.state(),
    scope: known.scope.added(),
    archive,
    rejudging,
    ...statesOf(context.features),
  };
}
