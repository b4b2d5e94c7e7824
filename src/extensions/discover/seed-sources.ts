import { PARTS } from '../../judging/parts.js';
import { documentKinds } from '../../app/topics/building/own-readers.js';
import { PUBLIC_WIKIDATA, type SeedsSettings } from './seeds-settings.js';
import { makeSearches } from './harvest/make-searches.js';
import type { ServiceContext } from '../../knowledge/places/store.js';
import { loadStore } from '../../knowledge/places/stores.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { Interrupted, SfwcError, UsageError } from '../../model/errors.js';
import type { SeedList, SeedSource } from './seeding/seeds.js';
import type { OnWait } from '../../model/wait.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { createPageReader } from '../../web/page/reader.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { capturedUrls } from './seeding/cdx-server.js';
import { cdxQuery, type CdxQuery } from './seeding/cdx-pattern.js';
import { createLinkCounter, linksInText } from './seeding/corpus-links.js';
import { pickCaptures } from './seeding/pick-captures.js';
import type { TopicWords } from './seeding/topic-words.js';
import { officialWebsites, type NounEntity } from './seeding/wikidata.js';
import type { Logger } from '../../support/logger.js';
import { sentenceOf } from '../../support/text/sentence.js';
import type { Clock } from '../../support/time/clock.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { openArchives } from '../../app/crawl/setup/open-stored-web.js';
import { storedPages } from '../../language/corpus/stored-pages.js';
import { harvestSearches } from './harvest-searches.js';
import { openSearchEngine } from './search-engine.js';

/** What queries of sources need. */
export interface SourceParts {
  readonly topic: OpenTopic;
  readonly words: TopicWords;
  /** Fetches from services, which may lie in a private network. */
  readonly fetcher: Fetcher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly plugins: Plugins;
  readonly signal: AbortSignal | undefined;
  /** Called for each source before it is queried, and for each of its steps. */
  readonly onWait?: OnWait;
}

/** What a source answered. */
export interface AskedSource {
  readonly source: SeedSource;
  readonly lists: readonly SeedList[];
  /** Present where it stopped answering: what it said. */
  readonly failure?: string;
}

/**
 * The sources that settings name, and the services that they need.
 * @throws UsageError for a source without its service, and a service without its source
 */
export function chosenSources(settings: SeedsSettings): readonly SeedSource[] {
  const { engine, wikidata, cdx, cdxPattern } = settings;
  const named = {
    corpus: true,
    search: engine !== undefined,
    wikidata: wikidata !== undefined,
    cdx: cdx.length > 0,
  };
  const sources = new Set(
    settings.lookIn ?? (Object.keys(named) as SeedSource[]).filter((source) => named[source]),
  );
  if (sources.has('search') && !named.search)
    throw new UsageError('--look-in search needs a search engine', { hint: 'name it: --engine URL|PATH' });
  if (sources.has('cdx') && (!named.cdx || cdxPattern.length === 0))
    throw new UsageError('a CDX server is queried for the pages of hosts', {
      hint: "name both: --cdx https://web.archive.org/cdx/search/cdx --cdx-pattern '*.example.org'",
    });
  cdxPattern.forEach(requireQuery);
  return [...sources];
}

/** @throws UsageError naming the pattern */
function requireQuery(pattern: string): CdxQuery {
  const query = cdxQuery(pattern);
  if (query !== undefined) return query;
  throw new UsageError(`--cdx-pattern: '${pattern}' is not a host with or without a path`, {
    hint: 'for instance example.org, *.example.org or example.org/health/*',
  });
}

/**
 * Asks the sources, one after the other. One that fails is named in a warning, and what it gave before counts.
 * @throws UsageError; Interrupted
 */
export async function askSources(
  sources: readonly SeedSource[],
  settings: SeedsSettings,
  parts: SourceParts,
): Promise<readonly AskedSource[]> {
  const asked: AskedSource[] = [];
  for (const source of sources) {
    const lists: SeedList[] = [];
    try {
      for await (const list of ASK[source](settings, parts)) lists.push(list);
      asked.push({ source, lists });
    } catch (thrown) {
      if (parts.signal?.aborted === true) throw new Interrupted();
      if (!(thrown instanceof SfwcError) || thrown instanceof Interrupted || thrown instanceof UsageError)
        throw thrown;
      const failure = sentenceOf(thrown);
      parts.logger.warn(`source ${source}: ${failure}`);
      asked.push({ source, lists, failure });
    }
  }
  return asked;
}

type Ask = (settings: SeedsSettings, parts: SourceParts) => AsyncGenerator<SeedList>;

const ASK: Readonly<Record<SeedSource, Ask>> = {
  corpus: askCorpus,
  search: askEngine,
  wikidata: askWikidata,
  cdx: askCdxServers,
};

const PREAMBLE = `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX dcterms: <${PREFIXES.dcterms}>
PREFIX nif: <${PREFIXES.nif}>
PREFIX itsrdf: <${PREFIXES.itsrdf}>
`;
const DOCUMENT_URLS = `${PREAMBLE}SELECT ?url ?title WHERE {
  ?document a sfwc:Document ; dcterms:source ?url ; dcterms:title ?title .
} ORDER BY ?document LIMIT 5000`;
const ENTITIES = `${PREAMBLE}SELECT ?noun ?iri (COUNT(DISTINCT ?document) AS ?documents) WHERE {
  ?s a sfwc:Entity ; nif:anchorOf ?noun ; itsrdf:taIdentRef ?iri ; sfwc:inDocument ?document .
} GROUP BY ?noun ?iri ORDER BY DESC(?documents) ?noun ?iri`;

