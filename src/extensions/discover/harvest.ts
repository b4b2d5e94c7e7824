import { readFile, rm } from 'node:fs/promises';
import { harvestFields, type HarvestSettings, type HarvestOptions } from './harvest-settings.js';
import { crawlIri, type CrawlIdentity } from '../../crawling/store/crawl-quads.js';
import type { CrawlPlan } from '../../crawling/engine/crawl-types.js';
import { createFrontier } from '../../crawling/frontier/frontier.js';
import {
  whyNoPage,
  createResultFolder,
  readEvents,
  writeSkipped,
  type ResultFolder,
} from '../../crawling/store/result-folder.js';
import { openSinks, type OpenSinks } from '../../judging/plugins/guarded-parts.js';
import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { createRobots, productToken } from '../../crawling/politeness/robots.js';
import { harvest } from './harvest/harvest-pages.js';
import { broughtPages } from './harvest/summary.js';
import {
  knownPagesFile,
  nextRun,
  readState,
  runFolder,
  runsIn,
  writeState,
} from './harvest/harvest-folder.js';
import type {
  HarvestOutcome,
  HarvestParts,
  HarvestPlan,
  HarvestProgress,
  HarvestSummary,
} from './harvest/harvest-types.js';
import { openKnownPages, type KnownPages } from './harvest/known-pages.js';
import { updateLists, type SourceLists, type Thresholds } from './harvest/lists.js';
import { createYieldCounter } from './harvest/yields.js';
import { classifierFile } from '../../knowledge/files/classifier-file.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { PageJudge } from '../../model/judging.js';
import type { SearchEngine } from './search/search.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { sha256 } from '../../support/hash.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { withoutSecrets } from '../../app/settings/kept-settings.js';
import { harvestSearches } from './harvest-searches.js';
import { writeCrawlQuads } from '../../app/crawl/crawl-rdf.js';
import { unlimitedPlan } from '../../app/crawl/setup/crawl-plan.js';
import { openNetwork, untimedJudge, type Network } from '../../app/crawl/setup/network.js';
import { isTimeSimulated, simulatedTimeOf } from '../../app/crawl/setup/simulated-time.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { openPageJudge } from '../../judging/judge/judge-pool.js';
import { planJudges } from '../../judging/judge/judge.js';
import { chosenClassifier, type ChosenClassifier } from '../../judging/judge/chosen-classifier.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { openSearchEngine } from './search-engine.js';
import { withResources, type Own } from '../../support/with-resources.js';
import { checkArguments } from '../../support/check-arguments.js';
import { wordReaderFor } from '../../language/text/word-readers.js';

export type { HarvestProgress, HarvestSummary };

/** What a harvest may be given from outside. */
export interface HarvestSurroundings {
  /** Ends the harvest cleanly when aborted. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: HarvestProgress) => void;
  /** Hears of the steps before the first page is requested and after the last one. */
  readonly onWait?: OnWait;
  /** As `WatchParts.watchActivity`; not called where time is simulated. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for pages and searches. */
  readonly fetcher?: Fetcher;
}

/** What a harvest brought. */
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
 *   OutputError when results cannot be written: what was written before is then still readable, and the next run counts it
 */
export async function harvestTopic(
  options: WithParts<HarvestOptions, 'classifier' | 'linkers' | 'sinks'>,
  surroundings: HarvestSurroundings = {},
): Promise<HarvestReport> {
  checkArguments('harvest', { options: [options, 'object'], surroundings: [surroundings, 'object'] });
  const { settings, plugins } = await resolveOptions(harvestFields, options);
  const { onWait, logger = silentLogger } = surroundings;
  const warn = (message: string): void => logger.warn(message);
  const chosen = classifierOf(settings);
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic, settings, warn);
  onWait?.('composing searches', { busy: topic.facts.documents });
  const searches = await harvestSearches(topic, settings);
  const task = { settings, plugins, chosen, topic, searches, crawl: crawlPlanOf(settings) };
  return withResources(async (own) =>
    harvestInto(await openRun(task, surroundings, own), task, surroundings),
  );
}

