import type { CaptureExchange, DatedExchange } from '../../model/exchange.js';
import type { FetchedResponse, QueuedUrl, ReasonCode, ResponseHead } from '../../model/crawl-event.js';
import { FetchError, messageOf, OutputError, ServiceError } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import { retryAfter } from '../../support/time/retry-after.js';
import { isSuccess, mayBeHtml } from '../../support/text/content-type.js';
import { noteUnreachable } from './activity.js';
import type { CrawlContext } from './crawl-context.js';
import { firstAnswer, needsFirst } from './feature.js';
import { holdHost, HostLost, type HostHold } from '../politeness/host-hold.js';
import { judgeResponse, type FinalUrl } from './judge-response.js';
import type { Outcome } from './recorder.js';
import { createRedirectGate, RedirectRefused } from '../politeness/host-hold.js';
import { isUnknownName } from '../politeness/robots.js';
import { settle } from './settle.js';
import { hostOf } from '../urls/urls.js';

/**
 * Takes one leased URL to its end: robots.txt, fetch, read, judge, links, event. Its host was begun by the caller and
 * is given back here. Where the robots.txt of the host has to be fetched first, nothing else happens, and the URL is
 * queued again: the page is a further request, after the pause. The same when visits are broken off before the page is
 * judged; a visit that the crawl's end finds under way is finished.
 *
 * @param onHostFree called whenever the visit has given a host back, long before its page is judged
 * @throws OutputError when the event cannot be written; InputError or QueryError when the knowledge base does not answer:
 *   the page is then neither judged nor recorded
 */
export async function visit(
  entry: QueuedUrl,
  context: CrawlContext,
  onHostFree: () => void = () => undefined,
): Promise<void> {
  const leave = context.hosts.contacts.enter(hostOf(entry.url));
  try {
    await visitOnce(entry, context, onHostFree);
  } finally {
    leave();
    context.parts.marks?.leave(entry.url);
    for (const feature of context.features) feature.left?.(entry.url);
  }
}

async function visitOnce(entry: QueuedUrl, context: CrawlContext, onHostFree: () => void): Promise<void> {
  const { frontier } = context.parts;
  const { hosts, parts, ending } = context;
  const hold = holdHost(
    hostOf(entry.url),
    { politeness: hosts.politeness, parts, signal: ending.cut },
    onHostFree,
  );
  const exchanges: DatedExchange[] = [];
  const outcome = await outcomeOf(entry, hold, context, exchanges, onHostFree).finally(() => hold.free());
  if (outcome === 'again') {
    frontier.release(entry.url);
    return;
  }
  await settle(entry, dated(outcome, exchanges), exchanges, context);
}

/** Says of a page that was archived when it was requested. */
function dated(outcome: Outcome, exchanges: readonly DatedExchange[]): Outcome {
  const time = exchanges.at(-1)?.time;
  if (time === undefined || outcome.state !== 'done' || outcome.capturedAt !== undefined) return outcome;
  return { ...outcome, capturedAt: new Date(time).toISOString() };
}

async function outcomeOf(
  entry: QueuedUrl,
  hold: HostHold,
  context: CrawlContext,
  exchanges: DatedExchange[],
  onHostFree: () => void,
): Promise<Outcome | 'again'> {
  const obstacle = obstacleTo(entry, hold, context);
  if (obstacle !== undefined) return obstacle;
  const fetched = await fetchPage(entry, hold, context, exchanges);
  if ('outcome' in fetched) return fetched.outcome;
  const busy = busyOutcome(entry, fetched.response, hold, context);
  if (busy !== undefined) return busy;
  const { response, finalUrl } = fetched;
  // The request is over; judging the page need not keep others from asking the host.
  hold.free();
  context.parts.marks?.begin(entry.url);
  return unlessAborted(judgeResponse(entry, response, finalUrl, context, onHostFree), context.ending.cut);
}

/**
 * Why a URL is not requested now: its outcome, or `again` where it must wait, as for the robots.txt of its host. Undefined where it
 * may be requested.
 */
