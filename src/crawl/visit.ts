import type { FetchedResponse, Frontier, QueuedUrl, ReasonCode } from '../model/crawl.js';
import { FetchError, SfwcError, messageOf } from '../model/errors.js';
import { sha256 } from '../support/hash.js';
import { isHtml, isSuccess, mayBeHtml, mediaType } from './content-type.js';
import type { CrawlParts, CrawlPlan } from './crawl-types.js';
import { decideLinks, distinctLinks } from './links.js';
import type { Politeness } from './politeness.js';
import type { Outcome, Recorder } from './recorder.js';
import { createRedirectGate, RedirectRefused } from './redirect-gate.js';
import { readRobotsTag } from './robots-tag.js';
import type { Tally } from './tally.js';
import { holdHost, type HostHold } from './host-hold.js';
import { hostOf, type ScopeCheck } from './urls.js';

/** What the visits of one crawl share. */
export interface CrawlContext {
  readonly parts: CrawlParts;
  readonly plan: CrawlPlan;
  readonly politeness: Politeness;
  readonly scope: ScopeCheck;
  readonly tally: Tally;
  readonly recorder: Recorder;
  /** Aborted when the crawl is to stop. */
  readonly signal: AbortSignal;
}

/**
 * Takes one leased URL to its end: robots.txt, fetch, read, judge, links, event. Its host was begun by the caller and
 * is given back here. Where the robots.txt of the host has to be asked for first, that is all that happens, and the URL
 * is queued again: the page is a further request, after the pause. The same when the crawl is interrupted meanwhile.
 *
 * @throws OutputError when the event cannot be written; InputError or QueryError when the knowledge base does not answer:
 *   the page is then neither judged nor recorded
 */
export async function visit(entry: QueuedUrl, context: CrawlContext): Promise<void> {
  const { frontier } = context.parts;
  const hold = holdHost(hostOf(entry.url), context);
  const outcome = await outcomeOf(entry, hold, context).finally(() => hold.free());
  if (outcome === 'again') {
    frontier.release(entry.url);
    return;
  }
  frontier.acknowledge(entry.url, outcome.state);
  const recorded = context.recorder.record(entry, outcome);
  revise(context);
  await recorded;
}

/** Queues again what the strategy values otherwise by now. */
function revise({ parts: { frontier, priority } }: CrawlContext): void {
  for (const [url, revised] of priority.revisions?.() ?? []) {
    const waiting = frontier.waiting(url);
    // Seeds were chosen by the user and are not the strategy's to value.
    if (waiting?.referrer !== undefined) frontier.requeue({ ...waiting, priority: revised });
  }
}

async function outcomeOf(
  entry: QueuedUrl,
  hold: HostHold,
  context: CrawlContext,
): Promise<Outcome | 'again'> {
  const { robots } = context.parts;
  if (context.signal.aborted) return 'again';
  if (!robots.knows(entry.url)) {
    await hold.loadRobots(entry.url).catch(ignoreInterruption(context));
    return 'again';
  }
  const decision = robots.decide(entry.url);
  if (!decision.allowed) {
    return { state: 'skipped', code: decision.code, message: decision.message, fetched: false };
  }
  const fetched = await fetchPage(entry, hold, context);
  if ('outcome' in fetched) return fetched.outcome;
  // The request is over; judging the page need not keep others from asking the host.
  hold.free();
  return judgeResponse(entry, fetched.response, fetched.finalUrl, context);
}

function ignoreInterruption({ signal }: CrawlContext): (thrown: unknown) => void {
  return (thrown) => {
    if (!signal.aborted) throw thrown;
  };
}

/** The address after redirects, where it differs, as a part of an event. */
type FinalUrl = Pick<Outcome, 'finalUrl'>;

async function fetchPage(
  entry: QueuedUrl,
  hold: HostHold,
  context: CrawlContext,
): Promise<
  | { readonly response: FetchedResponse; readonly finalUrl: FinalUrl }
  | { readonly outcome: Outcome | 'again' }
