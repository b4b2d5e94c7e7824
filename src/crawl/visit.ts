import type { FetchedResponse, QueuedUrl, ReasonCode } from '../model/crawl.js';
import { FetchError, SfwcError, messageOf } from '../model/errors.js';
import type { AnnotatedPage } from '../model/topic.js';
import { sha256 } from '../support/hash.js';
import { isHtml, isSuccess, mayBeHtml, mediaType } from './content-type.js';
import { distinctLinks } from './links.js';
import type { Outcome } from './recorder.js';
import { createRedirectGate, RedirectRefused } from './redirect-gate.js';
import { readRobotsTag } from './robots-tag.js';
import { holdHost, type HostHold } from './host-hold.js';
import { settle, type CrawlContext } from './settle.js';
import { hostOf } from './urls.js';

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
  await settle(entry, outcome, context);
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
  const { pageReader, annotate, classifier } = context.parts;
  const { url, body, headers } = response;
  const page = pageReader.read(body, url, headers['content-type'] ?? '');
  const annotated = withLink(await annotate(page), entry);
  const judgement = await classifier.judge(annotated);
  const tag = readRobotsTag(headers['x-robots-tag']);
  const links = distinctLinks(page.links);

  const mayFollow = !page.robots.noFollow && !tag.noFollow;
  const follows = mayFollow && (context.plan.follow === 'all' || judgement.accepted || entry.depth === 0);
  const follow = follows ? { follow: { links, entry, page: annotated, judgement, body } } : {};
  // The page asks not to be kept: it was judged for the sake of its links, and nothing of its content stays.
  if (page.robots.noIndex || tag.noIndex) {
    return { ...follow, state: 'skipped', code: 'no-index', message: 'the page asks not to be indexed' };
  }
  const targets = links.map((link) => link.url);
  const content = { checksum: sha256(body), title: page.title, judgement, links: targets, page, body };
  return { ...follow, state: 'done', ...content };
}

/** Adds the link by which the crawl came to the page, for classifiers that read what links say about it. */
function withLink(page: AnnotatedPage, { linkContext, anchorText }: QueuedUrl): AnnotatedPage {
  const said = linkContext ?? anchorText;
  return said === undefined ? page : { ...page, linkedFrom: [...(page.linkedFrom ?? []), said] };
}
