import { planCrawl } from '../../../app/crawl/setup/crawl-plan.js';
import { openNetwork } from '../../../app/crawl/setup/network.js';
import { crawlFields } from '../../../app/settings/crawl-settings.js';
import { resolveOptions } from '../../../app/settings/plugin-options.js';
import { defaultsOf } from '../../../app/settings/resolve.js';
import type { FoundUrl } from '../../../crawling/engine/crawl-types.js';
import { createPoliteness } from '../../../crawling/politeness/politeness.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import { PARTS } from '../../../judging/parts.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { OPENING } from '../../../model/wait.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { silentLogger } from '../../../support/logger.js';
import { parseUrl } from '../../../support/parse-url.js';
import { systemClock } from '../../../support/time/clock.js';
import { withResources } from '../../../support/with-resources.js';
import type { DiscoverDeps } from '../deps.js';
import { comment } from '../seeds/seed-file.js';
import { takeSpread } from '../take-spread.js';
import { createTopicWords, totalWeight, type TopicWords } from '../topic-words.js';
import { namedHost, readLists, type HostLists, type NamedHost } from './map-host.js';
import { mapFields, type MapOptions, type MapSettings } from './map-settings.js';

/** A URL that a sitemap or feed names. */
export interface MapEntry {
  readonly url: string;
  /** The address of the sitemap or feed. */
  readonly by: string;
  /** ISO 8601. */
  readonly lastModified?: string;
  readonly title?: string;
  /** Nouns of the topic in the path, the query and the title, the most characteristic first. */
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
  readonly unreachable: readonly { readonly host: string; readonly failure: string }[];
  /** The best URLs of all hosts, ranked. */
  readonly seeds: readonly MapEntry[];
  /** The file of seeds that was written; absent without `out`. */
  readonly out?: string;
  /** The file of seeds, with comments that say why each of them is there. */
  readonly file: string;
}

/** Hosts that are contacted at the same time. */
const AT_ONCE = 8;

/**
 * Lists the URLs of hosts without requesting more of their pages than the first: by robots.txt, sitemaps and feeds. URLs are
 * ranked by the nouns of the topic in their paths and titles.
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
  const { logger = silentLogger, clock = systemClock } = deps;
  const topicWords = await wordsOf(settings, deps);
  const read = await readAll([...named.values()], settings, deps);
  const lists = read.filter((one) => 'found' in one);
  const unreachable = read.filter((one) => 'failure' in one);
  if (lists.length === 0) throw noneReached(unreachable);
  for (const { host, failure } of unreachable) logger.warn(`${host} cannot be reached: ${failure}`);
  const report = reportOf(settings, lists, unreachable, (one) => entryOf(one, topicWords, clock.now()));
  for (const host of report.hosts) logger.info(hostSummary(host));
  if (report.seeds.length > 0 && !report.seeds.some(isMatching))
    logger.warn('no URL has a noun of the topic; the seeds are the newest URLs');
  if (settings.out !== undefined) await replaceFile(settings.out, report.file);
  return report;
}

/** The nouns of the topic, to be found in addresses and titles. */
async function wordsOf(settings: MapSettings, { logger, onWait }: DiscoverDeps): Promise<TopicWords> {
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic, settings, (message) => logger?.warn(message));
  onWait?.('choosing characteristic nouns', { busy: topic.facts.documents });
  const nouns = await (await PARTS.expansion()).characteristicNouns(topic, settings.terms);
  return createTopicWords(nouns, wordReaderFor(topic.facts.language));
}

type Read = Awaited<ReturnType<typeof readLists>>;

async function readAll(
  named: readonly NamedHost[],
  settings: MapSettings,
  deps: DiscoverDeps,
): Promise<readonly Read[]> {
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
    const read: Read[] = [];
    for await (const one of concurrentMap(named, AT_ONCE, (host) => readLists(host, parts))) read.push(one);
    return read;
  });
}

function noneReached(unreachable: MapReport['unreachable']): InputError {
  const each = unreachable.map(({ host, failure }) => `${host}: ${failure}`).join('; ');
  return new InputError(`no host can be reached (${each})`, {
    hint: 'check the names; hosts of your own network are mapped apart from others, or with --set allowPrivate=true',
  });
}

function reportOf(
  { topic, out, maxSeeds }: MapSettings,
  lists: readonly HostLists[],
  unreachable: MapReport['unreachable'],
  toEntry: (found: FoundUrl) => MapEntry,
): MapReport {
  const entries = new Map<string, MapEntry>();
  const hosts = lists.map(({ host, found, forbidden }) => {
    const own = found.map(toEntry);
    for (const entry of own) entries.set(entry.url, entry);
    return { host, urls: own.length, matching: own.filter(isMatching).length, forbidden };
  });
  const seeds = seedsOf([...entries.values()], maxSeeds);
  const head = [`seeds for topic '${topic}', from the map of sfwc map`, ...hosts.map(hostSummary)];
  const rows = seeds.map((seed) => `${comment(whySeed(seed))}\n${seed.url}`);
  const file = `${[head.map(comment).join('\n'), ...rows].join('\n\n')}\n`;
  return { topic, hosts, unreachable, seeds, out, file };
}

/** @param now in milliseconds; times after it are left out */
function entryOf(
  { url, source: by = '', lastModified: written = '', title }: FoundUrl,
  words: TopicWords,
  now: number,
): MapEntry {
  const time = Date.parse(written);
  const lastModified = time <= now ? new Date(time).toISOString() : undefined;
  const all = [...words.inPath(url), ...(title === undefined ? [] : words.inText(title))];
  const nouns = [...new Map(all.map((noun) => [noun.lemma, noun])).values()];
  nouns.sort((a, b) => b.weight - a.weight);
  return { url, by, lastModified, title, nouns: nouns.map(({ lemma }) => lemma), score: totalWeight(nouns) };
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
  const chosen = takeSpread(matching, {
    value: ({ score }) => score,
    group: ({ url }) => sectionOf(url),
    most,
  });
  return [...chosen].sort(compareEntries);
}

/** Host and first folder of an address. */
function sectionOf(url: string): string {
  const { host = '', pathname = '/' } = parseUrl(url) ?? {};
  return `${host}${/^\/[^/]+\//.exec(pathname)?.[0] ?? '/'}`;
}

function hostSummary({ host, urls, matching, forbidden }: MapReport['hosts'][number]): string {
  const more = forbidden === 0 ? '' : `, ${forbidden} more forbidden by robots.txt`;
  return `${host}: ${urls} ${urls === 1 ? 'URL' : 'URLs'}, ${matching} match the topic${more}`;
}

function whySeed({ nouns, score, title, lastModified, by }: MapEntry): string {
  return [
    score > 0 ? `score ${score.toFixed(2)}; nouns: ${nouns.slice(0, 5).join(', ')}` : 'no noun of the topic',
    ...(lastModified === undefined ? [] : [`changed ${lastModified.slice(0, 10)}`]),
    ...(title === undefined ? [] : [`“${title}”`]),
    by,
  ].join('; ');
}
