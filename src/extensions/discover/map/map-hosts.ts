import { planCrawl } from '../../../app/crawl/setup/crawl-plan.js';
import { openNetwork } from '../../../app/crawl/setup/network.js';
import { crawlFields } from '../../../app/settings/crawl-settings.js';
import { resolveOptions } from '../../../app/settings/plugin-options.js';
import { defaultsOf } from '../../../app/settings/resolve.js';
import type { FoundUrl } from '../../../crawling/engine/crawl-types.js';
import { createPoliteness } from '../../../crawling/politeness/politeness.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import { gatherSitemaps, loadRobots, type SitemapParts } from '../../../crawling/sitemaps/sitemaps.js';
import { normaliseUrl, originOf, registeredDomain } from '../../../crawling/urls/urls.js';
import { PARTS } from '../../../judging/parts.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { InputError, Interrupted, UsageError } from '../../../model/errors.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { silentLogger } from '../../../support/logger.js';
import { isAddress, parseUrl } from '../../../support/parse-url.js';
import { systemClock } from '../../../support/time/clock.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { withResources } from '../../../support/with-resources.js';
import type { DiscoverDeps } from '../search-engine.js';
import { comment } from '../seeds/choose-seeds.js';
import { createTopicWords, takeSpread, totalWeight, type TopicWords } from '../topic-words.js';
import { mapFields, type MapOptions, type MapSettings } from './map-settings.js';

/** A URL that a sitemap names. */
interface MapEntry {
  readonly url: string;
  /** The address of the sitemap. */
  readonly by: string;
  /** ISO 8601. */
  readonly lastModified?: string;
  /** Nouns of the topic in path and query, the most characteristic first. */
  readonly nouns: readonly string[];
  /** The sum of the weights of these nouns. */
  readonly score: number;
}

/** URLs of hosts, ranked by a topic. */
export interface MapReport {
  readonly topic: string;
  /** The hosts that were reached, in the order in which they were named: numbers of their URLs. */
  readonly hosts: readonly {
    readonly host: string;
    readonly urls: number;
    /** URLs with nouns of the topic. */
    readonly matching: number;
    /** URLs that robots.txt forbids, in addition. */
    readonly forbidden: number;
  }[];
  /** The best URLs of all hosts, ranked. */
  readonly seeds: readonly MapEntry[];
  /** The file of seeds that was written; absent without `out`. */
  readonly out?: string;
  /** The file of seeds, with comments that say why each of them is there. */
  readonly file: string;
}

/** Hosts that are contacted at the same time. */
const AT_ONCE = 8;
/** URLs of the sitemaps of one host that are read. */
const MAX_READ = 100_000;

/**
 * Lists the URLs of hosts without requesting any of their pages: by robots.txt and sitemaps. URLs are
 * ranked by the nouns of the topic in their paths.
 *
 * A host that cannot be reached is named in a warning, and the others count.
 *
 * @throws UsageError for invalid settings and host names; InputError for the topic, and if no host can be reached; OutputError;
 *   Interrupted
 * @example const { seeds } = await mapHosts({ kb: 'kb', topic: 'diabetes', hosts: ['example.org'] });
 */
export async function mapHosts(
  { hosts: words, ...options }: MapOptions & { readonly hosts: readonly string[] },
  deps: DiscoverDeps = {},
): Promise<MapReport> {
  const { settings } = await resolveOptions(mapFields, options);
  if (words.length === 0)
    throw new UsageError('no host was given', { hint: 'name at least one: sfwc map example.org' });
  const named = new Map(words.map((word) => namedHost(word.trim())).map((one) => [one.host, one]));
  const { logger = silentLogger } = deps;
  const topicWords = await wordsOf(settings, deps);
  const read = await readAll([...named.values()], settings, deps);
  const lists = read.filter((one) => 'found' in one);
  for (const one of read) if ('failure' in one) logger.warn(`${one.host} cannot be reached: ${one.failure}`);
  if (lists.length === 0)
    throw new InputError('no host can be reached', {
      hint: 'check the names; hosts of your own network are mapped with --set allowPrivate=true',
    });
  const report = reportOf(settings, lists, topicWords, deps);
  for (const host of report.hosts) logger.info(hostSummary(host));
  if (report.seeds.length > 0 && !report.seeds.some(isMatching))
    logger.warn('no URL has a noun of the topic; the seeds are the newest URLs');
  if (settings.out !== undefined) await replaceFile(settings.out, report.file);
  return report;
}

