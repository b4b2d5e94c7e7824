import type { FetchedResponse, QueuedUrl, ReasonCode, ResponseHead } from '../../model/crawl-event.js';
import { FetchError, messageOf, OutputError, ServiceError } from '../../model/errors.js';
import type { CaptureExchange, DatedExchange } from '../../model/exchange.js';
import { isSuccess, mayBeHtml } from '../../support/text/content-type.js';
import type { Clock } from '../../support/time/clock.js';
import { retryAfter } from '../../support/time/retry-after.js';
import {
  createRedirectGate,
  holdHost,
  HostLost,
  RedirectRefused,
  type HostHold,
} from '../politeness/host-hold.js';
import { isUnknownName } from '../politeness/robots.js';
import { hostOf } from '../urls/urls.js';
import { noteUnreachable } from './activity.js';
import type { CrawlContext } from './crawl-context.js';
import { firstAnswer, needsFirst } from './feature.js';
import { judgeResponse, type FinalUrl } from './judge-response.js';
import type { Outcome } from './recorder.js';
import { settle } from './settle.js';

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
  const { hosts, parts, ending } = context;
  const leave = hosts.contacts.enter(hostOf(entry.url));
  const holding = { politeness: hosts.politeness, parts, signal: ending.cut };
  const hold = holdHost(hostOf(entry.url), holding, onHostFree);
  const exchanges: DatedExchange[] = [];
  try {
    const visiting = outcomeOf(entry, hold, context, exchanges, onHostFree);
    const outcome = await visiting.finally(() => hold.free());
    if (outcome === 'again') parts.frontier.release(entry.url);
    else await settle(entry, dated(outcome, exchanges), exchanges, context);
  } finally {
    leave();
    parts.marks?.leave(entry.url);
  }
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
  const { response, finalUrl } = fetched;
  const busy = busyOutcome(entry, response, hold, context);
  if (busy !== undefined) return busy;
  // The request is over; judging the page need not keep others from asking the host.
  hold.free();
  const read = (): Promise<Outcome | 'again'> =>
    unlessAborted(judgeResponse(entry, response, finalUrl, context, onHostFree), context.ending.cut);
  const { marks } = context.parts;
  return marks === undefined ? read() : marks.during(entry.url, read);
}

/** Why a URL is not requested now: its outcome, or `again` where it must wait, as for the robots.txt of its host. */
function obstacleTo(
  entry: QueuedUrl,
  hold: HostHold,
  context: CrawlContext,
): Outcome | 'again' | Promise<'again'> | undefined {
  const { robots } = context.parts;
  const { activity } = context.progress;
  if (context.ending.cut.aborted) return 'again';
  const unwanted = unwantedOutcome(entry, context);
  if (unwanted !== undefined) return unwanted;
  const askFirst = async (request: Promise<void>): Promise<'again'> => {
    await request.catch((thrown: unknown) => {
      // A visit may end without a request because it is broken off, or its host lost.
      if (!context.ending.cut.aborted && !(thrown instanceof HostLost)) throw thrown;
    });
    return 'again';
  };
  if (!robots.knows(entry.url))
    return askFirst(hold.loadRobots(entry.url)).then((again) => {
      noteContact(entry.url, context);
      noteUnreachable(entry, activity, context.parts);
      return again;
    });
  const retry = robots.retryIn(entry.url);
  if (retry !== undefined) {
    noteUnreachable(entry, activity, context.parts);
    hold.putOff(retry);
    return 'again';
  }
  hold.heedDelay(entry.url);
  noteContact(entry.url, context);
  const decision = robots.decide(entry.url);
  if (!decision.allowed) return notRequested('skipped', decision.code, decision.message);
  const first = needsFirst(context.features, entry.url);
  return first === undefined ? undefined : askFirst(hold.load(first));
}

