import { createPoliteness } from '../../crawling/politeness/politeness.js';
import { createRobots } from '../../crawling/politeness/robots.js';
import { planCrawl } from '../../app/crawl/setup/crawl-plan.js';
import { openNetwork } from '../../app/crawl/setup/network.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { resolveOptions } from '../../app/settings/plugin-options.js';
import { defaultsOf } from '../../app/settings/resolve.js';
import { PARTS } from '../../judging/parts.js';
import { wordReaderFor } from '../../language/text/word-readers.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import { checkArguments } from '../../support/check-arguments.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { mapFileText } from './map/map-file.js';
import { namedHosts, type NamedHost } from './map/named-hosts.js';
import { compareEntries, isMatching, type MapEntry } from './map/site-entries.js';
import { mapHost, type MappedHost } from './map-host.js';
import { mapFields, type MapOptions, type MapSettings } from './map-settings.js';
import { sectionOf } from './seeding/pick-captures.js';
import { takeSpread } from './seeding/take-spread.js';
import { createTopicWords, type TopicWords } from './seeding/topic-words.js';

/** What a map may be given from outside. */
export interface MapSurroundings {
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for hosts and CDX servers. */
  readonly fetcher?: Fetcher;
  readonly onWait?: OnWait;
  readonly onProgress?: (progress: { readonly mapped: number; readonly planned: number }) => void;
}

/** What hosts have, ranked by a topic. */
export interface MapReport {
  readonly topic: string;
  /** The hosts that were reached, in the order in which they were named. */
  readonly hosts: readonly MappedHost[];
  readonly unreachable: readonly { readonly host: string; readonly failure: string }[];
  /** The best URLs of all hosts, ranked. */
  readonly seeds: readonly MapEntry[];
  /** The file of seeds that was written; absent without `out`. */
  readonly out?: string;
  /** The picture that was written; absent without `svg`. */
  readonly svg?: string;
  /** The file of seeds, with comments that say why each of them is there. */
  readonly file: string;
}

/** Hosts that are contacted at the same time. */
const AT_ONCE = 8;

/**
 * Finds what hosts have, without requesting more of their pages than the first: by robots.txt, sitemaps and feeds, the links of
 * the first page, and CDX servers that are named. URLs are ranked by the nouns of the topic in their paths and titles.
 *
 * A host that cannot be reached is named in a warning, and the others count.
 *
 * @throws UsageError for invalid settings and host names; InputError for the topic, and if no host can be reached; OutputError;
 *   Interrupted
 * @example const { seeds } = await mapHosts({ kb: 'kb', topic: 'diabetes', hosts: ['example.org'] });
 */
export async function mapHosts(
  { hosts: words, ...options }: MapOptions & { readonly hosts: readonly string[] },
  surroundings: MapSurroundings = {},
): Promise<MapReport> {
  checkArguments('mapHosts', { hosts: [words, 'strings'], surroundings: [surroundings, 'object'] });
  const { settings } = await resolveOptions(mapFields, options);
  const named = namedHosts(words);
  const { logger = silentLogger, onWait } = surroundings;
  const topicWords = await wordsOf(settings, logger, onWait);
  const mapped = await mapAll(named, settings, topicWords, surroundings);
  const hosts = mapped.filter((one) => 'entries' in one);
  const unreachable = mapped.filter((one) => 'failure' in one);
  if (hosts.length === 0) throw noneReached(unreachable);
  for (const { host, failure } of unreachable) logger.warn(`${host} cannot be reached: ${failure}`);
  for (const host of hosts) logger.info(hostSummary(host));
  const report = reportOf(settings, hosts, unreachable);
  await write(report, settings);
  return report;
}

/** The nouns of the topic, to be found in addresses and titles. */
async function wordsOf(
  settings: MapSettings,
  logger: Logger,
  onWait: OnWait | undefined,
): Promise<TopicWords> {
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic, settings, (message) => logger.warn(message));
  onWait?.('choosing characteristic nouns', { busy: topic.facts.documents });
  const nouns = await (await PARTS.expansion()).characteristicNouns(topic, settings.terms);
  return createTopicWords(nouns, wordReaderFor(topic.facts.language));
}

