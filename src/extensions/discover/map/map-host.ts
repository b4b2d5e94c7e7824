import type { FoundUrl } from '../../../crawling/engine/crawl-types.js';
import {
  gatherSitemaps,
  loadRobots,
  politely,
  type SitemapParts,
} from '../../../crawling/sitemaps/sitemaps.js';
import { normaliseUrl, originOf, registeredDomain } from '../../../crawling/urls/urls.js';
import { Interrupted, messageOf, UsageError } from '../../../model/errors.js';
import type { Page } from '../../../model/page.js';
import { isAddress, parseUrl } from '../../../support/parse-url.js';
import { isHtml, isSuccess, mayBeHtml } from '../../../support/text/content-type.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { createPageReader } from '../../../web/page/reader.js';

/** A host as the user named it. */
export interface NamedHost {
  /** With port, where it is not the default one. */
  readonly host: string;
  /** The addresses of its first page: the one that was given; of a host name, that with https, and else that with http. */
  readonly starts: readonly string[];
}

/** The host that a word names: a host name, with or without port and path, or a URL. @throws UsageError */
export function namedHost(word: string): NamedHost {
  const written = isAddress(word) ? [word] : [`https://${word}`, `http://${word}`];
  const starts = written.flatMap((one) => normaliseUrl(one) ?? []);
  const url = parseUrl(starts[0] ?? '');
  if (url === undefined || /[\s@]/.test(word) || url.hostname.split('.').some((label) => label.length > 63))
    throw new UsageError(`'${withoutCredentials(word)}' is not a host`, {
      hint: 'a host name or a web address, such as example.org or https://example.org/',
    });
  return { host: url.host, starts };
}

/** URLs that the sitemaps and feeds of a host name. */
export interface HostLists {
  readonly host: string;
  readonly found: readonly FoundUrl[];
  /** Number of URLs that robots.txt forbids, in addition. */
  readonly forbidden: number;
}

/** URLs of the sitemaps of one host that are read, and of its feeds. */
const MAX_READ = 100_000;
/** Feeds of a first page that are read. */
const MAX_FEEDS = 10;
/** Other hosts of a domain whose robots.txt is read. */
const MAX_OTHER_HOSTS = 10;

/**
 * Reads the sitemaps and feeds of a host without requesting its pages, but for the first one. The logger is warned of what
 * cannot be read.
 * @returns the failure where the host cannot be reached
 * @throws Interrupted
 */
export async function readLists(
  { host, starts }: NamedHost,
  parts: SitemapParts,
): Promise<HostLists | { readonly host: string; readonly failure: string }> {
  const reached = await reach(starts, parts);
  if ('failure' in reached) return { host, failure: reached.failure };
  const first = await readFirstPage(reached.start, parts);
  const start = first?.url ?? reached.start;
  const feeds = (first?.feeds ?? []).slice(0, MAX_FEEDS).map((url) => ({ url, page: start }));
  // Feeds know more of titles and times than sitemaps.
  const inFeeds = await gatherSitemaps(parts, { ofHosts: [], sitemaps: [], feeds, maxUrls: MAX_READ });
  const inSitemaps = await readSitemapsOf([...new Set([reached.start, start])], parts);
  stopWhereInterrupted(parts);
  const domain = registeredDomain(reached.start);
  const byUrl = new Map<string, FoundUrl>();
  for (const one of [...inFeeds, ...inSitemaps])
    if (registeredDomain(one.url) === domain && !byUrl.has(one.url)) byUrl.set(one.url, one);
  return { host, ...(await askRobots([...byUrl.values()], parts)) };
}

/** The sitemaps that robots.txt names; where it names none, the one at the usual place, which most such sites do not have. */
async function readSitemapsOf(starts: readonly string[], parts: SitemapParts): Promise<readonly FoundUrl[]> {
  const { robots, logger } = parts;
  for (const start of starts) await loadRobots(start, parts);
  if (starts.some((start) => robots.sitemaps(start).length > 0))
    return gatherSitemaps(parts, { ofHosts: starts, sitemaps: [], maxUrls: MAX_READ });
  const usual = `${originOf(starts.at(-1) ?? '')}/sitemap.xml`;
  const quiet = { ...parts, logger: { ...logger, warn: () => undefined } };
  const found = await gatherSitemaps(quiet, { ofHosts: [], sitemaps: [usual], maxUrls: MAX_READ });
  if (found.length === 0) logger.info(`robots.txt names no sitemap, and ${usual} is none`);
  return found;
}

/** The address at which a host answers, even if its first page may not be requested. */
async function reach(
  starts: readonly string[],
  parts: SitemapParts,
): Promise<{ readonly start: string } | { readonly failure: string }> {
  const failures: string[] = [];
  for (const start of starts) {
    await loadRobots(start, parts);
    stopWhereInterrupted(parts);
    const decision = parts.robots.decide(start);
    if (decision.allowed || decision.code === 'robots-disallowed') return { start };
    failures.push(decision.message);
    // What the other scheme would not change, such as a private address.
    if (decision.code !== 'robots-unreachable') break;
  }
  return { failure: [...new Set(failures)].join('; ') };
}

function stopWhereInterrupted({ signal }: SitemapParts): void {
  if (signal?.aborted === true) throw new Interrupted();
}

/** The first page of a host, which names its feeds; undefined where it cannot be read, which the logger is warned of. */
async function readFirstPage(start: string, parts: SitemapParts): Promise<Page | undefined> {
  const { fetcher, robots, signal } = parts;
  const requireAllowed = (url: string): void => {
    const decision = robots.decide(url);
    if (!decision.allowed) throw new Error(decision.message);
  };
  const onRedirect = (target: string): void => {
    if (registeredDomain(target) !== registeredDomain(start)) throw new Error(`redirects to ${target}`);
    if (robots.knows(target)) requireAllowed(target);
  };
  try {
    requireAllowed(start);
    const response = await politely(start, parts, () =>
      fetcher.fetch(start, { onRedirect, followRefresh: true, wantBody: mayBeHtml, signal }),
    );
    if (!isSuccess(response.status)) throw new Error(`HTTP status ${response.status}`);
    if (!isHtml(response)) throw new Error('it is not HTML');
    const { body, url, headers } = response;
    return createPageReader({ places: false }).read(
      body,
      normaliseUrl(url) ?? url,
      headers['content-type'] ?? '',
    );
  } catch (thrown) {
    stopWhereInterrupted(parts);
    parts.logger.warn(`first page ${start}: ${messageOf(thrown)}`);
    return undefined;
  }
}

/** Leaves out what robots.txt forbids. That of other hosts of the domain is read for those with the most URLs. */
async function askRobots(
  all: readonly FoundUrl[],
  parts: SitemapParts,
): Promise<Pick<HostLists, 'found' | 'forbidden'>> {
  const { robots, logger } = parts;
  const origins = new Map<string, number>();
  for (const { url } of all)
    if (!robots.knows(url)) origins.set(originOf(url), (origins.get(originOf(url)) ?? 0) + 1);
  const others = [...origins].sort(([, a], [, b]) => b - a).map(([origin]) => origin);
  for (const origin of others.slice(0, MAX_OTHER_HOSTS)) await loadRobots(`${origin}/`, parts);
  stopWhereInterrupted(parts);
  const unknown = others.length - MAX_OTHER_HOSTS;
  if (unknown > 0)
    logger.warn(`the robots.txt of ${unknown} further hosts was not read; their URLs may be forbidden`);
  const found = all.filter(({ url }) => !robots.knows(url) || robots.decide(url).allowed);
  return { found, forbidden: all.length - found.length };
}