/** A host as the user named it. */
interface NamedHost {
  /** With port, where it is not the default one. */
  readonly host: string;
  /** The addresses of its first page: the one that was given; of a host name, that with https, and else that with http. */
  readonly starts: readonly string[];
}

/** The host that a word names: a host name, with or without port and path, or a URL. @throws UsageError */
function namedHost(word: string): NamedHost {
  const written = isAddress(word) ? [word] : [`https://${word}`, `http://${word}`];
  const starts = written.flatMap((one) => normaliseUrl(one) ?? []);
  const url = parseUrl(starts[0] ?? '');
  if (url === undefined || /[\s@]/.test(word) || url.hostname.split('.').some((label) => label.length > 63))
    throw new UsageError(`'${withoutCredentials(word)}' is not a host`, {
      hint: 'a host name or a web address, such as example.org or https://example.org/',
    });
  return { host: url.host, starts };
}

/** The nouns of the topic, to be found in addresses. */
async function wordsOf(settings: MapSettings, { logger, onWait }: DiscoverDeps): Promise<TopicWords> {
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic, {}, (message) => logger?.warn(message));
  onWait?.('choosing characteristic nouns', { busy: topic.facts.documents });
  const nouns = await (await PARTS.expansion()).characteristicNouns(topic, settings.terms);
  return createTopicWords(nouns, wordReaderFor(topic.facts.language));
}

/** URLs that the sitemaps of a host name, or why it cannot be reached. */
type HostLists = { readonly host: string; readonly found: readonly FoundUrl[]; readonly forbidden: number };
type Unreached = { readonly host: string; readonly failure: string };

async function readAll(
  named: readonly NamedHost[],
  settings: MapSettings,
  deps: DiscoverDeps,
): Promise<readonly (HostLists | Unreached)[]> {
  const { logger = silentLogger, signal, onWait } = deps;
  const { delay, userAgent } = settings;
  return withResources(async (own) => {
    const starts = named.flatMap((host) => host.starts);
    const { fetcher, clock } = own(await openNetwork(settings, deps, starts));
    const { pause } = planCrawl({ ...defaultsOf(crawlFields), delay }, []);
    const parts = {
      ...{ fetcher, clock, logger, signal },
      robots: createRobots({ fetcher, userAgent, maxCrawlDelay: pause.maxSeconds, clock }),
      politeness: createPoliteness(clock, pause),
    };
    onWait?.(`reading sitemaps of ${named.map(({ host }) => host).join(', ')}`);
    const read: (HostLists | Unreached)[] = [];
    for await (const one of concurrentMap(named, AT_ONCE, (host) => readSitemaps(host, parts)))
      read.push(one);
    return read;
  });
}

/** Reads the sitemaps of a host. The logger is warned of what cannot be read. @throws Interrupted */
async function readSitemaps(
  { host, starts }: NamedHost,
  parts: SitemapParts,
): Promise<HostLists | Unreached> {
  const { robots } = parts;
  const failures = new Set<string>();
  for (const start of starts) {
    await loadRobots(start, parts);
    stopWhereInterrupted(parts);
    const decision = robots.decide(start);
    if (!decision.allowed && decision.code !== 'robots-disallowed') {
      failures.add(decision.message);
      // What the other scheme would not change, such as a private address.
      if (decision.code !== 'robots-unreachable') break;
      continue;
    }
    const named = robots.sitemaps(start).length > 0;
    const sitemaps = named ? [] : [`${originOf(start)}/sitemap.xml`];
    const urls = await gatherSitemaps(parts, { ofHosts: named ? [start] : [], sitemaps, maxUrls: MAX_READ });
    stopWhereInterrupted(parts);
    const domain = registeredDomain(start);
    const own = new Map(urls.map((one) => [one.url, one]));
    const all = [...own.values()].filter(({ url }) => registeredDomain(url) === domain);
    // The robots.txt of other hosts of the domain is read by the crawl.
    const found = all.filter(({ url }) => !robots.knows(url) || robots.decide(url).allowed);
    return { host, found, forbidden: all.length - found.length };
  }
  return { host, failure: [...failures].join('; ') };
}

