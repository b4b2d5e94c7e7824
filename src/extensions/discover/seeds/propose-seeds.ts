import { planCrawl } from '../../../app/crawl/setup/crawl-plan.js';
import { visitPages } from '../../../app/crawl/setup/listed-pages.js';
import { isTimeSimulated, openNetwork } from '../../../app/crawl/setup/network.js';
import { resolveOptions, type WithParts } from '../../../app/settings/plugin-options.js';
import { documentKinds } from '../../../app/topics/building/own-readers.js';
import { createPoliteness } from '../../../crawling/politeness/politeness.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import type { FoundUrl } from '../../../crawling/engine/crawl-types.js';
import { loadRobots, readSitemaps } from '../../../crawling/sitemaps/sitemaps.js';
import { normaliseUrl, originOf, registeredDomain } from '../../../crawling/urls/urls.js';
import { openJudge } from '../../../judging/judge/open-judge.js';
import { PARTS } from '../../../judging/parts.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { openTopic, type OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { storedPages } from '../../../language/corpus/stored-pages.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { InputError, Interrupted, SfwcError, UsageError } from '../../../model/errors.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { silentLogger } from '../../../support/logger.js';
import { isAddress, parseUrl } from '../../../support/parse-url.js';
import { sentenceOf } from '../../../support/text/sentence.js';
import { systemClock } from '../../../support/time/clock.js';
import { withResources } from '../../../support/with-resources.js';
import { isPrivateByName } from '../../../web/http/address-guard.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { createPageReader } from '../../../web/page/reader.js';
import { searchesFor } from '../compose-searches.js';
import { createSearchEngine, makeSearches, type DiscoverDeps } from '../search-engine.js';
import { createTopicWords, takeSpread, totalWeight, type TopicWords } from '../topic-words.js';
import {
  candidatesOf,
  chooseSeeds,
  seedFileText,
  type Probe,
  type SeedCandidate,
  type SeedChoice,
  type SeedList,
  type SeedSource,
} from './choose-seeds.js';
import { createLinkCounter, linksInText } from './corpus-links.js';
import { seedsFields, type SeedsOptions, type SeedsSettings } from './seeds-settings.js';
import { productToken } from '../../../crawling/politeness/robots-txt.js';

/** Injected services of a proposal, and its listeners. */
interface SeedsDeps extends DiscoverDeps {
  readonly onProgress?: (progress: { readonly probed: number; readonly planned: number }) => void;
}

/** Seeds that were proposed, best first, each with the reasons, and those that were not. */
export interface SeedsReport extends SeedChoice {
  readonly topic: string;
  /** The file that was written; absent without `out`. */
  readonly out?: string;
  /** The sources with the addresses that each proposed, and why it stopped answering. */
  readonly sources: readonly (Omit<AskedSource, 'lists'> & { readonly candidates: number })[];
  /** Number of candidates that were fetched. */
  readonly probes: number;
  /** The file of seeds, with comments that say why each of them is there. */
  readonly file: string;
}

/** Maximum number of probes of one host. */
const MAX_PROBES_PER_HOST = 3;

/**
 * Proposes addresses to start crawls about a topic from: out of the links of its texts, of searches, and of sitemaps. The best
 * candidates are fetched and judged, which shows which hosts are worth it. A source that does not answer is named in a warning,
 * and the others count.
 * @throws UsageError for settings; InputError for the topic, and when no source proposes anything; OutputError
 * @example const { seeds } = await proposeSeeds({ kb: 'kb', topic: 'diabetes', engine: 'https://searx.example/' });
 */
export async function proposeSeeds(
  options: WithParts<SeedsOptions, 'classifier' | 'linkers' | 'readers'>,
  deps: SeedsDeps = {},
): Promise<SeedsReport> {
  const { settings, plugins } = await resolveOptions(seedsFields, options);
  const { logger = silentLogger, onWait } = deps;
  const { maxSeeds: most, maxSeedsPerHost: perHost, out } = settings;
  onWait?.(`opening topic '${settings.topic}'`);
  const topic = await openTopic(settings.kb, settings.topic, {}, (message) => logger.warn(message));
  const asked = await askSources({ settings, topic, plugins, deps });
  const candidates = candidatesOf(asked.flatMap(({ lists }) => lists));
  if (candidates.length === 0) throw nothingFound(asked);
  const isForbidden = (host: string): boolean => isOffLimits(host, settings);
  const planned = takeSpread(
    candidates.filter(({ host }) => !isForbidden(host)),
    {
      value: ({ prior }) => prior,
      group: ({ host }) => host,
      most: settings.probes,
      perGroup: MAX_PROBES_PER_HOST,
    },
  );
  const probes = await probe(planned, settings, plugins, deps);
  const chosen = chooseSeeds(candidates, probes, { most, perHost, isForbidden });
  const file = seedFileText(settings.topic, chosen, probes.size);
  if (out !== undefined) await replaceFile(out, file);
  const sources = asked.map(({ lists, ...one }) => ({ ...one, candidates: candidatesOf(lists).length }));
  return { topic: settings.topic, out, ...chosen, sources, probes: probes.size, file };
}