/** The addresses of the topic's documents, and the links in texts that are named. */
async function* askCorpus(
  { corpus, maxBytes }: SeedsSettings,
  { topic: { kb, facts }, words, logger, plugins, signal, onWait }: SourceParts,
): AsyncGenerator<SeedList> {
  const { rows } = await kb.select(DOCUMENT_URLS, { defaultGraphs: [facts.iri] });
  const hits = rows.map((row) => ({ url: row['url']?.value ?? '', note: row['title']?.value ?? '' }));
  yield { source: 'corpus', by: `documents of topic '${facts.name}'`, hits };
  const reader = createPageReader({ places: false });
  for (const place of corpus) {
    const counter = createLinkCounter(words);
    let texts = 0;
    const how = { kinds: documentKinds(plugins), maxBytes, openArchives };
    for await (const stored of storedPages([place], how)) {
      signal?.throwIfAborted();
      onWait?.(`reading links in ${place}`, { detail: `${(texts += 1)} texts read` });
      if ('error' in stored) logger.warn(`source corpus: ${stored.source.file ?? place}: ${stored.error}`);
      else if ('page' in stored) counter.add(linksInText(stored.page.text));
      else counter.add(reader.read(stored.body, stored.url, stored.contentType).links);
    }
    yield { source: 'corpus', by: `links in ${place}`, hits: counter.ranked() };
  }
}

/** The hits of searches for characteristic nouns. */
async function* askEngine(settings: SeedsSettings, parts: SourceParts): AsyncGenerator<SeedList> {
  const { topic, fetcher, clock, signal, logger, onWait } = parts;
  const { engine: address, top } = settings;
  if (address === undefined) return;
  const warn = (message: string): void => logger.warn(message);
  const engine = openSearchEngine({ ...settings, engine: address }, { fetcher, clock, signal, warn });
  onWait?.('composing searches', { busy: topic.facts.documents });
  const searches = await harvestSearches(topic, { ...settings, facet: undefined });
  const { made } = await makeSearches({ engine, logger }, { searches, top }, false, {
    signal,
    onSearch: () => undefined,
    onWait,
  });
  for (const { query, hits } of made) {
    const found = hits.map(({ url, title }) => ({ url, note: title }));
    yield { source: 'search', by: `“${query}” at ${engine.name}`, hits: found };
  }
}

/** Official websites of the entities that characteristic nouns are linked to. */
async function* askWikidata(settings: SeedsSettings, parts: SourceParts): AsyncGenerator<SeedList> {
  const { wikidata: url = PUBLIC_WIKIDATA, retries, timeout, maxBytes, userAgent, searchDelay } = settings;
  const { topic, clock, signal, logger, onWait } = parts;
  const store = await loadStore(url);
  const context: ServiceContext = {
    // Not with the credentials of the knowledge base.
    settings: {},
    ...{ retries, timeoutSeconds: timeout, maxBytes, userAgent, clock },
    warn: (message) => logger.warn(message),
    signal,
  };
  const endpoint = store.openService(url, context);
  let asked = 0;
  const ask: typeof endpoint.select = async (query) => {
    onWait?.(`waiting for an answer of ${withoutCredentials(url)}`, { detail: `query ${asked + 1}` });
    if (asked++ > 0) await clock.sleep(searchDelay * 1000, signal);
    return endpoint.select(query);
  };
  onWait?.('choosing entities', { busy: topic.facts.documents });
  const entities = await entitiesOf(topic, settings.terms);
  const hits = await officialWebsites(entities, ask, topic.facts.language);
  yield { source: 'wikidata', by: withoutCredentials(url), hits };
}

/** The entities of characteristic nouns, names among them: of each noun the one that most documents are linked to. */
async function entitiesOf(topic: OpenTopic, terms: number): Promise<readonly NounEntity[]> {
  const { kb, facts } = topic;
  const nouns = await (await PARTS.expansion()).characteristicNouns(topic, terms, 'all');
  const { rows } = await kb.select(ENTITIES, { defaultGraphs: [facts.iri] });
  const iris = new Map<string, string>();
  for (const row of rows) {
    const noun = row['noun']?.value ?? '';
    if (!iris.has(noun)) iris.set(noun, row['iri']?.value ?? '');
  }
  return nouns.flatMap(({ lemma: noun, weight }) => {
    const iri = iris.get(noun);
    return iri === undefined ? [] : [{ iri, noun, weight }];
  });
}

/** Addresses picked for each server and pattern. */
const MOST_CAPTURES = 200;

/** Pages of web archives that have characteristic nouns in their addresses. */
async function* askCdxServers(
  { cdx, cdxPattern, searchDelay: delaySeconds, retries }: SeedsSettings,
  { words, fetcher, clock, logger, signal, onWait }: SourceParts,
): AsyncGenerator<SeedList> {
  const warn = (message: string): void => logger.warn(message);
  for (const address of cdx)
    for (const pattern of cdxPattern) {
      const options = { address, fetcher, clock, delaySeconds, retries, signal, warn };
      onWait?.(`waiting for an answer of ${withoutCredentials(address)}`, {
        detail: `captures of ${pattern}`,
      });
      const urls = await capturedUrls(requireQuery(pattern), options);
      yield {
        source: 'cdx',
        by: `${pattern} at ${withoutCredentials(address)}`,
        hits: pickCaptures(urls, words, MOST_CAPTURES),
      };
    }
}
