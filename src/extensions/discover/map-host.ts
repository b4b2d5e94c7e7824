import { capturedUrls } from './seeding/cdx-server.js';
import { cdxQuery } from './seeding/cdx-pattern.js';
import { foldersOf, type Folder } from './map/folders.js';
import { entriesOf, isMatching, type MapEntry, type NamedUrl } from './map/site-entries.js';
import { namedByFeeds, namedBySitemaps } from './map/site-lists.js';
import type { NamedHost } from './map/named-hosts.js';
import type { MapSettings } from './map-settings.js';
import type { TopicWords } from './seeding/topic-words.js';
import { loadRobots, politely, type SitemapParts } from '../../crawling/sitemaps/sitemaps.js';
import { isUnknownName } from '../../crawling/politeness/robots.js';
import { normaliseUrl, originOf, registeredDomain } from '../../crawling/urls/urls.js';
import type { FetchedResponse, Fetcher } from '../../model/crawl-event.js';
import { Interrupted, messageOf, SfwcError } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { isHtml, isSuccess, mayBeHtml } from '../../support/text/content-type.js';
import { sentenceOf } from '../../support/text/sentence.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { createPageReader } from '../../web/page/reader.js';

/** What a host is mapped with. */
export interface MapParts extends SitemapParts {
  readonly words: TopicWords;
  /** Fetches from CDX servers, which may lie in a private network. */
  readonly services: Fetcher;
  /** The time in milliseconds, which is not simulated. */
  readonly now: number;
}

/** What a host has. */
export interface MappedHost {
  /** As it was named, with port where it is not the default one. */
  readonly host: string;
  /** The address of its first page, after redirects. */
  readonly start: string;
  /** Sitemaps and feeds that named URLs. */
  readonly sitemaps: number;
  readonly feeds: number;
  /** URLs that were found and may be requested. */
  readonly urls: number;
  /** Of these, the URLs with nouns of the topic. */
  readonly matching: number;
  /** URLs that robots.txt forbids, in addition. */
  readonly forbidden: number;
  /** All of these URLs by folder. */
  readonly folders: Folder;
  /** The best of the URLs, at most `maxUrls`, ranked. */
  readonly entries: readonly MapEntry[];
}

/** URLs of the sitemaps of one host that are read: the best of them are kept. */
const MOST_READ = 100_000;
/** Feeds of a first page that are read, and URLs of them. */
const [MOST_FEEDS, MOST_IN_FEEDS] = [10, 10_000];
/** Other hosts of a domain whose robots.txt is read. */
const MOST_OTHER_HOSTS = 10;
const MOST_REDIRECTS = 10;
/** Requests to a CDX server after one that failed. */
const CDX_RETRIES = 2;

/**
 * Finds what a host has without requesting its pages: robots.txt, sitemaps, the first page and its feeds are read, and CDX
 * servers that the user named. The logger is warned of what cannot be read.
 * @returns the failure where the host cannot be reached
 * @throws Interrupted
 */
export async function mapHost(
  named: NamedHost,
  settings: Pick<MapSettings, 'cdx' | 'delay' | 'maxUrls'>,
  parts: MapParts,
): Promise<MappedHost | { readonly host: string; readonly failure: string }> {
  const { host } = named;
  const reached = await reach(named, parts);
  if ('failure' in reached) return { host, failure: reached.failure };
  const first = await readFirstPage(reached.start, parts);
  const start = first?.url ?? reached.start;
  const links = first === undefined ? [] : linksOf(first);
  const sitemaps = await namedBySitemaps([...new Set([reached.start, start])], parts, { maxUrls: MOST_READ });
  const feeds = await namedByFeeds((first?.feeds ?? []).slice(0, MOST_FEEDS), start, parts, MOST_IN_FEEDS);
  const captures = await askArchives(host, settings, parts);
  stopWhereInterrupted(parts);
  const domain = registeredDomain(reached.start);
  const all = [...sitemaps, ...feeds, ...links, ...captures].filter(
    ({ url }) => registeredDomain(url) === domain,
  );
  const { allowed, forbidden } = await askRobots(entriesOf(all, parts.words, parts.now), host, parts);
  const { maxUrls } = settings;
  if (allowed.length > maxUrls)
    parts.logger.warn(`${host}: the best ${maxUrls} of ${allowed.length} URLs are kept (--max-urls)`);
  return {
    ...{ host, start, forbidden, urls: allowed.length },
    sitemaps: countLists(sitemaps),
    feeds: countLists(feeds),
    matching: allowed.filter(isMatching).length,
    folders: foldersOf(host, allowed),
    entries: allowed.slice(0, maxUrls),
  };
}

function countLists(named: readonly NamedUrl[]): number {
  return new Set(named.map(({ by }) => by)).size;
}

/** The address at which a host answers, whether or not its first page may be requested. */
async function reach(
  { starts }: NamedHost,
  parts: MapParts,
): Promise<{ readonly start: string } | { readonly failure: string }> {
  const failures: string[] = [];
  for (const start of starts) {
    await loadRobots(start, parts);
    stopWhereInterrupted(parts);
    const decision = parts.robots.decide(start);
    if (decision.allowed || decision.code === 'robots-disallowed') return { start };
    failures.push(decision.message);
    // What the other scheme would not change: a private address, a name that is not known, a certificate that is not valid.
    if (decision.code !== 'robots-unreachable' || isUnknownName(decision.message)) break;
  }
  return { failure: failures.join('; ') };
}

