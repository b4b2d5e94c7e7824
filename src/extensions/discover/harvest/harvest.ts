import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CrawlIdentity, crawlIri } from '../../../crawling/store/crawl-quads.js';
import type { CrawlPlan, CrawlRecord } from '../../../crawling/engine/crawl-types.js';
import { type ResultFolder, createResultFolder } from '../../../crawling/store/result-folder.js';
import { openSinks } from '../../../judging/plugins/guarded-parts.js';
import { type WithParts, resolveOptions } from '../../../app/settings/plugin-options.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { classifierFile } from '../../../knowledge/files/classifier-file.js';
import { systemClock } from '../../../support/time/clock.js';
import { sha256 } from '../../../support/hash.js';
import { silentLogger } from '../../../support/logger.js';
import { withoutSecrets } from '../../../app/settings/kept-settings.js';
import { writeCrawlQuads } from '../../../app/crawl/crawl-rdf.js';
import { planCrawl } from '../../../app/crawl/setup/crawl-plan.js';
import { openNetwork, isTimeSimulated } from '../../../app/crawl/setup/network.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { openPageJudge } from '../../../judging/judge/judge-pool.js';
import { type ChosenClassifier, planJudges, chosenClassifier } from '../../../judging/judge/plan-judges.js';
import { type OpenTopic, openTopic } from '../../../knowledge/places/knowledge-base.js';
import { type Own, withResources } from '../../../support/with-resources.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { searchesFor } from '../compose-searches.js';
import { type DiscoverDeps, createSearchEngine } from '../search-engine.js';
import { type HarvestOutcome, type HarvestProgress, type HarvestSummary, harvest } from './harvest-pages.js';
import { nextRun, readLists, writeLists } from './lists.js';
import { openKnownPages } from './screening.js';
import { z } from 'zod';
import { crawlFields } from '../../../app/settings/crawl-settings.js';
import {
  accept,
  anyLanguage,
  classifier,
  json,
  kb,
  networkFields,
  path,
  patientRetries,
  plugin,
  topic,
  webAddress,
  terms,
} from '../../../app/settings/common.js';
import { type Values, type OptionsOf, field, withOptions } from '../../../support/settings/field.js';

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  ...(['kb', 'topic', 'engine', 'out', 'thesaurus', 'accept', 'searches'] as const),
  ...(['maxPages', 'delay', 'userAgent', 'json'] as const),
] as const;

/** Options that only `--help-all` shows. */
const OTHERS = ['classifier', 'plugin', 'top', 'terms', 'concurrency', 'web'] as const;

/** Settings of `sfwc harvest` and `harvestTopic`. */
export const harvestFields = withOptions(BASICS, OTHERS, {
  kb,
  topic,
  engine: field(webAddress, {
    help: 'search engine: SearXNG, MediaWiki api.php, or URL with {searchTerms} for JSON',
    placeholder: 'URL',
  }),
  out: crawlFields.out,
  thesaurus: field(path.optional(), {
    help: 'SKOS file to compose searches from, and to judge by unless --classifier is given',
    placeholder: 'FILE',
  }),
  classifier: field(classifier.schema, {
    ...classifier.meta,
    help: 'how pages are judged; default: thesaurus if one is given, else ensemble',
  }),
  accept,
  plugin,
  anyLanguage,
  searches: field(z.number().int().min(0).max(10_000).default(100), {
    help: 'number of searches of two or three words; 0: only known hubs and sites',
    placeholder: 'N',
    written: 'number',
  }),
  top: field(z.number().int().min(1).max(1000).default(10), {
    help: 'number of results used of each search',
    placeholder: 'N',
    written: 'number',
  }),
  terms,
  maxPages: crawlFields.maxPages,
  delay: crawlFields.delay,
  searchDelay: field(z.number().min(0).max(3600).default(2), {
    help: 'seconds between requests to the search engine',
    placeholder: 'S',
    written: 'number',
  }),
  retries: patientRetries,
  concurrency: crawlFields.concurrency,
  workers: crawlFields.workers,
  ...networkFields,
  web: crawlFields.web,
  record: crawlFields.record,
  json,
} as const);

type HarvestSettings = Values<typeof harvestFields>;

/** Options of harvest. */
type HarvestOptions = OptionsOf<typeof harvestFields>;

/** Injected services of a harvest, and its listeners. */
interface HarvestListeners extends DiscoverDeps {
  readonly onProgress?: (progress: HarvestProgress) => void;
}

/** Results of a harvest. */
export interface HarvestReport {
  readonly topic: string;
  /** The folder with lists, known pages and all runs. */
  readonly out: string;
  /** The folder with the results of this run: that of a crawl. */
  readonly results: string;
  readonly summary: HarvestSummary;
  /** Present where its seconds are simulated: those of a stored web. */
  readonly simulatedTime?: true;
}

/**
 * Harvests pages about a topic: many searches, and the hubs and sites that earlier runs kept. Results of each run go to a folder
 * of their own, with events, pages and RDF as those of a crawl; lists and known pages stay for the next run.
 *
 * @throws UsageError for settings; InputError for the topic, the thesaurus, the folder, and a search engine that does not answer;
 *   OutputError when results cannot be written
 */
