import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlIri, type CrawlIdentity } from '../../../crawling/store/crawl-quads.js';
import type { CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import { createFrontier } from '../../../crawling/frontier/frontier.js';
import {
  whyNoPage,
  createResultFolder,
  writeSkipped,
  type ResultFolder,
} from '../../../crawling/store/result-folder.js';
import { openSinks, type OpenSinks } from '../../../judging/plugins/guarded-parts.js';
import { resolveOptions, type WithParts } from '../../../app/settings/plugin-options.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { createRobots, productToken } from '../../../crawling/politeness/robots.js';
import { classifierFile } from '../../../knowledge/files/classifier-file.js';
import { OPENING } from '../../../model/wait.js';
import type { PageJudge } from '../../../model/judging.js';
import { systemClock } from '../../../support/time/clock.js';
import { sha256 } from '../../../support/hash.js';
import { silentLogger } from '../../../support/logger.js';
import { withoutSecrets } from '../../../app/settings/kept-settings.js';
import { writeCrawlQuads } from '../../../app/crawl/crawl-rdf.js';
import { unlimitedPlan } from '../../../app/crawl/setup/crawl-plan.js';
import {
  isTimeSimulated,
  openNetwork,
  untimedJudge,
  type Network,
} from '../../../app/crawl/setup/network.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { openPageJudge } from '../../../judging/judge/judge-pool.js';
import { planJudges } from '../../../judging/judge/judge.js';
import { chosenClassifier, type ChosenClassifier } from '../../../judging/judge/chosen-classifier.js';
import { openTopic, type OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { withResources, type Own } from '../../../support/with-resources.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { searchesFor } from '../compose-searches.js';
import type { DiscoverDeps } from '../deps.js';
import { createSearchEngine, type SearchEngine } from '../search-engine.js';
import { harvest, type HarvestDeps, type HarvestOutcome, type HarvestPlan } from './harvest-pages.js';
import { harvestFields, type HarvestSettings, type HarvestOptions } from './harvest-settings.js';
import { openKnownPages, type KnownPages } from './known-pages.js';
import { nextRun, readLists, runFolder, writeLists, type SourceLists } from './lists.js';
import { broughtPages, type HarvestProgress, type HarvestSummary } from './summary.js';

/** Injected services of a harvest, and its listeners. */
export interface HarvestListeners extends DiscoverDeps {
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
  const chosen = classifierOf(settings);
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic, settings, (message) => logger.warn(message));
  onWait?.('composing searches', { busy: topic.facts.documents });
  const searches = await searchesFor(topic, settings);
  const task = { settings, plugins, chosen, topic, searches, crawl: crawlPlanOf(settings) };
  return withResources(async (own) => harvestInto(await openRun(task, listeners, own), task, listeners));
}

/** Values of a run. */
interface Task {
  readonly settings: HarvestSettings;
  readonly plugins: Plugins;
  readonly chosen: ChosenClassifier | undefined;
  readonly topic: OpenTopic;
  readonly searches: readonly string[];
  readonly crawl: CrawlPlan;
}

/** Resources of a run. */
interface OpenRun {
  readonly network: Network;
  readonly engine: SearchEngine;
  readonly judge: PageJudge;
  readonly known: KnownPages;
  readonly lists: SourceLists;
  readonly run: string;
  readonly results: ResultFolder;
  readonly sinks: OpenSinks;
}

async function openRun(
  { settings, plugins, chosen, crawl }: Task,
  listeners: HarvestListeners,
  own: Own,
): Promise<OpenRun> {
  const { onWait, logger = silentLogger, clock = systemClock, signal } = listeners;
  const { engine: address, searchDelay: delaySeconds, retries, out, accept } = settings;
  const warn = (message: string): void => logger.warn(message);
  const network = own(await openNetwork(settings, listeners, []));
  // Searches go to the network, also when pages do not, and to a local engine wherever it is.
  const fetcher = listeners.fetcher ?? own(openFetcher({ ...settings, allowPrivate: true }));
  const engine = createSearchEngine({ address, fetcher, clock, delaySeconds, retries, signal, warn });
  onWait?.('opening the classifier');
  const topics = await planJudges(settings, chosen, plugins, warn);
  const threads = settings.workers ?? network.threads;
  const judge = own(openPageJudge(topics, { crawler: crawl.productToken, threads, accept }));
  onWait?.('reading the pages known from earlier runs');
  const known = await openKnownPages(join(out, 'known-pages.jsonl'));
  const lists = await readLists(out, settings.topic);
  const run = await nextRun(out);
  const results = own(await createResultFolder(runFolder(out, run)));
  const sinks = own(await openSinks(plugins));
  return { network, engine, judge, known, lists, run, results, sinks };
}

async function harvestInto(open: OpenRun, task: Task, listeners: HarvestListeners): Promise<HarvestReport> {
  const { results } = open;
  const { topic, out } = task.settings;
  let recorded = 0;
  try {
    const deps = depsOf(open, task, listeners, (count) => (recorded += count));
    const plan = await planOf(open, task);
    const outcome = await withReasons(await harvest(deps, plan, listeners.signal), results.path);
    listeners.onWait?.('writing the results');
    await writeLists(out, topic, outcome.lists);
    await describeRun(results, outcome, task);
    return {
      topic,
      out,
      results: results.path,
      summary: outcome.summary,
      ...(isTimeSimulated(task.settings) && { simulatedTime: true }),
    };
  } catch (thrown) {
    // A run that came to nothing, since the search engine is down, say, leaves no trace.
    if (recorded === 0) await rm(results.path, { recursive: true, force: true });
    throw thrown;
  }
}

/** @param onRecorded called with the number of events that are recorded */
function depsOf(
  { engine, known, judge, network, results, sinks }: OpenRun,
  { settings, topic, crawl }: Task,
  { logger = silentLogger, onWait, onProgress, watchActivity }: HarvestListeners,
  onRecorded: (count: number) => void,
): HarvestDeps {
  const { clock, fetcher, untimed } = network;
  const { userAgent } = settings;
  const { maxSeconds: maxCrawlDelay } = crawl.pause;
  return {
    ...{ engine, known, clock, logger, onWait, onProgress },
    fetcher,
    robots: createRobots({ fetcher, userAgent, maxCrawlDelay }),
    judge: untimedJudge(judge, network),
    frontier: createFrontier(),
    pages: results.pages,
    sink: async (records) => {
      onRecorded(records.length);
      await untimed(results.record(records.map(({ event }) => event)));
      for (const { event, page } of records) await untimed(sinks.write(event, page));
    },
    words: wordReaderFor(topic.facts.language),
    // A person would make nothing of simulated waits.
    watchActivity: isTimeSimulated(settings) ? undefined : watchActivity,
  };
}

/** A thesaurus that searches are composed of judges the pages, unless another classifier is named. */
function classifierOf({ classifier, thesaurus }: HarvestSettings): ChosenClassifier | undefined {
  const judges = classifier === undefined || classifier === 'thesaurus';
  return chosenClassifier(judges ? { classifier, thesaurus } : { classifier });
}

/** Pages are crawled no further than the links of hubs and sites. */
function crawlPlanOf({ maxPages, concurrency, delay, userAgent }: HarvestSettings): CrawlPlan {
  const token = productToken(userAgent);
  const given = { maxPages, concurrency, delaySeconds: delay, productToken: token };
  return unlimitedPlan({ ...given, seeds: [], maxDepth: 1, follow: 'all' });
}

/** Pages with more links to other sites per word are hubs; those with fewer relevant pages are forgotten. */
const HUBS = { hubRatio: 0.1, threshold: 2, linksEach: 50 } as const;

async function planOf(
  { run, lists }: OpenRun,
  { settings, searches, crawl, topic, chosen }: Task,
): Promise<HarvestPlan> {
  const judgedBy = await fingerprint(topic, settings, chosen);
  return { run, searches, lists, judgedBy, crawl, top: settings.top, ...HUBS };
}

/** Adds to a run that brought not a single page why. */
async function withReasons(outcome: HarvestOutcome, results: string): Promise<HarvestOutcome> {
  const { summary } = outcome;
  if (broughtPages(summary)) return outcome;
  const found = summary.searches.addresses > 0 ? [] : ['the searches found no address'];
  return { ...outcome, summary: { ...summary, noPage: [...found, ...((await whyNoPage(results)) ?? [])] } };
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
  await writeSkipped(results.path);
  await writeCrawlQuads(identity, results.path, settings.nif);
}