/** Hosts of private networks are not contacted, unless that is allowed; in a stored web, nothing is. */
function isOffLimits(host: string, { allowPrivate, web }: SeedsSettings): boolean {
  return !allowPrivate && web === undefined && isPrivateByName(parseUrl(`http://${host}`)?.hostname ?? host);
}

/** The answers of a source. */
interface AskedSource {
  readonly source: SeedSource;
  readonly lists: readonly SeedList[];
  /** Present where it stopped answering: its message. */
  readonly failure?: string;
}

function nothingFound(asked: readonly AskedSource[]): InputError {
  const each = asked.map(({ source, failure }) => `${source}: ${failure ?? 'nothing'}`).join('; ');
  return new InputError(`no source proposes an address (${each})`, {
    hint: 'name texts with links (--corpus), a search engine (--engine), or hosts with sitemaps (--site)',
  });
}

/** Values and services with which sources are queried. */
interface SourceTask {
  readonly settings: SeedsSettings;
  readonly topic: OpenTopic;
  readonly plugins: Plugins;
  readonly deps: SeedsDeps;
}

/**
 * Asks the corpus, and the search engine and hosts if they are named. What fails is named in a warning, and what it gave before
 * counts. @throws UsageError; Interrupted
 */
async function askSources(task: SourceTask): Promise<readonly AskedSource[]> {
  const { signal, logger = silentLogger } = task.deps;
  const { engine, site } = task.settings;
  const asked: AskedSource[] = [];
  const sources = {
    corpus: askCorpus,
    ...(engine === undefined ? {} : { search: askEngine }),
    ...(site.length === 0 ? {} : { sitemap: askSitemaps }),
  };
  for (const [source, ask] of Object.entries(sources) as [SeedSource, typeof askCorpus][]) {
    const lists: SeedList[] = [];
    try {
      for await (const list of ask(task)) lists.push(list);
      asked.push({ source, lists });
    } catch (thrown) {
      if (signal?.aborted === true) throw new Interrupted();
      if (!(thrown instanceof SfwcError) || thrown instanceof Interrupted || thrown instanceof UsageError)
        throw thrown;
      const failure = sentenceOf(thrown);
      logger.warn(`source ${source}: ${failure}`);
      asked.push({ source, lists, failure });
    }
  }
  return asked;
}

const DOCUMENT_URLS = `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX dcterms: <${PREFIXES.dcterms}>
SELECT ?url ?title WHERE {
  ?document a sfwc:Document ; dcterms:source ?url ; dcterms:title ?title .
} ORDER BY ?document LIMIT 5000`;

/** The addresses of the topic's documents, and the links in texts that are named. */
async function* askCorpus({ settings, topic, plugins, deps }: SourceTask): AsyncGenerator<SeedList> {
  const { corpus } = settings;
  const { logger = silentLogger, signal, onWait } = deps;
  const { kb, facts } = topic;
  const { rows } = await kb.select(DOCUMENT_URLS, { defaultGraphs: [facts.iri] });
  const hits = rows.map((row) => ({ url: row['url']?.value ?? '', note: row['title']?.value ?? '' }));
  yield { source: 'corpus', by: `documents of topic '${facts.name}'`, hits };
  if (corpus.length === 0) return;
  const words = await wordsOf(topic, settings.terms, onWait);
  const reader = createPageReader({ places: false });
  const kinds = documentKinds(plugins);
  const { openArchives } = await PARTS.webs();
  for (const place of corpus) {
    const counter = createLinkCounter(words);
    onWait?.(`reading links in ${place}`);
    for await (const stored of storedPages([place], { kinds, openArchives })) {
      signal?.throwIfAborted();
      if ('error' in stored) logger.warn(`source corpus: ${stored.source.file ?? place}: ${stored.error}`);
      else if ('page' in stored) counter.add(linksInText(stored.page.text));
      else counter.add(reader.read(stored.body, stored.url, stored.contentType).links);
    }
    yield { source: 'corpus', by: `links in ${place}`, hits: counter.ranked() };
  }
}

async function wordsOf(topic: OpenTopic, terms: number, onWait: DiscoverDeps['onWait']): Promise<TopicWords> {
  onWait?.('choosing characteristic nouns');
  const nouns = await (await PARTS.expansion()).characteristicNouns(topic, terms);
  return createTopicWords(nouns, wordReaderFor(topic.facts.language));
}