type Mapped = Awaited<ReturnType<typeof mapHost>>;

async function mapAll(
  named: readonly NamedHost[],
  settings: MapSettings,
  words: TopicWords,
  surroundings: MapSurroundings,
): Promise<readonly Mapped[]> {
  const { logger = silentLogger, signal, onWait, onProgress } = surroundings;
  const { delay, userAgent } = settings;
  return withResources(async (own) => {
    if (settings.web !== undefined) onWait?.(`opening the stored web ${settings.web}`);
    const starts = named.flatMap((host) => host.starts);
    const { fetcher, clock } = own(await openNetwork({ ...settings, fromWarc: [] }, surroundings, starts));
    const services = surroundings.fetcher ?? own(openFetcher({ ...settings, allowPrivate: true }));
    const { pause } = planCrawl({ ...defaultsOf(crawlFields), delay }, []);
    const parts = {
      ...{ fetcher, services, clock, logger, signal, words },
      robots: createRobots({ fetcher, userAgent, maxCrawlDelay: pause.maxSeconds, clock }),
      politeness: createPoliteness(clock, pause),
      now: (surroundings.clock ?? systemClock).now(),
    };
    onWait?.(`reading sitemaps of ${named.map(({ host }) => host).join(', ')}`);
    const mapped: Mapped[] = [];
    for await (const one of concurrentMap(named, AT_ONCE, (host) => mapHost(host, settings, parts))) {
      mapped.push(one);
      onProgress?.({ mapped: mapped.length, planned: named.length });
    }
    return mapped;
  });
}

function noneReached(unreachable: MapReport['unreachable']): InputError {
  const each = unreachable.map(({ host, failure }) => `${host}: ${failure}`).join('; ');
  return new InputError(`no host can be reached (${each})`, {
    hint: 'check the names; hosts of your own network are mapped apart from others, or with --allow-private',
  });
}

/** What a host has, in a line. */
export function hostSummary({ host, sitemaps, feeds, urls, matching, forbidden }: MappedHost): string {
  const counts = [
    counted(sitemaps, 'sitemap'),
    counted(feeds, 'feed'),
    counted(urls, 'URL'),
    `${matching} match the topic`,
    ...(forbidden === 0 ? [] : [`${forbidden} more forbidden by robots.txt`]),
  ];
  return `${host}: ${counts.join(', ')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function reportOf(
  { topic, out, svg, maxSeeds }: MapSettings,
  hosts: readonly MappedHost[],
  unreachable: MapReport['unreachable'],
): MapReport {
  const seeds = seedsOf(hosts, maxSeeds);
  const urls = hosts.reduce((sum, host) => sum + host.urls, 0);
  const file = mapFileText({ topic, hosts: hosts.map(hostSummary), seeds, urls });
  return { topic, hosts, unreachable, seeds, out, svg, file };
}

/** The best URLs, of those that match where some do; chosen over hosts and folders, so that no folder takes all places. */
function seedsOf(hosts: readonly MappedHost[], most: number): readonly MapEntry[] {
  const byUrl = new Map(hosts.flatMap(({ entries }) => entries.map((entry) => [entry.url, entry] as const)));
  const ranked = [...byUrl.values()].sort(compareEntries);
  const matching = ranked.filter(isMatching);
  if (matching.length === 0) return ranked.slice(0, most);
  const chosen = takeSpread(matching, {
    value: ({ score }) => score,
    group: ({ url }) => sectionOf(url),
    most,
  });
  return [...chosen].sort(compareEntries);
}

async function write({ topic, hosts, file }: MapReport, { out, svg, levels }: MapSettings): Promise<void> {
  if (out !== undefined) await replaceFile(out, file);
  if (svg === undefined) return;
  // Only pictures need the library that draws them.
  const { mapPicture } = await import('./map/map-picture.js');
  const picture = mapPicture(
    topic,
    hosts.map(({ folders }) => folders),
    levels,
  );
  await replaceFile(svg, picture);
}
