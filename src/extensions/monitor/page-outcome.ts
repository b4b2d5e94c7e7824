import { REASONS, type CrawlEvent, type ReasonCode } from '../../model/crawl-event.js';
import type { PageRecord } from './state.js';
import { textDigest } from './text-change.js';

/** Changes of a collection. */
export type ChangeKind = 'new' | 'changed' | 'gone';

/** The result of a visit. */
export interface PageOutcome {
  /** Undefined where nothing is known of the address that should be remembered. */
  readonly record: PageRecord | undefined;
  readonly change?: { readonly kind: ChangeKind; readonly why: string };
}

/** Facts of the round in which an event is taken. */
export interface OutcomeContext {
  readonly round: number;
  /** The text of an accepted page as it was judged. */
  readonly text: string | undefined;
  /** Days between two visits of a page. */
  readonly every: number;
  readonly longest: number;
}

/** Failures in a row after which a page is gone. */
const MAX_FAILURES = 3;
/** The page is there and was not read again, for a reason that lies in the crawl and not in the page. */
const SAYS_NOTHING: ReadonlySet<ReasonCode> = new Set([
  ...(['near-duplicate', 'host-full', 'trap', 'blocked', 'out-of-scope', 'too-deep'] as const),
]);
/** The page has another address now. */
const MOVED: ReadonlySet<ReasonCode> = new Set([
  ...(['redirect-target-known', 'redirect-out-of-scope', 'canonical-known'] as const),
]);
/** Statuses that say that there is no page any more (RFC 9110). */
const GONE_STATUSES: readonly (number | undefined)[] = [404, 410];

/** Takes the event of an address in a round: its record from now on, and what is new, changed or gone. */
export function outcomeOf(
  event: CrawlEvent,
  before: PageRecord | undefined,
  context: OutcomeContext,
): PageOutcome {
  const lastAsked = Date.parse(event.time);
  // What is missing of the page may be the reason for its verdict and its change.
  if (event.truncated !== undefined && before?.state === 'kept') return { record: { ...before, lastAsked } };
  if (event.state !== 'done')
    return before?.state === 'kept' ? missed(event, before) : unread(event, before, context);
  return event.judgement?.accepted === true
    ? accepted(event, before, context)
    : rejected(event, before, context);
}

function accepted(event: CrawlEvent, before: PageRecord | undefined, context: OutcomeContext): PageOutcome {
  const { round, text, every, longest } = context;
  const digest = text === undefined ? undefined : textDigest(text);
  const { finalUrl, stored } = event;
  const record = { ...recordOf(event, before, 'kept', context), round, digest, finalUrl, stored };
  if (before?.state !== 'kept') {
    const why =
      before?.state === 'gone'
        ? 'it is back'
        : before === undefined
          ? 'it was found'
          : 'it is about the topic now';
    return { record: { ...record, days: every }, change: { kind: 'new', why } };
  }
  const changed = event.code !== 'unchanged' && digest !== before.digest;
  const days = changed ? Math.max(every, before.days / 2) : Math.min(longest, before.days * 2);
  const address = finalUrl ?? event.url;
  const why = [
    ...(address === (before.finalUrl ?? event.url) ? [] : [`it has moved to ${address}`]),
    ...(changed ? ['its text has changed'] : []),
  ].join('; ');
  return { record: { ...record, days }, ...(why === '' ? {} : { change: { kind: 'changed', why } }) };
}

function rejected(event: CrawlEvent, before: PageRecord | undefined, context: OutcomeContext): PageOutcome {
  const wasKept = before?.state === 'kept';
  const state = wasKept || before?.state === 'gone' ? 'gone' : 'rejected';
  const record = { ...recordOf(event, before, state, context), round: context.round };
  const why = 'it is not about the topic any more';
  return { record, ...(wasKept ? { change: { kind: 'gone', why } } : {}) };
}

/** A page that was kept, and was not read this time. */
function missed(event: CrawlEvent, before: PageRecord): PageOutcome {
  const { code = 'network', status, message } = event;
  const lastAsked = Date.parse(event.time);
  if (SAYS_NOTHING.has(code)) return { record: { ...before, lastAsked } };
  const isGone = GONE_STATUSES.includes(status) || MOVED.has(code);
  const failures = before.failures + 1;
  if (!isGone && failures < MAX_FAILURES) return { record: { ...before, failures, lastAsked } };
  const why = message === undefined ? REASONS[code] : `${REASONS[code]}: ${message}`;
  const times = isGone ? '' : ` (${failures} times in a row)`;
  const record = { ...before, state: 'gone' as const, failures, lastAsked };
  return { record, change: { kind: 'gone', why: `${why}${times}` } };
}

function unread(event: CrawlEvent, before: PageRecord | undefined, context: OutcomeContext): PageOutcome {
  if (!event.fetched) return { record: before };
  const failures = (before?.failures ?? 0) + 1;
  const state = before?.state === 'gone' ? 'gone' : event.state === 'failed' ? 'failed' : 'rejected';
  return { record: { ...recordOf(event, before, state, context), failures } };
}

function recordOf(
  { url, time, title }: CrawlEvent,
  before: PageRecord | undefined,
  state: PageRecord['state'],
  { every }: OutcomeContext,
): PageRecord {
  return {
    ...(before ?? { days: every }),
    ...{ url, state, failures: 0, title: title ?? before?.title ?? '', lastAsked: Date.parse(time) },
  };
}

/** True for an address whose links are left: what failed is requested again until it has failed often, as is what is gone after the longest time. */
export function isSettled(
  { state, failures, lastAsked }: PageRecord,
  { now, longest }: { readonly now: number; readonly longest: number },
): boolean {
  if (state === 'failed' && failures < MAX_FAILURES) return false;
  return (state !== 'failed' && state !== 'gone') || now - lastAsked < longest * DAY;
}

/** Milliseconds of a day. */
export const DAY = 86_400_000;