function obstacleTo(
  entry: QueuedUrl,
  hold: HostHold,
  context: CrawlContext,
): Outcome | 'again' | Promise<'again'> | undefined {
  const { robots } = context.parts;
  if (context.ending.cut.aborted) return 'again';
  const unwanted = unwantedOutcome(entry, context);
  if (unwanted !== undefined) return unwanted;
  if (!robots.knows(entry.url)) return loadRobots(entry, hold, context);
  const retry = robots.retryIn(entry.url);
  if (retry !== undefined) {
    noteUnreachable(entry, context.progress.activity, context.parts);
    hold.putOff(retry);
    return 'again';
  }
  hold.heedDelay(entry.url);
  noteContact(entry.url, context);
  const decision = robots.decide(entry.url);
  if (!decision.allowed) {
    return { state: 'skipped', code: decision.code, message: decision.message, fetched: false };
  }
  const first = needsFirst(context.features, entry.url);
  return first === undefined ? undefined : loadFirst(first, hold, context);
}

async function loadRobots(entry: QueuedUrl, hold: HostHold, context: CrawlContext): Promise<'again'> {
  await hold.loadRobots(entry.url).catch(ignoreEnd(context));
  noteContact(entry.url, context);
  noteUnreachable(entry, context.progress.activity, context.parts);
  return 'again';
}

async function loadFirst(
  request: NonNullable<ReturnType<typeof needsFirst>>,
  hold: HostHold,
  context: CrawlContext,
): Promise<'again'> {
  await hold.load(request).catch(ignoreEnd(context));
  return 'again';
}

/**
 * Judging a page may take longer than an interrupted crawl may: then the visit does not wait for it, and the page is
 * requested again.
 */
