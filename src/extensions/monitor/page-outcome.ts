import { REASONS, type CrawlEvent, type ReasonCode } from '../../model/crawl-event.js';
import type { PageRecord } from './state.js';
import { sha256 } from '../../support/hash.js';

/** Changes of a collection. */
export type ChangeKind = 'new' | 'changed' | 'gone';

/** The result of a visit. */
interface PageOutcome {
  /** Undefined where nothing is known of the address that should be remembered. */
  readonly record: PageRecord | undefined;
  readonly change?: { readonly kind: ChangeKind; readonly why: string };
}

/** Failures in a row after which a page is gone. */
const MAX_FAILURES = 3;
/** The page is there and was not read again, for a reason that lies in the crawl and not in the page. */
const SAYS_NOTHING: readonly ReasonCode[] = [
  ...(['near-duplicate', 'host-full', 'trap', 'blocked', 'out-of-scope', 'too-deep'] as const),
];
/** The page has another address now. */
const MOVED: readonly ReasonCode[] = ['redirect-target-known', 'redirect-out-of-scope', 'canonical-known'];
/** Statuses that say that there is no page any more (RFC 9110). */
const GONE_STATUSES: readonly (number | undefined)[] = [404, 410];

/** Takes the event of an address in a round: its record from now on, and what is new, changed or gone. */
export function outcomeOf(
  event: CrawlEvent,
  before: PageRecord | undefined,
  { round, text }: { readonly round: number; readonly text: string | undefined },
): PageOutcome {
  const lastAsked = Date.parse(event.time);
  const wasKept = before?.state === 'kept';
  // What is missing of the page may be the reason for its verdict and its change.
  if (event.truncated !== undefined && wasKept) return { record: { ...before, lastAsked } };
  if (event.state !== 'done') return wasKept ? missed(event, before) : unread(event, before);
  if (event.judgement?.accepted === true)
    return accepted(
      {
        ...recordOf(event, before, 'kept'),
        round,
        digest: text === undefined ? undefined : textDigest(text),
      },
      event,
      before,
    );
  const state = wasKept || before?.state === 'gone' ? 'gone' : 'rejected';
  const record = { ...recordOf(event, before, state), round };
  const why = 'it is not about the topic any more';
  return { record, ...(wasKept && { change: { kind: 'gone', why } }) };
}

function accepted(known: PageRecord, event: CrawlEvent, before: PageRecord | undefined): PageOutcome {
  const { finalUrl, url, code } = event;
  const record = { ...known, finalUrl };
  if (before?.state !== 'kept') {
    const why = before === undefined ? 'it was found' : 'it is there again, or about the topic now';
    return { record, change: { kind: 'new', why } };
  }
  const hasMoved = (finalUrl ?? url) !== (before.finalUrl ?? url);
  const hasChanged = code !== 'unchanged' && record.digest !== before.digest;
  const moved = hasMoved ? [`it has moved to ${finalUrl ?? url}`] : [];
  const why = [...moved, ...(hasChanged ? ['its text has changed'] : [])].join('; ');
  return { record, ...(why !== '' && { change: { kind: 'changed', why } }) };
}

/** A page that was kept, and was not read this time. */
function missed(event: CrawlEvent, before: PageRecord): PageOutcome {
  const { code = 'network', status, message } = event;
  const lastAsked = Date.parse(event.time);
  if (SAYS_NOTHING.includes(code)) return { record: { ...before, lastAsked } };
  const isGone = GONE_STATUSES.includes(status) || MOVED.includes(code);
  const failures = before.failures + 1;
  if (!isGone && failures < MAX_FAILURES) return { record: { ...before, failures, lastAsked } };
  const why = message === undefined ? REASONS[code] : `${REASONS[code]}: ${message}`;
  const times = isGone ? '' : ` (${failures} times in a row)`;
  const record = { ...before, state: 'gone' as const, failures, lastAsked };
  return { record, change: { kind: 'gone', why: `${why}${times}` } };
}

function unread(event: CrawlEvent, before: PageRecord | undefined): PageOutcome {
  if (!event.fetched) return { record: before };
  const failures = (before?.failures ?? 0) + 1;
  const state = before?.state === 'gone' ? 'gone' : event.state === 'failed' ? 'failed' : 'rejected';
  return { record: { ...recordOf(event, before, state), failures } };
}

function recordOf(
  { url, time, title = '' }: CrawlEvent,
  before: PageRecord | undefined,
  state: PageRecord['state'],
): PageRecord {
  const known = { ...before, url, state, failures: 0, lastAsked: Date.parse(time) };
  return { ...known, title: title === '' ? (before?.title ?? '') : title };
}

/** Days after which what is gone is requested again, where a link leads to it. */
const GONE_DAYS = 60;

/** True for an address whose links are left: what failed is requested again until it has failed often, what is gone after a time. */
export function isSettled({ state, failures, lastAsked }: PageRecord, now: number): boolean {
  if (state === 'failed' && failures < MAX_FAILURES) return false;
  return (state !== 'failed' && state !== 'gone') || now - lastAsked < GONE_DAYS * DAY;
}

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** Parts of dates and times that are words. */
const DATE_WORDS =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|today|yesterday|(?:second|minute|hour|day|week|month|year)s? ago|[ap]m|utc|gmt)\b/g;

/**
 * Recognises a text: texts that differ only in numbers, dates, times, case, spaces and the order of their lines
 * have the same digest, so that a date of today or a counter of visitors is not a change of a page.
 */
export function textDigest(text: string): string {
  const lines = text.split('\n').map((line) =>
    line
      .toLowerCase()
      .replace(DATE_WORDS, '#')
      .replace(/\p{N}+/gu, '#')
      .replace(/[^\p{L}#]+/gu, ' ')
      .replace(/(?:# ?)+/g, '# ')
      .trim(),
  );
  const words = lines.filter((line) => line !== '' && line !== '#');
  return sha256([...new Set(words)].sort().join('\n'));
}
