import type { Fetcher } from '../../model/crawl.js';
import { messageOf } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import type { Logger } from '../../support/logger.js';
import { remember } from '../../support/remember.js';
import type { FoundUrl } from '../engine/crawl-types.js';
import type { Politeness } from '../politeness/politeness.js';
import type { Robots } from '../politeness/robots.js';
import { MAX_SITEMAP_BYTES, readSitemap } from './sitemap-file.js';
import { hostOf, normaliseUrl, registeredDomain, type UrlRules } from '../urls/urls.js';
import { given } from '../../support/given.js';

/** Sitemaps that are asked for at most: an index may name 50,000. */
const MAX_SITEMAPS = 1000;
/** Index files inside of index files: the protocol allows none. */
const MAX_NESTING = 2;
/** Origins whose registered domains are kept while a sitemap is read. */
const REMEMBERED_ORIGINS = 1000;

/** What is needed to gather what sitemaps name. */
export interface SitemapParts {
  readonly fetcher: Fetcher;
  readonly robots: Robots;
  /** One that nothing else uses meanwhile. */
  readonly politeness: Politeness;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
}

/** Which sitemaps are read. */
export interface SitemapPlan {
  /** Those that the robots.txt of these addresses name. */
  readonly ofHosts: readonly string[];
  /** Those that the user names. */
  readonly sitemaps: readonly string[];
  /** Feeds, with an address of the site whose pages they may name in addition to their own. */
  readonly feeds?: readonly { readonly url: string; readonly page: string }[];
  readonly maxUrls: number;
  /** How the addresses of pages are normalised. */
  readonly urlRules?: UrlRules;
}

interface Waiting {
  readonly url: string;
  /** The site whose pages it may name in addition to its own. */
  readonly site: string;
  readonly nesting: number;
}

/**
 * The pages that sitemaps name, in their order, each once. A sitemap may name pages of its own registered domain and of
 * the one whose robots.txt names it, as the protocol has it; others are left out. Requests obey robots.txt and the
 * pauses between requests. The logger is warned of each sitemap that cannot be fetched, is not one or has faults, with
 * the reason; what could be read of it is kept.
 */
export async function gatherSitemaps(parts: SitemapParts, plan: SitemapPlan): Promise<readonly FoundUrl[]> {
  const waiting: Waiting[] = plan.sitemaps.map((url) => ({ url, site: registeredDomain(url), nesting: 0 }));
  for (const { url, page } of plan.feeds ?? [])
    waiting.push({ url, site: registeredDomain(page), nesting: MAX_NESTING });
  for (const origin of new Set(plan.ofHosts.map((url) => new URL(url).origin))) {
    if (parts.signal?.aborted === true) break;
    await loadRobots(`${origin}/`, parts);
    const named = parts.robots.sitemaps(`${origin}/`);
    waiting.push(...named.map((url) => ({ url, site: registeredDomain(origin), nesting: 0 })));
  }
  const found = new Map<string, FoundUrl>();
  const asked = new Set<string>();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (parts.signal?.aborted === true || found.size >= plan.maxUrls || asked.size >= MAX_SITEMAPS) break;
    if (asked.has(next.url)) continue;
    asked.add(next.url);
    waiting.push(...(await readOne(next, found, plan, parts)));
  }
  return [...found.values()];
}

/** Adds the pages of one sitemap, and gives the sitemaps that it names. */
async function readOne(
  { url: source, site, nesting }: Waiting,
  found: Map<string, FoundUrl>,
  { maxUrls, urlRules }: SitemapPlan,
  parts: SitemapParts,
): Promise<readonly Waiting[]> {
  const further: Waiting[] = [];
  const sites = new Set([site, registeredDomain(source)]);
  const domainOf = remember(registeredDomain, REMEMBERED_ORIGINS);
  const leftOut = { foreign: 0, overlong: 0 };
  const warn = (message: string): void => parts.logger.warn(`sitemap ${source}: ${message}`);
  try {
    const body = await fetchSitemap(source, parts);
    for await (const { kind, url, lastModified } of readSitemap(body, source, warn)) {
      const page = normaliseUrl(url, urlRules);
      if (page === undefined) leftOut.overlong += 1;
      else if (!sites.has(domainOf(originOf(page)))) leftOut.foreign += 1;
      else if (kind === 'sitemap') {
        if (nesting < MAX_NESTING && further.length < MAX_SITEMAPS)
          further.push({ url, site, nesting: nesting + 1 });
      } else if (found.size >= maxUrls) break;
      else if (!found.has(page)) found.set(page, { url: page, source, ...given({ lastModified }) });
    }
  } catch (thrown) {
    if (parts.signal?.aborted !== true) warn(messageOf(thrown));
  }
  if (leftOut.foreign > 0) warn(`addresses of other sites, left out: ${leftOut.foreign}`);
  if (leftOut.overlong > 0) warn(`addresses longer than --max-url-length, left out: ${leftOut.overlong}`);
  return further;
}

/** Of a normalised address. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', 'https://'.length));
}

async function fetchSitemap(url: string, parts: SitemapParts): Promise<Uint8Array> {
  const { fetcher, robots, signal } = parts;
  await loadRobots(url, parts);
  mayAsk(url, robots);
  const response = await politely(url, parts, () =>
    fetcher.fetch(url, {
      accept: 'application/xml,text/xml,text/plain,*/*;q=0.5',
      maxBytes: MAX_SITEMAP_BYTES,
      wantBody: ({ status }) => status === 200,
      onRedirect: (target) => {
        if (registeredDomain(target) !== registeredDomain(url)) throw new Error(`redirects to ${target}`);
        if (robots.knows(target)) mayAsk(target, robots);
      },
      ...given({ signal }),
    }),
  );
  if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
  return response.body;
}

function mayAsk(url: string, robots: Robots): void {
  const decision = robots.decide(url);
  if (!decision.allowed) throw new Error(decision.message);
}

async function loadRobots(url: string, parts: SitemapParts): Promise<void> {
  const { robots, politeness, signal } = parts;
  if (!robots.knows(url))
    await politely(url, parts, () => robots.load(url, signal)).catch(ignoreInterruption(signal));
  const delay = robots.crawlDelay(url);
  if (delay !== undefined) politeness.setOwnDelay(hostOf(url), delay);
}

function ignoreInterruption(signal: AbortSignal | undefined): (thrown: unknown) => void {
  return (thrown) => {
    if (signal?.aborted !== true) throw thrown;
  };
}

async function politely<T>(
  url: string,
  { politeness, clock, signal }: SitemapParts,
  ask: () => Promise<T>,
): Promise<T> {
  const host = hostOf(url);
  await politeness.acquire(host, signal);
  const started = clock.now();
  try {
    return await ask();
  } finally {
    politeness.end(host, clock.now() - started);
  }
}