export async function harvestTopic(
  options: WithParts<HarvestOptions, 'classifier' | 'linkers' | 'sinks'>,
  listeners: HarvestListeners = {},
): Promise<HarvestReport> {
  const { settings, plugins } = await resolveOptions(harvestFields, options);
  const { onWait, logger = silentLogger } = listeners;
  onWait?.(`opening topic '${settings.topic}'`);
  const topic = await openTopic(settings.kb, settings.topic, {}, (message) => logger.warn(message));
  onWait?.('composing searches');
  const searches = await searchesFor(topic, settings);
  return withResources((own) => run({ settings, plugins, topic, searches }, listeners, own));
}

/** Values of a run. */
interface Task {
  readonly settings: HarvestSettings;
  readonly plugins: Plugins;
  readonly topic: OpenTopic;
  readonly searches: readonly string[];
}

async function run(task: Task, listeners: HarvestListeners, own: Own): Promise<HarvestReport> {
  const { settings, plugins, topic, searches } = task;
  const { onWait, onProgress, logger = silentLogger, clock: time = systemClock, signal } = listeners;
  const { engine: address, searchDelay: delaySeconds, retries, out, accept } = settings;
  const warn = (message: string): void => logger.warn(message);
  const network = own(await openNetwork(settings, listeners, []));
  const { fetcher, clock, untimed } = network;
  // Searches go to the network, also when pages do not, and to a local engine wherever it is.
  const searcher = listeners.fetcher ?? own(openFetcher({ ...settings, allowPrivate: true }));
  const engine = createSearchEngine({
    ...{ address, fetcher: searcher, clock: time, delaySeconds, retries, signal, warn },
  });
  onWait?.('opening the classifier');
  const chosen = classifierOf(settings);
  const topics = await planJudges(settings, chosen, plugins, warn);
  const crawl = crawlPlanOf(settings);
  const threads = settings.workers ?? network.threads;
  const judge = own(openPageJudge(topics, { crawler: crawl.productToken, threads, accept }));
  onWait?.('reading the pages known from earlier runs');
  const known = await openKnownPages(join(out, 'known-pages.jsonl'));
  const lists = await readLists(out, settings.topic);
  const name = await nextRun(out);
  const results = own(await createResultFolder(join(out, 'runs', name)));
  const sinks = own(await openSinks(plugins));
  const isSimulated = isTimeSimulated(settings);
  let recorded = 0;
  const sink = async (records: readonly CrawlRecord[]): Promise<void> => {
    recorded += records.length;
    await results.record(records.map(({ event }) => event));
    for (const { event, page } of records) await sinks.write(event, page);
  };
  try {
    const outcome = await harvest(
      {
        ...{ engine, known, fetcher, clock, untimed, judge, sink, logger, onWait, onProgress },
        pages: results.pages,
        words: wordReaderFor(topic.facts.language),
        // A person would make nothing of simulated waits.
        watchActivity: isSimulated ? undefined : listeners.watchActivity,
      },
      {
        ...{ run: name, searches, lists, crawl, top: settings.top },
        judgedBy: await fingerprint(topic, settings, chosen),
      },
      signal,
    );
    onWait?.('writing the results');
    await writeLists(out, settings.topic, outcome.lists);
    await describeRun(results, outcome, task);
    const report = { topic: settings.topic, out, results: results.path, summary: outcome.summary };
    return isSimulated ? { ...report, simulatedTime: true } : report;
  } catch (thrown) {
    // A run that came to nothing, since the search engine is down, say, leaves no trace.
    if (recorded === 0) await rm(results.path, { recursive: true, force: true });
    throw thrown;
  }
}

/** A thesaurus that searches are composed of judges the pages, unless another classifier is named. */
function classifierOf({ classifier, thesaurus }: HarvestSettings): ChosenClassifier | undefined {
  const judges = classifier === undefined || classifier === 'thesaurus';
  return chosenClassifier(judges ? { classifier, thesaurus } : { classifier });
}

/** Pages are crawled no further than the links of hubs and sites. */
function crawlPlanOf({ maxPages, concurrency, delay, userAgent }: HarvestSettings): CrawlPlan {
  const settings = { maxPages, concurrency, delay, userAgent, maxDepth: 1, keepDuplicates: true };
  const plan = planCrawl({ ...settings, follow: 'all', seeds: [] });
  return { ...plan, maxLinks: Infinity, maxIdle: Infinity };
}

/** One checksum of all that a judgement depends on besides the page: when it is another, known pages are judged again. */
async function fingerprint(
  { facts, folder = '' }: OpenTopic,
  { thesaurus = '', anyLanguage, accept }: HarvestSettings,
  chosen: ChosenClassifier | undefined,
): Promise<string> {
  const trained = typeof chosen === 'string' ? chosen : 'ensemble';
  const file = typeof chosen === 'object' ? thesaurus : classifierFile(folder, facts.name, trained);
  const content = await readFile(file).then(sha256, () => 'none');
  return sha256([facts.checksum, trained, content, anyLanguage, accept].join('\n')).slice(0, 16);
}

async function describeRun(
  results: ResultFolder,
  { summary, seeds }: HarvestOutcome,
  { topic, settings, searches }: Task,
): Promise<void> {
  const { startedAt } = summary;
  const about = { topic: settings.topic, topicIri: topic.facts.iri, startedAt };
  // In a web in files all runs begin at the same moment, maybe with the same seeds: its name tells a run apart.
  const identity: CrawlIdentity = { ...about, seeds: [`run ${summary.run}`, ...seeds] };
  const described = { ...about, seeds, searches, crawl: crawlIri(identity) };
  await results.describe({ ...described, settings: withoutSecrets(harvestFields, settings), summary });
  await writeCrawlQuads(identity, results.path, settings.record.includes('texts'));
}