/** What a run is to do. */
interface Task {
  readonly settings: HarvestSettings;
  readonly plugins: Plugins;
  readonly chosen: ChosenClassifier | undefined;
  readonly topic: OpenTopic;
  readonly searches: readonly string[];
  readonly crawl: CrawlPlan;
}

/** What a run holds open. */
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
  surroundings: HarvestSurroundings,
  own: Own,
): Promise<OpenRun> {
  const { onWait, logger = silentLogger } = surroundings;
  const network = own(await openNetwork({ ...settings, fromWarc: [] }, surroundings, []));
  // Searches go to the network, also when pages do not, and to a local engine wherever it is.
  const searching = own(openFetcher({ ...settings, allowPrivate: true }));
  const engine = engineOf(settings, searching, surroundings);
  onWait?.('opening the classifier');
  const topics = await planJudges(settings, chosen, plugins, (message) => logger.warn(message));
  const { accept } = settings;
  const threads = settings.workers ?? network.threads;
  const judging = { crawler: crawl.productToken, threads, accept };
  const judge = own(openPageJudge(topics, judging));
  onWait?.('reading the pages known from earlier runs');
  const known = await openKnownPages(knownPagesFile(settings.out));
  const lists = await openLists(settings, known, logger);
  const run = nextRun(await runsIn(settings.out));
  const results = own(await createResultFolder(runFolder(settings.out, run)));
  const sinks = own(await openSinks(plugins));
  return { network, engine, judge, known, lists, run, results, sinks };
}

async function harvestInto(
  open: OpenRun,
  task: Task,
  surroundings: HarvestSurroundings,
): Promise<HarvestReport> {
  const { lists, run, results } = open;
  const { settings, topic, searches, crawl } = task;
  const { onWait, signal } = surroundings;
  let recorded = 0;
  try {
    const parts = partsOf(open, task, surroundings, (count) => (recorded += count));
    const judgedBy = await fingerprint(topic, settings, task.chosen);
    const found = { run, searches, lists, judgedBy, crawl };
    const outcome = await withReasons(
      await harvest(parts, toPlan(settings, found, surroundings), signal),
      results.path,
    );
    onWait?.('writing the results');
    await writeState(settings.out, { topic: settings.topic, lists: outcome.lists });
    await describeRun(results, outcome, task);
    return reported(settings, results.path, outcome.summary);
  } catch (thrown) {
    // A run that came to nothing, since the search engine is down, say, leaves no trace.
    if (recorded === 0) await rm(results.path, { recursive: true, force: true });
    throw thrown;
  }
}

function partsOf(
  { network, engine, judge, known, results, sinks }: OpenRun,
  { settings, topic, crawl }: Task,
  surroundings: HarvestSurroundings,
  onRecorded: (count: number) => void,
): HarvestParts {
  const { clock, fetcher } = network;
  const { userAgent } = settings;
  const { maxSeconds: maxCrawlDelay } = crawl.pause;
  return {
    engine,
    known,
    web: { fetcher, robots: createRobots({ fetcher, userAgent, maxCrawlDelay }) },
    judging: { judge: untimedJudge(judge, network) },
    queue: { frontier: createFrontier() },
    record: recordTo(results, sinks, network, onRecorded),
    steer: {},
    words: wordReaderFor(topic.facts.language),
    clock,
    logger: surroundings.logger ?? silentLogger,
    onWait: surroundings.onWait,
    watch: watchedBy(surroundings, settings),
  };
}

function engineOf(
  settings: HarvestSettings,
  searching: Fetcher,
  { fetcher = searching, clock = systemClock, signal, logger = silentLogger }: HarvestSurroundings,
): SearchEngine {
  return openSearchEngine(settings, { fetcher, clock, signal, warn: (message) => logger.warn(message) });
}

/** Keeps accepted pages, and records events in the results and for the sinks. @param onRecorded called with how many are recorded */
function recordTo(
  results: ResultFolder,
  sinks: OpenSinks,
  { untimed }: Network,
  onRecorded: (count: number) => void,
): HarvestParts['record'] {
  return {
    keepPage: (...page) => untimed(results.keepPage(...page)),
    sink: async (records) => {
      onRecorded(records.length);
      await untimed(results.record(records.map(({ event }) => event)));
      for (const { event, page } of records) await untimed(sinks.write(event, page));
    },
  };
}

