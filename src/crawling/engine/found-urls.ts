import type { LinkPriority, ListedTimes, Priority, QueuedUrl } from '../../model/crawl-event.js';
import type { PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { without } from '../../support/without.js';
import { hasGrown } from '../pages/traps.js';
import { normaliseUrl } from '../urls/urls.js';
import type { CrawlContext } from './crawl-context.js';
import type { FindUrls, FoundUrl } from './crawl-types.js';

/** Priority behind everything else: the strategy does not want it, but the user does. */
const LAST: Priority = { value: -1e9, reason: 'not promising' };

/**
 * Queues addresses that a list names, at depth 1: the list stands for the page that they were found on, and they are not
 * followed as seeds are. The strategy values them as links on an empty, rejected page, so that it goes by their words, unless
 * the list values them itself.
 */
export function enqueueFound(found: readonly FoundUrl[], context: CrawlContext): void {
  const { parts, plan, known } = context;
  const { frontier } = parts;
  for (const { url: written, source, lastModified, priority, depth = 1 } of found) {
    const url = normaliseUrl(written, plan.keepParameters);
    if (url === undefined || !known.scope.includes(url) || !plan.admits(url)) continue;
    const listed: ListedTimes | undefined =
      lastModified === undefined ? undefined : { modified: lastModified };
    const isNew = frontier.enqueue({
      ...{ url, depth, referrer: source, ...given({ listed }) },
      priority: priority ?? inSitemap(url, source ?? url, lastModified, parts.priority),
    });
    if (isNew) continue;
    // What another list has said of its times stays.
    const waiting = listed && frontier.waiting(url);
    if (waiting !== undefined && waiting.listed === undefined) frontier.requeue({ ...waiting, listed });
    takeOutOfTrap({ url }, context);
  }
}

/** Forgets of a URL that waits how a trap led to it, since something else names it. */
export function takeOutOfTrap(
  { url, trail }: Pick<QueuedUrl, 'url' | 'trail'>,
  { parts: { frontier }, known: { pageWatch } }: Pick<CrawlContext, 'parts' | 'known'>,
): void {
  if (!pageWatch.traps.suspects(url)) return;
  const waiting = frontier.waiting(url);
  if (waiting !== undefined && hasGrown(waiting))
    frontier.requeue({ ...without(waiting, 'trail'), ...given({ trail }) });
}

const SITEMAP: Judgement = {
  ...{ accepted: false, score: 0, classifier: 'sitemap' },
  reason: {
    ...{ summary: 'a sitemap', meanIdf: null, band: { low: null, high: null } },
    ...{ nouns: { distinct: 0, linked: 0, unknown: 0 }, evidence: [] },
  },
};

function inSitemap(
  url: string,
  source: string,
  lastModified: string | undefined,
  strategy: LinkPriority,
): Priority {
  const link: PageLink = { url, anchorText: '', noFollow: false };
  const page = { ...emptyPage(source), links: [link] };
  const entry: QueuedUrl = { url: source, depth: 0, priority: { value: 0, reason: 'sitemap' } };
  const said = strategy.prioritise({ link, source: page, judgement: SITEMAP, depth: 1, entry });
  const valued = said === undefined || Number.isNaN(said.value) ? LAST : said;
  const changed = lastModified === undefined ? '' : `, changed ${lastModified}`;
  return { ...valued, reason: `in a sitemap${changed}; ${valued.reason}` };
}

/** Addresses that come while the crawl runs. */
export type Finding = ReturnType<typeof startFinding>;

/**
 * Finds addresses next to the visits of a crawl, such as those that sitemaps name: they share the crawl's pauses, and never
 * keep its pages waiting.
 * @param onNews called when some were queued, and at the end
 * @param onFailure called when it fails
 */
export function startFinding(
  find: FindUrls | undefined,
  context: CrawlContext,
  onNews: () => void,
  onFailure: (thrown: unknown) => void,
) {
  if (find === undefined) return { isUnderWay: false, close: () => Promise.resolve() };
  const { hosts, plan, progress, ending } = context;
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ending.signal]);
  let isUnderWay = true;
  const atOnce = Math.max(1, Math.floor(plan.concurrency / 4));
  const finding = find({ politeness: hosts.politeness, atOnce, signal }, async (found) => {
    if (signal.aborted) return;
    enqueueFound(found, context);
    await progress.recorder.flush();
    onNews();
  })
    .catch(onFailure)
    .finally(() => {
      isUnderWay = false;
      onNews();
    });
  return {
    /** False when no more can come. */
    get isUnderWay(): boolean {
      return isUnderWay;
    },
    /** Ends it. */
    async close(): Promise<void> {
      stop.abort();
      await finding;
    },
  };
}