/** The hits of searches for characteristic nouns. */
async function* askEngine({ settings, topic, deps }: SourceTask): AsyncGenerator<SeedList> {
  const { clock = systemClock, signal, logger = silentLogger, onWait } = deps;
  const { engine: address = '', searchDelay: delaySeconds, retries, top } = settings;
  const warn = (message: string): void => logger.warn(message);
  onWait?.('composing searches');
  const searches = await searchesFor(topic, settings);
  const { engine, made } = await withResources(async (own) => {
    // The search engine may lie in a private network.
    const fetcher = deps.fetcher ?? own(openFetcher({ ...settings, allowPrivate: true }));
    const engine = createSearchEngine({ address, fetcher, clock, delaySeconds, retries, signal, warn });
    return { engine, ...(await makeSearches({ engine, logger, signal, onWait }, searches, top, false)) };
  });
  for (const { query, hits } of made) {
    const found = hits.map(({ url, title }) => ({ url, note: title }));
    yield { source: 'search', by: `“${query}” at ${engine.name}`, hits: found };
  }
}

/** URLs of the sitemaps of one host that are read. */
const MAX_LISTED = 100_000;

/** The URLs that the sitemaps of hosts name and robots.txt allows, those first whose paths hold the topic's nouns. */
async function* askSitemaps({ settings, topic, deps }: SourceTask): AsyncGenerator<SeedList> {
  const { site, delay, userAgent } = settings;
  const { logger = silentLogger, signal, onWait } = deps;
  const words = await wordsOf(topic, settings.terms, onWait);
  const starts = site.flatMap((host) => normaliseUrl(isAddress(host) ? host : `https://${host}`) ?? []);
  const lists = await withResources(async (own) => {
    const { fetcher, clock } = own(await openNetwork(settings, deps, starts));
    const { pause } = planCrawl({ delay, seeds: starts, follow: 'all' });
    const robots = createRobots({ fetcher, userAgent, maxCrawlDelay: pause.maxSeconds, clock });
    const parts = { fetcher, clock, logger, signal, robots, politeness: createPoliteness(clock, pause) };
    const read: SeedList[] = [];
    for (const start of starts) {
      onWait?.(`reading the sitemaps of ${start}`);
      await loadRobots(start, parts);
      const access = robots.decide(start);
      if (!access.allowed && access.code !== 'robots-disallowed')
        logger.warn(`source sitemap: ${start} cannot be reached: ${access.message}`);
      const isNamed = robots.sitemaps(start).length > 0;
      const places = isNamed ? { ofHosts: [start] } : { sitemaps: [`${originOf(start)}/sitemap.xml`] };
      const all: FoundUrl[] = [];
      const plan = { ofHosts: [], sitemaps: [], ...places, maxUrls: MAX_LISTED };
      await readSitemaps(parts, plan, (found) => void all.push(...found));
      if (signal?.aborted === true) throw new Interrupted();
      const domain = registeredDomain(start);
      // The robots.txt of other hosts of the domain is read by the crawl.
      const hits = all
        .filter(({ url }) => registeredDomain(url) === domain)
        .filter(({ url }) => !robots.knows(url) || robots.decide(url).allowed)
        .map(({ url }) => ({ url, nouns: words.inUrl(url, false) }))
        .sort((a, b) => totalWeight(b.nouns) - totalWeight(a.nouns))
        .map(({ url, nouns }) => ({ url, note: nouns.map(({ lemma }) => lemma).join(', ') }));
      read.push({ source: 'sitemap', by: `sitemaps of ${start}`, hits });
    }
    return read;
  });
  yield* lists;
}

/** Fetches and judges candidates as a crawl would, with robots.txt and pauses. @returns the probes by address */
async function probe(
  planned: readonly SeedCandidate[],
  settings: SeedsSettings,
  plugins: Plugins,
  deps: SeedsDeps,
): Promise<ReadonlyMap<string, Probe>> {
  const probes = new Map<string, Probe>();
  if (planned.length === 0) return probes;
  const { signal, onProgress, onWait, logger = silentLogger } = deps;
  return withResources(async (own) => {
    onWait?.('opening the classifier');
    const network = own(await openNetwork(settings, deps, []));
    const crawler = productToken(settings.userAgent);
    const threads = settings.workers ?? network.threads;
    const warn = (message: string): void => logger.warn(message);
    const judge = own(await openJudge(settings, { crawler, threads, plugins, warn }));
    const watchActivity = isTimeSimulated(settings) ? undefined : deps.watchActivity;
    onWait?.(undefined);
    const visiting = { network, judge, signal, watchActivity };
    const urls = planned.map(({ url }) => url);
    for await (const [url, outcome] of visitPages(urls, settings, visiting)) {
      probes.set(url, outcome);
      onProgress?.({ probed: probes.size, planned: planned.length });
    }
    return probes;
  });
}
