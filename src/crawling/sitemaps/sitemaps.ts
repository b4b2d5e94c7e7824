import type { Fetcher } from '../../model/crawl-event.js';
import { FetchError, messageOf, SfwcError } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import type { Logger } from '../../support/logger.js';
import type { FoundUrl } from '../engine/crawl-types.js';
import type { Politeness } from '../politeness/politeness.js';
import type { Robots } from '../politeness/robots.js';
import { MAX_SITEMAP_BYTES, readSitemap } from './sitemap-file.js';
import { hostOf, normaliseUrl, registeredDomain } from '../urls/urls.js';

/** Sitemaps that are requested at most: an index may name 50,000. */
const MAX_SITEMAPS = 1000;
/** Of those, sitemaps that one host names, or that are named by its sitemaps. */
const MAX_OF_HOST = 250;
/** One host brings at most this part of the addresses, where so many hosts have sitemaps. */
const MAX_SHARES = 10;
/** Addresses that are handed on at a time. */
const BATCH = 200;
/** Index files inside of index files: the protocol allows none. */
const MAX_NESTING = 2;

export interface SitemapDeps {
  readonly fetcher: Fetcher;
  readonly robots: Robots;
  /** Pages of the crawl may be requested by it meanwhile. */
  readonly politeness: Politeness;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
}

export interface SitemapPlan {
  /** Those that the robots.txt of these addresses name. */
  readonly ofHosts: readonly string[];
  /** Those that the user names. */
  readonly sitemaps: readonly string[];
  readonly maxUrls: number;
  /** Leaves parameters of trackers and sessions in the addresses of pages. */
  readonly keepParameters?: boolean;
}

/** Takes addresses as they are found. */
export type TakeFound = (found: readonly FoundUrl[]) => Promise<void> | void;

interface Waiting {
  readonly url: string;
  /** The site whose pages it may name in addition to its own. */
  readonly site: string;
  readonly nesting: number;
}

/** A host with the sitemaps that it leads to. */
interface Source {
  readonly host: string;
  /** The site whose robots.txt names sitemaps; absent once it was read. */
  origin?: string;
  waiting: Waiting[];
  /** Sitemaps that were requested for it, and addresses that they brought. */
  asked: number;
  brought: number;
}

/** All that reading the sitemaps works with, and its results so far. */
interface Reading {
  readonly parts: SitemapDeps;
  readonly plan: SitemapPlan;
  readonly take: TakeFound;
  /** Addresses that one host may bring. */
  readonly share: number;
  readonly asked: Set<string>;
  readonly found: Set<string>;
}

/**
 * Hands on the pages that sitemaps name, each once: of the registered domain of the sitemap, and of the one whose robots.txt
 * names it. Hosts take turns, each within a budget of sitemaps and addresses. The logger is warned of faults.
 * @param atOnce hosts whose sitemaps are read at the same time
 */
export async function readSitemaps(
  parts: SitemapDeps,
  plan: SitemapPlan,
  take: TakeFound,
  atOnce = 1,
): Promise<void> {
  const turns = sourcesOf(plan);
  const share = Math.ceil(plan.maxUrls / Math.min(turns.length, MAX_SHARES));
  const reading: Reading = { parts, plan, take, share, asked: new Set(), found: new Set() };
  const isOver = (): boolean =>
    parts.signal?.aborted === true ||
    reading.found.size >= plan.maxUrls ||
    reading.asked.size >= MAX_SITEMAPS;
  const readInTurn = async (): Promise<void> => {
    for (let source = turns.shift(); source !== undefined && !isOver(); source = turns.shift()) {
      await takeTurn(source, reading);
      if (source.waiting.length > 0) turns.push(source);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, turns.length) }, readInTurn));
}

function sourcesOf({ ofHosts, sitemaps }: SitemapPlan): Source[] {
  const sources = new Map<string, Source>();
  const sourceOf = (url: string): Source => {
    const host = hostOf(url);
    const source = sources.get(host) ?? { host, waiting: [], asked: 0, brought: 0 };
    sources.set(host, source);
    return source;
  };
  for (const url of sitemaps) sourceOf(url).waiting.push({ url, site: registeredDomain(url), nesting: 0 });
  for (const url of ofHosts) sourceOf(url).origin ??= new URL(url).origin;
  return [...sources.values()];
}