/** What hears of the run. A person would make nothing of simulated waits. */
function watchedBy({ watchActivity }: HarvestSurroundings, settings: HarvestSettings): HarvestParts['watch'] {
  return { watchActivity: isTimeSimulated(settings) ? undefined : watchActivity };
}

function reported(settings: HarvestSettings, results: string, summary: HarvestSummary): HarvestReport {
  const { topic, out } = settings;
  return { topic, out, results, summary, ...simulatedTimeOf(settings) };
}

/** A thesaurus that searches are composed of judges the pages, unless another classifier is named. */
function classifierOf({ classifier, thesaurus }: HarvestSettings): ChosenClassifier | undefined {
  const judges = classifier === undefined || classifier === 'thesaurus';
  return chosenClassifier(judges ? { classifier, thesaurus } : { classifier });
}

/** The kept lists; a run that was broken off before it could count is counted now. */
async function openLists(
  { out, topic, hubThreshold, siteThreshold }: HarvestSettings,
  known: KnownPages,
  logger: Logger,
): Promise<SourceLists> {
  let { lists } = await readState(out, topic);
  const thresholds: Thresholds = { hub: hubThreshold, site: siteThreshold };
  for (const run of await runsIn(out)) {
    if (lists.runs.includes(run)) continue;
    const counter = createYieldCounter(lists);
    let events = 0;
    try {
      for await (const event of readEvents(runFolder(out, run))) {
        counter.observe(event, known.get(event.url)?.verdict === 'relevant');
        events += 1;
      }
    } catch (thrown) {
      if (!(thrown instanceof InputError)) throw thrown;
      logger.warn(`${thrown.message}; run ${run} does not count for the lists of hubs and sites`);
    }
    lists = updateLists(lists, run, counter.yields(), thresholds);
    if (events > 0) logger.info(`run ${run} was interrupted after ${events} pages, which are included`);
  }
  return lists;
}

/** How pages are crawled: no further than the links of hubs and sites. */
function crawlPlanOf({ maxPages, concurrency, delay, userAgent }: HarvestSettings): CrawlPlan {
  const token = productToken(userAgent);
  const given = { maxPages, concurrency, delaySeconds: delay, productToken: token };
  return unlimitedPlan({ ...given, seeds: [], maxDepth: 1, follow: 'all' });
}

function toPlan(
  settings: HarvestSettings,
  found: Pick<HarvestPlan, 'run' | 'searches' | 'lists' | 'judgedBy' | 'crawl'>,
  { onProgress }: HarvestSurroundings,
): HarvestPlan {
  const { top, hubThreshold, siteThreshold, hubRatio, maxLinks, keepBlogs } = settings;
  return {
    ...found,
    top,
    thresholds: { hub: hubThreshold, site: siteThreshold },
    hubRatio,
    linksEach: maxLinks,
    skipBlogs: !keepBlogs,
    onProgress,
  };
}

/** Says of a run that brought not a single page why. */
async function withReasons(outcome: HarvestOutcome, results: string): Promise<HarvestOutcome> {
  const { summary } = outcome;
  if (broughtPages(summary)) return outcome;
  const found = summary.searches.addresses > 0 ? [] : ['the searches found no address'];
  return { ...outcome, summary: { ...summary, noPage: [...found, ...((await whyNoPage(results)) ?? [])] } };
}

/** One checksum of all that a judgement depends on in addition to the page: when it is another, known pages are judged again. */
async function fingerprint(
  { facts, folder }: OpenTopic,
  { thesaurus, anyLanguage, accept }: HarvestSettings,
  chosen: ChosenClassifier | undefined,
): Promise<string> {
  const checksumOf = async (file: string): Promise<string> => readFile(file).then(sha256, () => 'none');
  const trained = typeof chosen === 'string' ? chosen : 'ensemble';
  const parts =
    typeof chosen === 'object'
      ? [await checksumOf(thesaurus ?? '')]
      : [
          chosen ?? '',
          folder === undefined ? '' : await checksumOf(classifierFile(folder, facts.name, trained)),
        ];
  if (anyLanguage) parts.push('any language');
  if (accept !== 'balanced') parts.push(accept);
  return sha256([facts.checksum, ...parts].join('\n')).slice(0, 16);
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
