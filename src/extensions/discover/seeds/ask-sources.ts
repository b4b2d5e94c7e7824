import { documentKinds } from '../../../app/topics/building/own-readers.js';
import { openArchives } from '../../../app/crawl/setup/network.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import type { OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { storedPages } from '../../../language/corpus/stored-pages.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { Interrupted, SfwcError, UsageError } from '../../../model/errors.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import type { OnWait } from '../../../model/wait.js';
import type { Logger } from '../../../support/logger.js';
import { sentenceOf } from '../../../support/text/sentence.js';
import type { Clock } from '../../../support/time/clock.js';
import { withResources } from '../../../support/with-resources.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { createPageReader } from '../../../web/page/reader.js';
import { searchesFor } from '../compose-searches.js';
import { makeSearches } from '../make-searches.js';
import { createSearchEngine } from '../search-engine.js';
import type { TopicWords } from '../topic-words.js';
import { createLinkCounter, linksInText } from './corpus-links.js';
import type { SeedList, SeedSource } from './seed-candidates.js';
import type { SeedsSettings } from './seeds-settings.js';

/** Services with which sources are queried. */
export interface SourceDeps {
  readonly topic: OpenTopic;
  readonly words: TopicWords;
  /** Takes the place of the network. */
  readonly fetcher: Fetcher | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly plugins: Plugins;
  readonly signal: AbortSignal | undefined;
  /** Called before each step of a source. */
  readonly onWait: OnWait | undefined;
}

/** The answers of a source. */
export interface AskedSource {
  readonly source: SeedSource;
  readonly lists: readonly SeedList[];
  /** Present where it stopped answering: its message. */
  readonly failure?: string;
}

const ASK = { corpus: askCorpus, search: askEngine } as const;

/**
 * Asks the corpus, and the search engine if there is one. What fails is named in a warning, and what it gave before counts.
 * @throws UsageError; Interrupted
 */
export async function askSources(settings: SeedsSettings, deps: SourceDeps): Promise<readonly AskedSource[]> {
  const asked: AskedSource[] = [];
  const sources = settings.engine === undefined ? (['corpus'] as const) : (['corpus', 'search'] as const);
  for (const source of sources) {
    const lists: SeedList[] = [];
    try {
      for await (const list of ASK[source](settings, deps)) lists.push(list);
      asked.push({ source, lists });
    } catch (thrown) {
      if (deps.signal?.aborted === true) throw new Interrupted();
      if (!(thrown instanceof SfwcError) || thrown instanceof Interrupted || thrown instanceof UsageError)
        throw thrown;
      const failure = sentenceOf(thrown);
      deps.logger.warn(`source ${source}: ${failure}`);
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
async function* askCorpus(
  { corpus, maxBytes }: SeedsSettings,
  { topic: { kb, facts }, words, logger, plugins, signal, onWait }: SourceDeps,
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
async function* askEngine(settings: SeedsSettings, deps: SourceDeps): AsyncGenerator<SeedList> {
  const { topic, clock, signal, logger, onWait } = deps;
  const { engine: address = '', searchDelay: delaySeconds, retries, top } = settings;
  const warn = (message: string): void => logger.warn(message);
  onWait?.('composing searches', { busy: topic.facts.documents });
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