/** Reads the robots.txt of a source, or one of its sitemaps. */
async function takeTurn(source: Source, reading: Reading): Promise<void> {
  const { parts, plan, share, asked } = reading;
  const { origin, host } = source;
  if (origin !== undefined) {
    delete source.origin;
    await loadRobots(`${origin}/`, parts);
    const site = registeredDomain(origin);
    const named = parts.robots.sitemaps(`${origin}/`).slice(0, MAX_SITEMAPS);
    source.waiting.push(...named.map((url) => ({ url, site, nesting: 0 })));
    return;
  }
  const next = source.waiting.shift();
  if (next === undefined || asked.has(next.url)) return;
  if (source.asked < MAX_OF_HOST) {
    source.asked += 1;
    asked.add(next.url);
    const further = await readOne(next, source, reading);
    source.waiting.push(...further.slice(0, Math.max(0, MAX_SITEMAPS - source.waiting.length)));
    if (source.brought < share || share >= plan.maxUrls) return;
    parts.logger.warn(`sitemaps of ${host}: only the first ${share} addresses are taken`);
  } else parts.logger.warn(`sitemaps of ${host}: only the first ${MAX_OF_HOST} are read`);
  source.waiting = [];
}

/** Hands on the pages of one sitemap, and gives the sitemaps that it names. */
async function readOne(
  { url: file, site, nesting }: Waiting,
  source: Source,
  { parts, plan, take, share, found }: Reading,
): Promise<readonly Waiting[]> {
  const further: Waiting[] = [];
  const sites = new Set([site, registeredDomain(file)]);
  const warn = (message: string): void => parts.logger.warn(`sitemap ${file}: ${message}`);
  const batch: FoundUrl[] = [];
  const isFull = (): boolean => found.size >= plan.maxUrls || source.brought >= share;
  let leftOut = 0;
  try {
    const body = await fetchSitemap(file, parts);
    for await (const { kind, url, lastModified } of readSitemap(body, file, warn)) {
      const page = normaliseUrl(url, plan.keepParameters);
      if (page === undefined || !sites.has(registeredDomain(page))) leftOut += 1;
      else if (kind === 'sitemap') further.push({ url, site, nesting: nesting + 1 });
      else if (isFull()) break;
      else if (!found.has(page)) {
        found.add(page);
        source.brought += 1;
        batch.push({ url: page, source: file, lastModified });
      }
      further.splice(nesting < MAX_NESTING ? MAX_SITEMAPS : 0);
      if (batch.length >= BATCH) await take(batch.splice(0));
    }
  } catch (thrown) {
    if (isOfCrawl(thrown)) throw thrown;
    if (parts.signal?.aborted !== true) warn(messageOf(thrown));
  }
  if (batch.length > 0) await take(batch);
  if (leftOut > 0) warn(`addresses of other sites or too long, left out: ${leftOut}`);
  return further;
}

/** True where the crawl failed, not a sitemap. */
const isOfCrawl = (thrown: unknown) => thrown instanceof SfwcError && !(thrown instanceof FetchError);

async function fetchSitemap(url: string, parts: SitemapDeps): Promise<Uint8Array> {
  const { fetcher, robots, signal } = parts;
  await loadRobots(url, parts);
  mayAsk(url, robots);
  const response = await politely(url, parts, () =>
    fetcher.fetch(url, {
      accept: 'application/xml,text/xml,text/plain,*/*;q=0.5',
      maxBytes: MAX_SITEMAP_BYTES,
      wantBody: ({ status }) => status === 200,
      takePart: true,
      onRedirect: (target) => {
        if (registeredDomain(target) !== registeredDomain(url)) throw new Error(`redirects to ${target}`);
        if (robots.knows(target)) mayAsk(target, robots);
      },
      signal,
    }),
  );
  if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
  const { body, truncated } = response;
  if (truncated === undefined) return body;
  parts.logger.warn(`${url} breaks off; its entries up to there count`);
  // An address may be cut.
  return body.subarray(0, Math.max(body.lastIndexOf(0x0a), body.lastIndexOf(0x3e)) + 1);
}

function mayAsk(url: string, robots: Robots): void {
  const decision = robots.decide(url);
  if (!decision.allowed) throw new Error(decision.message);
}

/** Loads the robots.txt for an address where it is not known, as {@link politely} does. */
export async function loadRobots(url: string, parts: SitemapDeps): Promise<void> {
  const { robots, politeness, signal } = parts;
  if (!robots.knows(url))
    await politely(url, parts, () => robots.load(url, signal)).catch((thrown: unknown) => {
      if (signal?.aborted !== true) throw thrown;
    });
  const delay = robots.crawlDelay(url);
  if (delay !== undefined) politeness.setOwnDelay(hostOf(url), delay);
}

/** Makes a request when its host may be contacted, and has the host rest afterwards. */
export async function politely<T>(
  url: string,
  { politeness, clock, signal }: SitemapDeps,
  ask: () => Promise<T>,
): Promise<T> {
  const host = hostOf(url);
  // A page that waits for the host as well goes first; then the sitemap is next.
  const rest = politeness.waitFor(host) ?? 0;
  if (rest > 0) await clock.sleep(rest + 1, signal);
  await politeness.acquire(host, signal);
  const started = clock.now();
  try {
    return await ask();
  } finally {
    politeness.end(host, clock.now() - started);
  }
}
