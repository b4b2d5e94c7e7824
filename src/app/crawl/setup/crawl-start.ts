import path from 'node:path';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import type {
  CrawlParts,
  CrawlPlan,
  CrawlStart,
  CrawlState,
  FindUrls,
  FoundUrl,
} from '../../../crawling/engine/crawl-types.js';
import { replay } from '../../../crawling/engine/read-response.js';
import { type AcceptedPage, createAcceptedHosts } from '../../../crawling/pages/accepted-pages.js';
import { takeAccepted } from '../../../crawling/pages/page-watch.js';
import { createPoliteness } from '../../../crawling/politeness/politeness.js';
import { readSitemaps, type TakeFound } from '../../../crawling/sitemaps/sitemaps.js';
import { NO_MEMORY } from '../../../crawling/store/crawl-memory.js';
import type { CrawlStore } from '../../../crawling/store/crawl-store.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import { damagedValue } from '../../../crawling/store/stored-value.js';
import { hostOf, normaliseUrl } from '../../../crawling/urls/urls.js';
import { SfwcError } from '../../../model/errors.js';
import { verdictOf } from '../../../model/verdict.js';
import { DATABASE } from '../../../support/crawl-folder.js';
import { without } from '../../../support/without.js';

/** Maximum number of URLs that a crawl takes from sitemaps. */
const MAX_SITEMAP_URLS = 50_000;

/** Services with which sitemaps are read. */
type SitemapDeps = Pick<CrawlParts, 'fetcher' | 'robots' | 'clock' | 'logger' | 'memory'>;

/** Reads the sitemaps of the seeds while the crawl runs; undefined where an earlier run of the crawl has read them. */
export function findingSitemaps(
  { seeds, keepParameters }: CrawlPlan,
  { memory = NO_MEMORY, ...parts }: SitemapDeps,
): FindUrls | undefined {
  if ([...memory.all('sitemaps')].length > 0) return undefined;
  return async ({ politeness, atOnce, signal }, take) => {
    let count = 0;
    const plan = { ofHosts: seeds, sitemaps: [], maxUrls: MAX_SITEMAP_URLS, keepParameters };
    const counted: TakeFound = (found) => {
      count += found.length;
      return take(found);
    };
    await readSitemaps({ ...parts, politeness, signal }, plan, counted, atOnce);
    if (signal.aborted) return;
    memory.keep('sitemaps', 'read', count);
    parts.logger.info(`sitemaps: ${count} addresses`);
  };
}

/** The pages that sitemaps name, before a worker of a shared crawl begins: afterwards their hosts may be another worker's. */
export async function findSitemaps(
  plan: CrawlPlan,
  parts: SitemapDeps,
  signal = new AbortController().signal,
): Promise<readonly FoundUrl[]> {
  const { clock } = parts;
  const all: FoundUrl[] = [];
  const politeness = createPoliteness(clock, plan.pause);
  await findingSitemaps(plan, without(parts, 'memory'))?.({ politeness, atOnce: 1, signal }, (found) => {
    all.push(...found);
    return Promise.resolve();
  });
  // The crawl does not know of the requests made here.
  await clock.sleep(plan.pause.seconds * 1000, signal);
  return all;
}

/** Parts that continue with a crawl. */
type AgainParts = Pick<CrawlParts, 'judge' | 'priority'> & { readonly features: readonly CrawlFeature[] };

/** Continues a crawl: brings a strategy that learns to where it was, and reads its events. @throws InputError */
export async function startAgain(
  state: CrawlState,
  out: string,
  store: CrawlStore,
  { judge, priority, features }: AgainParts,
  { keepParameters, maxPagesPerHost, nearDuplicates }: CrawlPlan,
): Promise<CrawlStart> {
  restore({ ...state }, out, store, { judge, priority, features });
  const normalise = (written: string): string | undefined => normaliseUrl(written, keepParameters);
  await replay(store.heard(), priority, { judge, normalise });
  const hostPages = new Map<string, number>();
  const acceptedHosts = createAcceptedHosts();
  const accepted: AcceptedPage[] = [];
  for await (const event of readEvents(out)) {
    if (event.judgement !== undefined) judge.acceptance?.note(event.judgement);
    const host = hostOf(event.url);
    acceptedHosts.count(event.url, Number(verdictOf(event) === 'accepted'));
    if (event.fetched && maxPagesPerHost < Infinity) hostPages.set(host, (hostPages.get(host) ?? 0) + 1);
    if (nearDuplicates) takeAccepted(event, { accepted: (page) => void accepted.push(page) });
  }
  const remembered = { hostPages, acceptedHosts, accepted };
  return { resumed: { state, remembered, events: () => readEvents(out) } };
}

/** Restores the strategy from its snapshot. @throws InputError when it or the state of a feature is damaged */
function restore(
  states: Readonly<Record<string, unknown>>,
  out: string,
  store: CrawlStore,
  { priority, features }: AgainParts,
): void {
  const file = path.join(out, DATABASE);
  for (const { name, stateSchema } of features) {
    const { error } = stateSchema?.optional().safeParse(states[name]) ?? {};
    if (error !== undefined) throw damagedValue(file, `the state of the ${name}`, error);
  }
  const snapshot = store.snapshot();
  if (snapshot === undefined) return;
  try {
    priority.restore?.(snapshot, store.kept());
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    throw damagedValue(file, 'a snapshot of the strategy', thrown);
  }
}
