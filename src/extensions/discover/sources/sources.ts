import type { FeatureModule, FeatureParts } from '../../../app/crawl/feature-module.js';
import { isTimeSimulated } from '../../../app/crawl/setup/simulated-time.js';
import type { CrawlSettings } from '../../../app/settings/crawl-settings.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { PARTS } from '../../../judging/parts.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { UsageError } from '../../../model/errors.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import type { Own } from '../../../support/with-resources.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { engineKind, openSearchEngine } from '../search-engine.js';
import { capturedUrls } from '../seeding/cdx-server.js';
import { createTopicWords, type WeightedNoun } from '../seeding/topic-words.js';
import { namedSources, type NamedService } from './named-sources.js';
import { parentFolders, siteLists } from './own-sources.js';
import { captureSource, searchSources, type SearchWords } from './services.js';
import type { Source } from './source.js';
import { sourcesFeature } from './sources-feature.js';

/** Nouns of each topic that addresses are ranked by and searches are made of. */
const MOST_NOUNS = 50;
/** Retries of a request to a service; its failures are counted. */
const RETRIES = 1;

/** The sources besides links that the settings of a crawl name. */
export const sources: FeatureModule = {
  refuseUnfit(settings) {
    const { services } = namedSources(settings.sources);
    if (settings.topic === undefined)
      throw new UsageError('--sources needs a topic', {
        hint: 'without one, nothing tells which URLs to take',
      });
    if (settings.frontier !== undefined)
      throw new UsageError('--sources does not go together with --frontier', {
        hint: 'leave one of them out: the workers of a shared crawl follow links alone',
      });
    // Refuses what does not fit before the crawl begins.
    for (const service of services) if (service.kind === 'search') engineKindOf(service);
    return Promise.resolve();
  },
  open: openSources,
};

async function openSources(settings: CrawlSettings, parts: FeatureParts, own: Own): Promise<CrawlFeature> {
  const named = namedSources(settings.sources);
  const nouns = await nounsOf(settings, parts);
  const read = wordReaderFor(parts.judges[0]?.facts.language ?? 'en');
  const words = createTopicWords(nouns, read);
  const closing = new AbortController();
  const simulated = isTimeSimulated(settings);
  const service = {
    settings,
    // The time of services is real.
    clock: simulated ? systemClock : parts.clock,
    fetcher:
      named.services.length === 0 ? undefined : (parts.instead ?? own(fetcherFor(named.services, settings))),
    words: { nouns: nouns.map(({ lemma }) => lemma), read },
  };
  // Closed before the fetcher is.
  own({ close: () => closing.abort() });
  const { fetcher, clock, logger } = parts;
  return sourcesFeature({
    ...{ read, isTimeSimulated: simulated, signal: closing.signal },
    open({ parts: { web }, hosts: { politeness } }, feedsOf) {
      const lists = { fetcher, robots: web.robots, politeness, clock, logger, words, feedsOf };
      const timer = service.clock;
      return [
        ...(named.own ? [siteLists({ ...lists, timer }), parentFolders()] : []),
        ...named.services.flatMap((one) => serviceSources(one, service, words, closing.signal)),
      ];
    },
  });
}

/** Where all services that are named lie in a private network, their hosts may be contacted. */
function fetcherFor(services: readonly NamedService[], settings: CrawlSettings) {
  return openFetcher(
    settings,
    services.map(({ address }) => address),
  );
}

interface ServiceSettings {
  readonly settings: CrawlSettings;
  readonly clock: Clock;
  readonly fetcher: Fetcher | undefined;
  readonly words: SearchWords;
}

function serviceSources(
  service: NamedService,
  { settings, clock, fetcher, words }: ServiceSettings,
  topicWords: ReturnType<typeof createTopicWords>,
  signal: AbortSignal,
): readonly Source[] {
  if (fetcher === undefined) return [];
  const { address } = service;
  const delaySeconds = settings.delay;
  const how = { address, fetcher, clock, delaySeconds, retries: RETRIES, warn: () => undefined };
  if (service.kind === 'cdx') {
    const captures: Parameters<typeof captureSource>[0]['captures'] = (query, limit) =>
      capturedUrls(query, { ...how, signal: limit });
    return [captureSource({ name: withoutCredentials(address), captures }, topicWords, { clock })];
  }
  const engine = openSearchEngine(
    {
      ...settings,
      ...{ engine: address, engineKind: engineKindOf(service), retries: RETRIES, searchDelay: delaySeconds },
    },
    { ...how, signal },
  );
  return searchSources(engine, words, { clock });
}

function engineKindOf(service: Extract<NamedService, { kind: 'search' }>) {
  return service.engineKind ?? engineKind(service.address);
}

/** The characteristic nouns of all topics, each once, the most characteristic first. */
async function nounsOf(settings: CrawlSettings, { judges }: FeatureParts): Promise<readonly WeightedNoun[]> {
  const { characteristicNouns } = await PARTS.expansion();
  const nouns = new Map<string, WeightedNoun>();
  for (const { facts } of judges) {
    const topic = await openTopic(settings.kb ?? '', facts.name, settings);
    for (const noun of await characteristicNouns(topic, MOST_NOUNS)) {
      const before = nouns.get(noun.lemma);
      if (before === undefined || before.weight < noun.weight) nouns.set(noun.lemma, noun);
    }
  }
  return [...nouns.values()].sort((a, b) => b.weight - a.weight);
}
