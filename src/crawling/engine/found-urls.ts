import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LinkPriority, Priority, QueuedUrl } from '../../model/crawl-event.js';
import type { PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { without } from '../../support/without.js';
import { hasGrown } from '../pages/traps.js';
import { normaliseUrl } from '../urls/urls.js';
import type { Crawl } from './crawl-context.js';
import type { FindUrls, FoundUrl } from './crawl-types.js';

/** Queues addresses that a list names, valued by the list, or by the strategy as links on an empty, rejected page. */
export function enqueueFound(found: readonly FoundUrl[], context: Crawl): void {
  const { deps, plan, scope } = context;
  const { frontier } = deps;
  for (const one of found) {
    const { source, lastModified, priority, depth = 1 } = one;
    const url = normaliseUrl(one.url, plan.keepParameters);
    if (url === undefined || !scope.includes(url) || !plan.admits(url)) continue;
    const listed = lastModified === undefined ? undefined : { modified: lastModified };
    const isNew = frontier.enqueue({
      ...{ url, depth, referrer: source, ...given({ listed }) },
      priority: priority ?? inSitemap(one, url, deps.priority),
    });
    if (isNew) continue;
    // What another list has said of its times stays.
    const waiting = listed && frontier.waiting(url);
    if (waiting !== undefined && waiting.listed === undefined) frontier.requeue({ ...waiting, listed });
    takeOutOfTrap({ url }, context);
  }
}

/** Forgets of a URL that waits how a trap led to it, since something else names it. */
export function takeOutOfTrap({ url, trail }: Pick<QueuedUrl, 'url' | 'trail'>, context: Crawl): void {
  const { frontier } = context.deps;
  const waiting = context.pageWatch.traps.suspects(url) ? frontier.waiting(url) : undefined;
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

function inSitemap({ source, lastModified }: FoundUrl, url: string, strategy: LinkPriority): Priority {
  const from = source ?? url;
  const link: PageLink = { url, anchorText: '', noFollow: false };
  const page = { ...emptyPage(from), links: [link] };
  const entry: QueuedUrl = { url: from, depth: 0, priority: { value: 0, reason: 'sitemap' } };
  const said = strategy.prioritise({ link, source: page, judgement: SITEMAP, depth: 1, entry });
  // What the strategy does not want, but the user does, comes after everything else.
  const last = { value: -1e9, reason: 'not promising' };
  const valued = said === undefined || Number.isNaN(said.value) ? last : said;
  const changed = lastModified === undefined ? '' : `, changed ${lastModified}`;
  return { ...valued, reason: `in a sitemap${changed}; ${valued.reason}` };
}

/** Finds addresses next to the visits of a crawl, such as those that sitemaps name, with the same pauses. */
export async function findUrls(find: FindUrls, context: Crawl, signal: AbortSignal): Promise<void> {
  const { deps, politeness, plan, recorder } = context;
  await find({ politeness, atOnce: Math.max(1, Math.floor(plan.concurrency / 4)), signal }, async (found) => {
    if (signal.aborted) return;
    deps.frontier.transaction(() => enqueueFound(found, context));
    await recorder.flush();
    await nextTurn();
    context.wake();
  });
}