> {
  const { signal, parts } = context;
  const gate = createRedirectGate(entry, hold, context);
  const finalUrl = (): FinalUrl => (gate.reached === entry.url ? {} : { finalUrl: gate.reached });
  hold.markAsked();
  try {
    const response = await parts.fetcher.fetch(entry.url, {
      signal,
      wantBody: mayBeHtml,
      onRedirect: gate.admit,
    });
    return { response, finalUrl: finalUrl() };
  } catch (thrown) {
    if (thrown instanceof RedirectRefused) return { outcome: refused(thrown, finalUrl()) };
    if (signal.aborted) return { outcome: 'again' };
    return { outcome: { ...failed(thrown), fetched: true, ...finalUrl() } };
  }
}

function refused({ code, message }: RedirectRefused, finalUrl: FinalUrl): Outcome {
  return { state: 'skipped', code, message, fetched: true, ...finalUrl };
}

/** A body over the limit is our decision, everything else the network's or the server's fault. */
function failed(thrown: unknown): {
  readonly state: 'skipped' | 'failed';
  readonly code: ReasonCode;
  readonly message: string;
} {
  const code = thrown instanceof FetchError ? thrown.failure : 'network';
  return { state: code === 'too-large' ? 'skipped' : 'failed', code, message: messageOf(thrown) };
}

async function judgeResponse(
  entry: QueuedUrl,
  response: FetchedResponse,
  finalUrl: FinalUrl,
  context: CrawlContext,
): Promise<Outcome> {
  const contentType = response.headers['content-type'];
  const answer = {
    fetched: true,
    ...finalUrl,
    status: response.status,
    ...(contentType === undefined ? {} : { contentType }),
  };
  if (!isSuccess(response.status)) {
    return { ...answer, state: 'failed', code: 'http-status', message: `HTTP status ${response.status}` };
  }
  if (!isHtml(response)) {
    return {
      ...answer,
      state: 'skipped',
      code: 'not-html',
      message: mediaType(response) || 'no Content-Type, no HTML',
    };
  }
  const measured = { ...answer, bytes: response.body.length };
  try {
    return { ...measured, ...(await judgePage(entry, response, context)) };
  } catch (thrown) {
    // The knowledge base does not answer: not the fault of this page, and the same would befall all others.
    if (thrown instanceof SfwcError) throw thrown;
    return { ...measured, state: 'failed', code: 'unreadable', message: messageOf(thrown) };
  }
}

async function judgePage(
  entry: QueuedUrl,
  response: FetchedResponse,
  context: CrawlContext,
): Promise<Omit<Outcome, 'fetched'>> {
  const { pageReader, annotate, classifier, frontier, priority } = context.parts;
  const { plan, tally, scope } = context;
  const { url, body, headers } = response;
  const page = pageReader.read(body, url, headers['content-type'] ?? '');
  const annotated = await annotate(page);
  const judgement = await classifier.judge(annotated);
  const tag = readRobotsTag(headers['x-robots-tag']);
  const links = distinctLinks(page.links);

  const mayFollow = !page.robots.noFollow && !tag.noFollow;
  if (mayFollow && (plan.follow === 'all' || judgement.accepted || entry.depth === 0)) {
    const source = { entry, page: annotated, judgement };
    const rules = {
      maxDepth: plan.maxDepth,
      inScope: (url: string) => scope.includes(url),
      knows: (url: string) => frontier.knows(url),
      waits: (url: string) => frontier.waiting(url) !== undefined,
      priority,
    };
    for (const decision of decideLinks(links, source, rules)) {
      if ('outcome' in decision) tally.countLink(decision.outcome);
      else tally.countLink(enqueueOrRaise(decision.entry, frontier));
    }
  }
  // The page asks not to be kept: it was judged for the sake of its links, and nothing of its content stays.
  if (page.robots.noIndex || tag.noIndex) {
    return { state: 'skipped', code: 'no-index', message: 'the page asks not to be indexed' };
  }
  const targets = links.map((link) => link.url);
  return { state: 'done', checksum: sha256(body), title: page.title, judgement, links: targets, page, body };
}

/** Queues a URL, or, where it is queued already, gives it the better of its two links. */
function enqueueOrRaise(entry: QueuedUrl, frontier: Frontier): 'queued' | 'known' {
  if (frontier.enqueue(entry)) return 'queued';
  const waiting = frontier.waiting(entry.url);
  if (waiting !== undefined && entry.priority.value > waiting.priority.value)
    frontier.requeue({ ...entry, depth: Math.min(entry.depth, waiting.depth) });
  return 'known';
}