async function unlessAborted(judging: Promise<Outcome>, signal: AbortSignal): Promise<Outcome | 'again'> {
  let interrupt = (): void => undefined;
  const interrupted = new Promise<'again'>((resolve) => (interrupt = () => resolve('again')));
  signal.addEventListener('abort', interrupt);
  if (signal.aborted) interrupt();
  try {
    return await Promise.race([interrupted, judging]);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** Ends of the process after which a page is not requested again that it read then: no chance brings about so many. */
const MAX_DEATHS = 2;

/** URLs that are not requested, whatever their robots.txt says. */
function unwantedOutcome(entry: QueuedUrl, context: CrawlContext): Outcome | undefined {
  const { url } = entry;
  const deaths = context.parts.marks?.deaths(url) ?? 0;
  if (deaths >= MAX_DEATHS) {
    const message = `the crawl ended ${deaths} times while it read this page`;
    return { state: 'failed', code: 'crashed', message, fetched: false };
  }
  const { plan, hosts, known, steering } = context;
  const host = hostOf(url);
  const blockedBy = steering.blockedBy(url);
  if (blockedBy !== undefined)
    return { state: 'skipped', code: 'blocked', message: `${blockedBy} blocked it`, fetched: false };
  if (hosts.busyHosts.givenUp(host)) {
    return {
      state: 'failed',
      code: 'busy',
      message: 'the host answered 429 or 503 too often',
      fetched: false,
    };
  }
  if ((hosts.hostPages.get(host) ?? 0) >= plan.maxPagesPerHost) {
    const message = `${plan.maxPagesPerHost} pages of ${host} were requested`;
    return { state: 'skipped', code: 'host-full', message, fetched: false };
  }
  if (known.pageWatch.traps.isTrap(entry)) {
    const message = 'the pages that lead to it are alike, and bring nothing new';
    return { state: 'skipped', code: 'trap', message, fetched: false };
  }
  return undefined;
}

/** A visit may end without a request because it is broken off, or its host lost. */
function ignoreEnd({ ending }: Pick<CrawlContext, 'ending'>): (thrown: unknown) => void {
  return (thrown) => {
    if (!ending.cut.aborted && !(thrown instanceof HostLost)) throw thrown;
  };
}

/** Remembers whether the host of an address answers, as far as its robots.txt tells. */
function noteContact(url: string, { hosts, parts }: Pick<CrawlContext, 'hosts' | 'parts'>): void {
  const { robots } = parts;
  if (!robots.knows(url)) return;
  const decision = robots.decide(url);
  const host = hostOf(url);
  if (decision.allowed || decision.code === 'robots-disallowed') hosts.contacts.reached(host);
  else if (!hosts.contacts.isMet(host) && isUnknownName(decision.message)) hosts.contacts.unknown(host);
}

/** Puts the host off that answered 429 or 503; undefined for every other answer. */
function busyOutcome(
  { url }: QueuedUrl,
  { status, headers, ...response }: FetchedResponse,
  hold: HostHold,
  { hosts, progress, parts: { clock } }: Pick<CrawlContext, 'hosts' | 'progress' | 'parts'>,
): Outcome | 'again' | undefined {
  const host = hostOf(response.url);
  if (status !== 429 && status !== 503) {
    hosts.busyHosts.well(host, url);
    progress.activity.wellAgain(host);
    return undefined;
  }
  const { again, wait } = hosts.busyHosts.busy(host, url, retryAfter(headers['retry-after'], clock));
  hold.putOff(wait);
  progress.activity.troubledBy(host, `${host} answered ${status}`);
  // The target of a redirect is given up with the lease, so that it can be claimed again.
  if (again) return 'again';
  return {
    state: 'failed',
    code: 'busy',
    message: `HTTP status ${status}, several times`,
    fetched: true,
    status,
  };
}

async function fetchPage(
  entry: QueuedUrl,
  hold: HostHold,
  context: CrawlContext,
  exchanges: DatedExchange[],
): Promise<
  | { readonly response: FetchedResponse; readonly finalUrl: FinalUrl }
  | { readonly outcome: Outcome | 'again' }
> {
  const { ending, parts, plan, known, hosts } = context;
  const gate = createRedirectGate(entry, hold, {
    ...{ parts, plan, features: context.features, scope: known.scope },
    ...{ politeness: hosts.politeness, signal: ending.cut },
  });
  const finalUrl = (): FinalUrl => (gate.reached === entry.url ? {} : { finalUrl: gate.reached });
  try {
    await hold.ask();
  } catch (thrown) {
    if (thrown instanceof HostLost) return { outcome: 'again' };
    throw thrown;
  }
  countPage(entry.url, context);
  const needsLinks = context.plan.follow === 'all' || entry.depth === 0;
  const validators = firstAnswer(context.features, ({ recognisedBy }) =>
    recognisedBy?.(entry.url, needsLinks),
  );
  try {
    const response = await parts.fetcher.fetch(entry.url, {
      signal: ending.cut,
      wantBody: (head) => mayBeHtml(head) || limitOf(head, context) !== undefined,
      maxBytes: (head) => (mayBeHtml(head) ? undefined : limitOf(head, context)),
      onRedirect: gate.admit,
      followRefresh: true,
      takePart: true,
      unlessMatches: validators,
      ...(parts.archive === undefined ? {} : { capture: dating(exchanges, parts.clock) }),
    });
    return { response, finalUrl: finalUrl() };
  } catch (thrown) {
    return { outcome: outcomeOfFailure(thrown, finalUrl(), ending.cut) };
  }
}

/** Bytes that the body of another response may have; undefined where no feature reads it. */
function limitOf(head: ResponseHead, { features }: Pick<CrawlContext, 'features'>): number | undefined {
  return isSuccess(head.status) ? firstAnswer(features, ({ bodyLimit }) => bodyLimit?.(head)) : undefined;
}

function outcomeOfFailure(thrown: unknown, finalUrl: FinalUrl, cut: AbortSignal): Outcome | 'again' {
  if (thrown instanceof RedirectRefused) return refused(thrown, finalUrl);
  if (cut.aborted || thrown instanceof HostLost) return 'again';
  // The database of a shared crawl, or the archive that is crawled, stays away: not the fault of the page.
  if (thrown instanceof OutputError || thrown instanceof ServiceError) throw thrown;
  return { fetched: true, ...failed(thrown), ...finalUrl };
}

/** Collects exchanges with the times of their requests. */
function dating(exchanges: DatedExchange[], clock: Clock): CaptureExchange {
  return () => {
    const time = clock.now();
    return (exchange) => void exchanges.push({ time, ...exchange });
  };
}

function countPage(url: string, { plan, hosts }: Pick<CrawlContext, 'plan' | 'hosts'>): void {
  if (plan.maxPagesPerHost === Infinity) return;
  const host = hostOf(url);
  hosts.hostPages.set(host, (hosts.hostPages.get(host) ?? 0) + 1);
}

function refused({ code, message }: RedirectRefused, finalUrl: FinalUrl): Outcome {
  return { state: 'skipped', code, message, fetched: true, ...finalUrl };
}

/** Failures that are a decision of ours or say that there is nothing; all others are the network's or the server's fault. */
const SKIPPING: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'too-large',
  'private-address',
  'not-archived',
  'robots-disallowed',
  'robots-unreachable',
]);

function failed(thrown: unknown): {
  readonly state: 'skipped' | 'failed';
  readonly code: ReasonCode;
  readonly message: string;
  readonly fetched?: false;
} {
  const code = thrown instanceof FetchError ? thrown.failure : 'network';
  const state = SKIPPING.has(code) ? 'skipped' : 'failed';
  return { state, code, message: messageOf(thrown), ...(code === 'not-archived' ? { fetched: false } : {}) };
}
