import type { FetchedResponse, QueuedUrl, ReasonCode, ResponseHead } from '../../model/crawl-event.js';
import { FetchError, messageOf, OutputError, ServiceError } from '../../model/errors.js';
import type { DatedExchange } from '../../model/exchange.js';
import { unlessAborted } from '../../support/interruptible.js';
import { isSuccess, mayBeHtml } from '../../support/text/content-type.js';
import { retryAfter } from '../../support/time/retry-after.js';
import { createRedirectGate, HostHold, HostLost, RedirectRefused } from '../politeness/host-hold.js';
import { hostOf } from '../urls/urls.js';
import { mayBeObstructed, obstructionOf } from '../../web/page/obstruction.js';
import type { Crawl } from './crawl-context.js';
import { firstAnswer } from './feature.js';
import { judgeResponse, obstructed } from './judge-response.js';
import type { Outcome } from './recorder.js';
import { settle } from './settle.js';

/** The end of a visit: its outcome, or `again` where the URL is queued again. */
type Ended = Outcome | 'again';

/**
 * Takes one leased URL to its end, or queues it again where the robots.txt of its host had to be fetched first, or visits are broken
 * off. Its host was begun by the caller and is given back here.
 * @throws OutputError when the event cannot be written; InputError or QueryError when the knowledge base does not answer
 */
export async function visit(entry: QueuedUrl, context: Crawl): Promise<void> {
  const { contacts, deps, cut } = context;
  const host = hostOf(entry.url);
  const hold = new HostHold(context, cut.signal, host);
  const exchanges: DatedExchange[] = [];
  contacts.enter(host);
  try {
    const outcome = await outcomeOf(entry, hold, context, exchanges).finally(() => hold.free());
    if (outcome === 'again') deps.frontier.release(entry.url);
    else await settle(entry, dated(outcome, exchanges), exchanges, context);
  } finally {
    contacts.leave(host);
    deps.marks?.leave(entry.url);
  }
}

/** Says of an archived page when it was requested. */
function dated(outcome: Outcome, exchanges: readonly DatedExchange[]): Outcome {
  const time = exchanges.at(-1)?.time;
  if (time === undefined || outcome.state !== 'done' || outcome.capturedAt !== undefined) return outcome;
  return { ...outcome, capturedAt: new Date(time).toISOString() };
}

async function outcomeOf(
  entry: QueuedUrl,
  hold: HostHold,
  context: Crawl,
  exchanges: DatedExchange[],
): Promise<Ended> {
  const { cut, deps, plan, hostPages } = context;
  const gate = createRedirectGate(entry, hold, context);
  const finalUrl = (): Pick<Outcome, 'finalUrl'> =>
    gate.reached === entry.url ? {} : { finalUrl: gate.reached };
  let response: FetchedResponse;
  try {
    const obstacle = await obstacleTo(entry, hold, context);
    if (obstacle !== undefined) return obstacle;
    await hold.ask();
  } catch (thrown) {
    // A visit may end without a request because it is broken off, or its host lost.
    if (cut.signal.aborted || thrown instanceof HostLost) return 'again';
    throw thrown;
  }
  const host = hostOf(entry.url);
  if (plan.maxPagesPerHost < Infinity) hostPages.set(host, (hostPages.get(host) ?? 0) + 1);
  try {
    response = await fetchPage(entry, gate.admit, exchanges, context);
  } catch (thrown) {
    return outcomeOfFailure(thrown, finalUrl(), cut.signal);
  }
  if (obstructionOf(response) === 'challenged') {
    context.busyHosts.challenged(host);
    return { ...obstructed('challenged'), fetched: true, status: response.status, ...finalUrl() };
  }
  const busy = busyOutcome(entry.url, response, hold, context);
  if (busy !== undefined) return busy;
  // The request is over; judging the page need not keep others from asking the host.
  hold.free();
  // Judging a page may take longer than an interrupted crawl may: then it is requested again.
  const read = (): Promise<Outcome> =>
    unlessAborted(judgeResponse(entry, response, finalUrl(), context), cut.signal);
  try {
    const outcome = await (deps.marks?.during(entry.url, read) ?? read());
    if (outcome.code === 'challenged') context.busyHosts.challenged(host);
    return outcome;
  } catch (thrown) {
    if (cut.signal.aborted) return 'again';
    throw thrown;
  }
}

/** Why a URL is not requested now: its outcome, or `again` where it must wait, as for the robots.txt of its host. */
async function obstacleTo(entry: QueuedUrl, hold: HostHold, context: Crawl): Promise<Ended | undefined> {
  const { deps, cut, features } = context;
  const { robots } = deps;
  const { url } = entry;
  if (cut.signal.aborted) return 'again';
  const unwanted = unwantedOutcome(entry, context);
  if (unwanted !== undefined) return unwanted;
  if (!robots.knows(url)) {
    await hold.loadRobots(url);
    noteContact(url, context);
    return 'again';
  }
  const retry = robots.retryIn(url);
  if (retry !== undefined) {
    hold.putOff(retry);
    return 'again';
  }
  hold.heedDelay(url);
  noteContact(url, context);
  const decision = robots.decide(url);
  if (!decision.allowed) return notRequested('skipped', decision.code, decision.message);
  const first = firstAnswer(features, ({ rules }) => rules?.(url).load);
  if (first === undefined) return undefined;
  await hold.load(first);
  return 'again';
}