function stopWhereInterrupted({ signal }: SitemapParts): void {
  if (signal?.aborted === true) throw new Interrupted();
}

function reportOf(
  { topic, out, maxSeeds }: MapSettings,
  lists: readonly HostLists[],
  words: TopicWords,
  { clock = systemClock }: DiscoverDeps,
): MapReport {
  const entries = new Map<string, MapEntry>();
  const hosts = lists.map(({ host, found, forbidden }) => {
    const own = found.map((one) => entryOf(one, words, clock.now()));
    for (const entry of own) entries.set(entry.url, entry);
    return { host, urls: own.length, matching: own.filter(isMatching).length, forbidden };
  });
  const seeds = seedsOf([...entries.values()], maxSeeds);
  const head = [`seeds for topic '${topic}', from the map of sfwc map`, ...hosts.map(hostSummary)];
  const rows = seeds.map((seed) => `${comment(whySeed(seed))}\n${seed.url}`);
  const file = `${[head.map(comment).join('\n'), ...rows].join('\n\n')}\n`;
  return { topic, hosts, seeds, out, file };
}

/** @param now in milliseconds; times after it are left out */
function entryOf(
  { url, source: by = '', lastModified: written = '' }: FoundUrl,
  words: TopicWords,
  now: number,
): MapEntry {
  const time = Date.parse(written);
  const lastModified = time <= now ? new Date(time).toISOString() : undefined;
  const nouns = words.inUrl(url, false);
  return { url, by, lastModified, nouns: nouns.map(({ lemma }) => lemma), score: totalWeight(nouns) };
}

function isMatching({ score }: MapEntry): boolean {
  return score > 0;
}

/** By score, then the newest first, then by address. */
function compareEntries(a: MapEntry, b: MapEntry): number {
  const newest = (b.lastModified ?? '').localeCompare(a.lastModified ?? '');
  return b.score - a.score || newest || (a.url < b.url ? -1 : 1);
}

/** The best URLs, of those that match where some do; chosen over folders, so that no folder takes all places. */
function seedsOf(entries: readonly MapEntry[], most: number): readonly MapEntry[] {
  const ranked = [...entries].sort(compareEntries);
  const matching = ranked.filter(isMatching);
  if (matching.length === 0) return ranked.slice(0, most);
  const group = ({ url }: MapEntry): string => /^[^/]*\/\/[^/]*\/(?:[^/]+\/)?/.exec(url)?.[0] ?? url;
  const chosen = takeSpread(matching, { value: ({ score }) => score, group, most });
  return [...chosen].sort(compareEntries);
}

function hostSummary({ host, urls, matching, forbidden }: MapReport['hosts'][number]): string {
  const more = forbidden === 0 ? '' : `, ${forbidden} more forbidden by robots.txt`;
  return `${host}: ${urls} ${urls === 1 ? 'URL' : 'URLs'}, ${matching} match the topic${more}`;
}

function whySeed({ nouns, score, lastModified, by }: MapEntry): string {
  return [
    score > 0 ? `score ${score.toFixed(2)}; nouns: ${nouns.slice(0, 5).join(', ')}` : 'no noun of the topic',
    ...(lastModified === undefined ? [] : [`changed ${lastModified.slice(0, 10)}`]),
    by,
  ].join('; ');
}