function stopWhereInterrupted({ signal }: MapParts): void {
  if (signal?.aborted === true) throw new Interrupted();
}

/** The first page of a host; undefined where there is none to be read, which the logger is warned of. */
async function readFirstPage(start: string, parts: MapParts): Promise<Page | undefined> {
  try {
    const response = await fetchWithinSite(start, parts);
    const { status, headers, url, body } = response;
    if (!isSuccess(status)) throw new Error(`HTTP status ${status}`);
    const type = headers['content-type'] ?? '';
    if (!isHtml(response)) throw new Error(`it is not HTML but ${type === '' ? 'of no known type' : type}`);
    return createPageReader({ places: false }).read(body, normaliseUrl(url) ?? url, type);
  } catch (thrown) {
    stopWhereInterrupted(parts);
    parts.logger.warn(`first page ${start}: ${messageOf(thrown)}`);
    return undefined;
  }
}

/** Follows redirects within the site, each after the robots.txt and the pause of its host. @throws Error that says why not */
async function fetchWithinSite(start: string, parts: MapParts): Promise<FetchedResponse> {
  const { fetcher, robots, signal } = parts;
  let url = start;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    await loadRobots(url, parts);
    stopWhereInterrupted(parts);
    const decision = robots.decide(url);
    if (!decision.allowed) throw new Error(decision.message);
    let target: string | undefined;
    const stopAt = (redirect: string): void => {
      target = redirect;
      throw new Error(`redirects to ${redirect}`);
    };
    const how = { onRedirect: stopAt, followRefresh: true, wantBody: mayBeHtml, signal };
    const response = await politely(url, parts, () => fetcher.fetch(url, how)).catch((thrown: unknown) => {
      if (target === undefined) throw thrown;
    });
    if (response !== undefined) return response;
    const next = normaliseUrl(target ?? '');
    if (next === undefined || registeredDomain(next) !== registeredDomain(start))
      throw new Error(`redirects to another site, ${target ?? ''}`);
    url = next;
  }
  throw new Error(`redirects more than ${MOST_REDIRECTS} times`);
}

/** The first page itself and its links, as far as it lets them be followed. */
function linksOf({ url: by, title, links, robots }: Page): readonly NamedUrl[] {
  const own: NamedUrl = { url: by, source: 'link', by, title };
  if (robots.noFollow) return [own];
  return [
    own,
    ...links.flatMap(({ url: written, anchorText, noFollow }): readonly NamedUrl[] => {
      const url = noFollow ? undefined : normaliseUrl(written);
      return url === undefined ? [] : [{ url, source: 'link', by, title: anchorText }];
    }),
  ];
}

/** Pages of the host that web archives have captured. */
async function askArchives(
  host: string,
  { cdx, delay }: Pick<MapSettings, 'cdx' | 'delay'>,
  parts: MapParts,
): Promise<readonly NamedUrl[]> {
  const { services: fetcher, clock, logger, signal } = parts;
  const query = cdxQuery(host);
  const named: NamedUrl[] = [];
  for (const address of query === undefined ? [] : cdx) {
    const by = withoutCredentials(address);
    const warn = (message: string): void => logger.warn(message);
    const how = { address, fetcher, clock, delaySeconds: delay, retries: CDX_RETRIES, signal, warn };
    try {
      for (const written of query === undefined ? [] : await capturedUrls(query, how)) {
        const url = normaliseUrl(written);
        if (url !== undefined) named.push({ url, source: 'cdx', by });
      }
    } catch (thrown) {
      stopWhereInterrupted(parts);
      if (!(thrown instanceof SfwcError)) throw thrown;
      logger.warn(`captures of ${host}: ${sentenceOf(thrown)}`);
    }
  }
  return named;
}

/** Tells apart what robots.txt forbids. That of other hosts of the domain is read for those with the most URLs. */
async function askRobots(
  entries: readonly MapEntry[],
  host: string,
  parts: MapParts,
): Promise<{ readonly allowed: readonly MapEntry[]; readonly forbidden: number }> {
  const { robots, logger } = parts;
  const origins = new Map<string, number>();
  for (const { url } of entries)
    if (!robots.knows(url)) origins.set(originOf(url), (origins.get(originOf(url)) ?? 0) + 1);
  const others = [...origins].sort(([, a], [, b]) => b - a).map(([origin]) => origin);
  for (const origin of others.slice(0, MOST_OTHER_HOSTS)) await loadRobots(`${origin}/`, parts);
  stopWhereInterrupted(parts);
  const unknown = others.length - MOST_OTHER_HOSTS;
  if (unknown > 0)
    logger.warn(
      `${host}: the robots.txt of ${unknown} further hosts was not read; their URLs may be forbidden`,
    );
  const allowed = entries.filter(({ url }) => !robots.knows(url) || robots.decide(url).allowed);
  return { allowed, forbidden: entries.length - allowed.length };
}
