import type { CrawlEvent, ReasonCode } from '../../model/crawl-event.js';
import { REASONS } from '../../model/crawl-event.js';
import { without } from '../../support/without.js';
import { DAY, MOST_VISITS, type PageRecord, type PageState } from './page-record.js';
import { textDigest } from './text-change.js';

/** What a round found about a page that readers of the collection need to know. */
export type ChangeKind = 'new' | 'changed' | 'gone';

/** What became of an address in a round. */
export interface PageOutcome {
  /** Undefined where nothing is known of it that should be remembered. */
  readonly record: PageRecord | undefined;
  readonly change?: { readonly kind: ChangeKind; readonly why: string };
}

/** What a round knows when it takes an event. */
export interface OutcomeContext {
  readonly round: number;
  /** The text of an accepted page as it was judged. */
  readonly text: string | undefined;
  /** Failures in a row after which a page is gone. */
  readonly goneAfter: number;
}

/** The page is there and was not read again, for a reason that lies in the crawl and not in the page. */
const SAYS_NOTHING: ReadonlySet<ReasonCode> = new Set([
  'near-duplicate',
  'host-full',
  'trap',
  'blocked',
  'out-of-scope',
  'too-deep',
]);
/** The page has another address now. */
const MOVED: ReadonlySet<ReasonCode> = new Set([
  'redirect-target-known',
  'redirect-out-of-scope',
  'canonical-known',
]);
/** Statuses that say that there is no page any more (RFC 9110). */
const GONE_STATUSES: readonly (number | undefined)[] = [404, 410];

/** Takes the event of an address in a round: what is known of it now, and what is new, changed or gone. */
export function outcomeOf(
  event: CrawlEvent,
  before: PageRecord | undefined,
  context: OutcomeContext,
): PageOutcome {
  // What is missing of the page may be the reason for its verdict and its change.
  if (event.truncated !== undefined && before?.state === 'kept')
    return { record: { ...before, lastAsked: Date.parse(event.time) } };
  if (event.state === 'done') {
    return event.judgement?.accepted === true
      ? accepted(event, before, context)
      : rejected(event, before, context);
  }
  return before?.state === 'kept' ? missed(event, before, context) : unread(event, before);
}

function accepted(event: CrawlEvent, before: PageRecord | undefined, context: OutcomeContext): PageOutcome {
  const time = Date.parse(event.time);
  const digest = context.text === undefined ? undefined : textDigest(context.text);
  const record = recordOf(event, before && without(before, 'finalUrl'), 'kept', {
    round: context.round,
    lastRead: time,
    digest,
    finalUrl: event.finalUrl,
  });
  if (before?.state !== 'kept')
    return { record: { ...record, visits: [] }, change: { kind: 'new', why: whyNew(before?.state) } };
  const changed = event.code !== 'unchanged' && digest !== before.digest;
  const days = (time - (before.lastRead ?? before.lastAsked)) / DAY;
  const visits = days > 0 ? [...before.visits, { days, changed }].slice(-MOST_VISITS) : before.visits;
  const { finalUrl = event.url } = event;
  const why = [
    ...(finalUrl === (before.finalUrl ?? event.url) ? [] : [`it has moved to ${finalUrl}`]),
    ...(changed ? ['its text has changed'] : []),
  ].join('; ');
  return { record: { ...record, visits }, ...(why === '' ? {} : { change: { kind: 'changed', why } }) };
}

function whyNew(before: PageState | undefined): string {
  if (before === 'gone') return 'it is back';
  return before === 'rejected' ? 'it is about the topic now' : 'it was found';
}

function rejected(event: CrawlEvent, before: PageRecord | undefined, { round }: OutcomeContext): PageOutcome {
  const wasKept = before?.state === 'kept';
  const state = wasKept || before?.state === 'gone' ? 'gone' : 'rejected';
  const record = recordOf(event, before, state, { round, lastRead: Date.parse(event.time) });
  return {
    record,
    ...(wasKept ? { change: { kind: 'gone', why: 'it is not about the topic any more' } } : {}),
  };
}

/** A page that was kept, and was not read this time. */
function missed(event: CrawlEvent, before: PageRecord, { goneAfter }: OutcomeContext): PageOutcome {
  const { code = 'network', status, message } = event;
  if (SAYS_NOTHING.has(code)) return { record: { ...before, lastAsked: Date.parse(event.time) } };
  const isGone = GONE_STATUSES.includes(status) || MOVED.has(code);
  const failures = before.failures + 1;
  const why = message === undefined ? REASONS[code] : `${REASONS[code]}: ${message}`;
  if (!isGone && failures < goneAfter)
    return { record: { ...before, failures, lastAsked: Date.parse(event.time) } };
  const record = { ...before, state: 'gone' as const, failures, lastAsked: Date.parse(event.time) };
  const times = isGone || failures === 1 ? '' : ` (${failures} times in a row)`;
  return { record, change: { kind: 'gone', why: `${why}${times}` } };
}

function unread(event: CrawlEvent, before: PageRecord | undefined): PageOutcome {
  if (!event.fetched) return { record: before };
  const failures = (before?.failures ?? 0) + 1;
  const state = before?.state === 'gone' ? 'gone' : event.state === 'failed' ? 'failed' : 'skipped';
  return { record: { ...recordOf(event, before, state, {}), failures } };
}

function recordOf(
  { url, time, title, depth, referrer }: CrawlEvent,
  before: Partial<PageRecord> | undefined,
  state: PageState,
  read: Pick<PageRecord, 'round' | 'lastRead' | 'digest' | 'finalUrl'>,
): PageRecord {
  const asked = Date.parse(time);
  return {
    visits: [],
    leads: 0,
    firstSeen: asked,
    depth,
    referrer,
    ...before,
    url,
    title: title ?? before?.title ?? '',
    state,
    lastAsked: asked,
    failures: 0,
    ...read,
  };
}

/**
 * Whether links to an address are left. What failed is requested again where it is linked to, at once until it has failed
 * `goneAfter` times; then, and what is gone, after the longest interval.
 */
export function isSettled(
  { state, failures, lastAsked }: PageRecord,
  { now, goneAfter, longest }: { readonly now: number; readonly goneAfter: number; readonly longest: number },
): boolean {
  if (state === 'failed' && failures < goneAfter) return false;
  return (state !== 'failed' && state !== 'gone') || now - lastAsked < longest * DAY;
}

/**
 * Notes which pages led to new ones in a round.
 * @param read addresses of pages that were read in the round
 * @param referrers of the pages that are new, each as often as it led to one
 */
export function noteLeads(
  records: ReadonlyMap<string, PageRecord>,
  read: ReadonlySet<string>,
  referrers: readonly string[],
): ReadonlyMap<string, PageRecord> {
  const led = new Map<string, number>();
  for (const url of referrers) led.set(url, (led.get(url) ?? 0) + 1);
  return new Map(
    [...records].map(([url, record]) => {
      const now = led.get(url) ?? 0;
      if (!read.has(url)) return [url, { ...record, leads: record.leads + now }];
      const isFirst = record.visits.length === 0 && record.firstSeen === record.lastAsked;
      return [url, { ...record, leads: isFirst ? now : (record.leads + now) / 2 }];
    }),
  );
}