function notRequested(state: 'skipped' | 'failed', code: ReasonCode, message: string): Outcome {
  return { state, code, message, fetched: false };
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

/** Ends of the process after which a page is not requested again that it read then. */
const MAX_DEATHS = 2;

/** URLs that are not requested, whatever their robots.txt says. */
function unwantedOutcome(entry: QueuedUrl, context: CrawlContext): Outcome | undefined {
  const { url } = entry;
  const { plan, hosts, known, steering, parts } = context;
  const host = hostOf(url);
  const deaths = parts.marks?.deaths(url) ?? 0;
  if (deaths >= MAX_DEATHS)
    return notRequested('failed', 'crashed', `the crawl ended ${deaths} times while it read this page`);
  const blockedBy = steering.blockedBy(url);
  if (blockedBy !== undefined) return notRequested('skipped', 'blocked', `${blockedBy} blocked it`);
  if (hosts.busyHosts.givenUp(host))
    return notRequested('failed', 'busy', 'the host answered 429 or 503 too often');
  if ((hosts.hostPages.get(host) ?? 0) >= plan.maxPagesPerHost)
    return notRequested('skipped', 'host-full', `${plan.maxPagesPerHost} pages of ${host} were requested`);
  if (known.pageWatch.traps.isTrap(entry))
    return notRequested('skipped', 'trap', 'the pages that lead to it are alike, and bring nothing new');
  return undefined;
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
  const message = `HTTP status ${status}, several times`;
  return { state: 'failed', code: 'busy', message, fetched: true, status };
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
  const { ending, parts, plan, known, hosts, features } = context;
  const gate = createRedirectGate(entry, hold, {
    ...{ parts, plan, features, scope: known.scope },
    ...{ politeness: hosts.politeness, signal: ending.cut },
  });
  const finalUrl = (): FinalUrl => (gate.reached === entry.url ? {} : { finalUrl: gate.reached });
  /** Bytes that the body of another response may have; undefined where no feature reads it. */
  const limitOf = (head: ResponseHead): number | undefined =>
    isSuccess(head.status) ? firstAnswer(features, ({ bodyLimit }) => bodyLimit?.(head)) : undefined;
  try {
    await hold.ask();
  } catch (thrown) {
    if (thrown instanceof HostLost) return { outcome: 'again' };
    throw thrown;
  }
  countPage(entry.url, context);
  const needsLinks = plan.follow === 'all' || entry.depth === 0;
  try {
    const response = await parts.fetcher.fetch(entry.url, {
      signal: ending.cut,
      wantBody: (head) => mayBeHtml(head) || limitOf(head) !== undefined,
      maxBytes: (head) => (mayBeHtml(head) ? undefined : limitOf(head)),
      onRedirect: gate.admit,
      followRefresh: true,
      takePart: true,
      unlessMatches: firstAnswer(features, ({ recognisedBy }) => recognisedBy?.(entry.url, needsLinks)),
      ...(parts.archive !== undefined && { capture: dating(exchanges, parts.clock) }),
    });
    return { response, finalUrl: finalUrl() };
  } catch (thrown) {
    return { outcome: outcomeOfFailure(thrown, finalUrl(), ending.cut) };
  }
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

/** Failures that are a decision of ours or say that there is nothing; all others are the network's or the server's fault. */
const SKIPPING: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...(['too-large', 'private-address', 'not-archived'] as const),
  ...(['robots-disallowed', 'robots-unreachable'] as const),
]);

function outcomeOfFailure(thrown: unknown, finalUrl: FinalUrl, cut: AbortSignal): Outcome | 'again' {
  if (thrown instanceof RedirectRefused)
    return { state: 'skipped', code: thrown.code, message: thrown.message, fetched: true, ...finalUrl };
  if (cut.aborted || thrown instanceof HostLost) return 'again';
  // The database of a shared crawl, or the archive that is crawled, stays away: not the fault of the page.
  if (thrown instanceof OutputError || thrown instanceof ServiceError) throw thrown;
  const code = thrown instanceof FetchError ? thrown.failure : 'network';
  const state = SKIPPING.has(code) ? 'skipped' : 'failed';
  return { fetched: code !== 'not-archived', state, code, message: messageOf(thrown), ...finalUrl };
}
