import path from 'node:path';
import type { CrawlSettings } from '../../settings/settings.js';
import type {
  CrawlParts,
  JudgingParts,
  QueueParts,
  WebParts,
  CrawlPlan,
  CrawlStart,
  CrawlState,
  EarlierCrawl,
  FindUrls,
  FoundUrl,
} from '../../../crawling/engine/crawl-types.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import { replay } from '../../../crawling/engine/replay-events.js';
import { type AcceptedPage, createAcceptedHosts } from '../../../crawling/pages/accepted-pages.js';
import { takeAccepted } from '../../../crawling/pages/page-watch.js';
import { createPoliteness } from '../../../crawling/politeness/politeness.js';
import { readSitemaps, type TakeFound } from '../../../crawling/sitemaps/sitemaps.js';
import { NO_MEMORY } from '../../../crawling/store/crawl-memory.js';
import type { CrawlStore } from '../../../crawling/store/crawl-store.js';
import { openEarlierCrawl } from '../../../crawling/store/earlier-crawl.js';
import { damagedValue } from '../../../crawling/store/stored-value.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import { hostOf, normaliseUrl } from '../../../crawling/urls/urls.js';
import { SfwcError, UsageError } from '../../../model/errors.js';
import { verdictOf } from '../../../model/verdict.js';
import { DATABASE } from '../../../support/crawl-folder.js';
import { without } from '../../../support/without.js';

/** Maximum number of URLs that a crawl takes from sitemaps. */
const MAX_SITEMAP_URLS = 50_000;

/** Which sitemaps a crawl starts from, in addition to its seeds. */
export type SitemapSettings = Pick<CrawlSettings, 'sitemaps'>;

/** Services with which sitemaps are read. */
type SitemapDeps = Pick<WebParts, 'fetcher' | 'robots'> &
  Pick<CrawlParts, 'clock' | 'logger'> & { readonly memory?: QueueParts['memory'] | undefined };

/**
 * Reads the sitemaps that are wanted, while the crawl runs; undefined where none are, or an earlier run of the crawl has read
 * them.
 */
export function findingSitemaps(
  { sitemaps }: SitemapSettings,
  { seeds, keepParameters }: CrawlPlan,
  { memory = NO_MEMORY, ...parts }: SitemapDeps,
): FindUrls | undefined {
  if (!sitemaps || [...memory.all('sitemaps')].length > 0) return undefined;
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
  settings: SitemapSettings,
  plan: CrawlPlan,
  parts: SitemapDeps,
  signal = new AbortController().signal,
): Promise<readonly FoundUrl[]> {
  const find = findingSitemaps(settings, plan, without(parts, 'memory'));
  if (find === undefined) return [];
  const { clock } = parts;
  const all: FoundUrl[] = [];
  await find({ politeness: createPoliteness(clock, plan.pause), atOnce: 1, signal }, (found) => {
    all.push(...found);
    return Promise.resolve();
  });
  // The crawl does not know of the requests made here.
  await clock.sleep(plan.pause.seconds * 1000, signal);
  return all;
}

/** The earlier crawl that is visited again, where there is one. @throws UsageError for the same folder; InputError */
export async function findEarlier(
  { revisit, out }: Pick<CrawlSettings, 'revisit' | 'out'>,
  judges: string,
): Promise<EarlierCrawl | undefined> {
  if (revisit === undefined) return undefined;
  if (path.resolve(revisit) === path.resolve(out)) {
    throw new UsageError('revisit and --out name the same folder', {
      hint: 'the results of the earlier crawl are read while the new ones are written',
    });
  }
  return openEarlierCrawl(revisit, judges);
}

/** Restores the strategy from its snapshot. @throws InputError when the snapshot is damaged */
function restore(snapshot: unknown, out: string, store: CrawlStore, priority: QueueParts['priority']): void {
  try {
    priority.restore?.(snapshot, store.kept());
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    throw damagedValue(path.join(out, DATABASE), 'a snapshot of the strategy', thrown);
  }
}

/** @throws InputError when a feature could not read the state that it left */
function refuseDamagedStates(
  states: Readonly<Record<string, unknown>>,
  out: string,
  features: readonly CrawlFeature[],
): void {
  for (const { name, stateSchema } of features) {
    const { error } = stateSchema?.optional().safeParse(states[name]) ?? {};
    if (error !== undefined) throw damagedValue(path.join(out, DATABASE), `the state of the ${name}`, error);
  }
}

/** Parts that continue with a crawl. */
type AgainParts = Pick<JudgingParts & QueueParts, 'judge' | 'priority'> & {
  readonly features: readonly CrawlFeature[];
};

/** Continues a crawl: brings a strategy that learns to where it was, and reads its events. */
export async function startAgain(
  state: CrawlState,
  out: string,
  store: CrawlStore,
  { judge, priority, features }: AgainParts,
  { keepParameters, maxPagesPerHost, nearDuplicates }: CrawlPlan,
): Promise<CrawlStart> {
  refuseDamagedStates({ ...state }, out, features);
  const snapshot = store.snapshot();
  if (snapshot !== undefined) restore(snapshot, out, store, priority);
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
  return {
    resumed: {
      state,
      remembered: { hostPages, acceptedHosts, accepted },
      events: () => readEvents(out),
    },
  };
}