function notRequested(state: 'skipped' | 'failed', code: ReasonCode, message: string): Outcome {
  return { state, code, message, fetched: false };
}

/** A page during whose reading the process ended this often is given up. */
const MAX_DEATHS = 2;

/** URLs that are not requested, whatever their robots.txt says. */
function unwantedOutcome(entry: QueuedUrl, context: Crawl): Outcome | undefined {
  const { url } = entry;
  const { plan, busyHosts, hostPages, pageWatch, steering, deps } = context;
  const host = hostOf(url);
  const deaths = deps.marks?.deaths(url) ?? 0;
  if (deaths >= MAX_DEATHS)
    return notRequested('failed', 'crashed', `the crawl ended ${deaths} times while it read this page`);
  const blockedBy = steering.blockedBy(url);
  if (blockedBy !== undefined) return notRequested('skipped', 'blocked', `${blockedBy} blocked it`);
  if (busyHosts.givenUp(host) && busyHosts.isChallenging(host))
    return notRequested('failed', 'challenged', 'the host answered with bot checks');
  if (busyHosts.givenUp(host))
    return notRequested('failed', 'busy', 'the host answered 429 or 503 too often');
  if ((hostPages.get(host) ?? 0) >= plan.maxPagesPerHost)
    return notRequested('skipped', 'host-full', `${plan.maxPagesPerHost} pages of ${host} were requested`);
  if (pageWatch.traps.isTrap(entry))
    return notRequested('skipped', 'trap', 'the pages that lead to it are alike, and bring nothing new');
  return undefined;
}

/** Remembers whether the host of an address answers, as far as its robots.txt tells. */
function noteContact(url: string, { contacts, deps }: Crawl): void {
  const decision = deps.robots.decide(url);
  if (decision.allowed || decision.code === 'robots-disallowed') contacts.reached(hostOf(url));
}

/** Puts the host off that answered 429 or 503; undefined for every other answer. */
function busyOutcome(
  url: string,
  answer: FetchedResponse,
  hold: HostHold,
  context: Crawl,
): Ended | undefined {
  const { busyHosts, deps } = context;
  const { status, headers } = answer;
  const host = hostOf(answer.url);
  if (status !== 429 && status !== 503) {
    busyHosts.well(host, url);
    return undefined;
  }
  const { again, wait } = busyHosts.busy(host, url, retryAfter(headers['retry-after'], deps.clock));
  hold.putOff(wait);
  // The target of a redirect is given up with the lease, so that it can be claimed again.
  if (again) return 'again';
  const message = `HTTP status ${status}, several times`;
  return { state: 'failed', code: 'busy', message, fetched: true, status };
}

async function fetchPage(
  entry: QueuedUrl,
  onRedirect: (url: string) => Promise<void>,
  exchanges: DatedExchange[],
  { cut, deps, features }: Crawl,
): Promise<FetchedResponse> {
  /** Bytes that the body of another response may have; undefined where no feature reads it. */
  const limitOf = (head: ResponseHead): number | undefined =>
    isSuccess(head.status) ? firstAnswer(features, ({ convert }) => convert?.(head).maxBytes) : undefined;
  /** Collects exchanges with the times of their requests. */
  const capture = () => {
    const time = deps.clock.now();
    return (exchange: Omit<DatedExchange, 'time'>) => void exchanges.push({ time, ...exchange });
  };
  return deps.fetcher.fetch(entry.url, {
    signal: cut.signal,
    wantBody: (head) => mayBeHtml(head) || mayBeObstructed(head.status) || limitOf(head) !== undefined,
    maxBytes: (head) => (mayBeHtml(head) || mayBeObstructed(head.status) ? undefined : limitOf(head)),
    onRedirect,
    followRefresh: true,
    takePart: true,
    unlessMatches: firstAnswer(features, ({ recognise }) => recognise?.(entry))?.validators,
    ...(deps.archive !== undefined && { capture }),
  });
}

/** Failures that are a decision of ours or say that there is nothing; all others are the network's or the server's fault. */
const SKIPPING = /^(?:too-large|private-address|not-archived|robots-\w+)$/;

function outcomeOfFailure(thrown: unknown, finalUrl: Pick<Outcome, 'finalUrl'>, cut: AbortSignal): Ended {
  if (thrown instanceof RedirectRefused)
    return { state: 'skipped', code: thrown.code, message: thrown.message, fetched: true, ...finalUrl };
  if (cut.aborted || thrown instanceof HostLost) return 'again';
  // The database of a shared crawl, or the archive that is crawled, stays away: not the fault of the page.
  if (thrown instanceof OutputError || thrown instanceof ServiceError) throw thrown;
  const code = thrown instanceof FetchError ? thrown.failure : 'network';
  const state = SKIPPING.test(code) ? 'skipped' : 'failed';
  return { fetched: code !== 'not-archived', state, code, message: messageOf(thrown), ...finalUrl };
}
