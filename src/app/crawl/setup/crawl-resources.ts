import type { WarcArchive } from '../../../web/archive/warc-archive.js';
import { withoutSecrets } from '../../settings/kept-settings.js';
import { crawlFields, type CrawlSettings } from '../../settings/crawl-settings.js';
import { findEarlier, type SitemapSettings } from './crawl-start.js';
import { openNetwork, untimedCrew, untimedFrontier, untimedJudge, type Network } from './network.js';
import { frontierFor } from './followed-links.js';
import type {
  CollectionMemory,
  CrawlControl,
  CrawlCounts,
  CrawlCrew,
  CrawlParts,
  QueueParts,
  CrawlPlan,
  CrawlState,
  EarlierCrawl,
  FoundUrl,
} from '../../../crawling/engine/crawl-types.js';
import { knownFrontier } from '../../../crawling/frontier/known-frontier.js';
import type { CrawlActivity } from '../../../model/crawl-activity.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import { createTdmFiles, type TdmFiles } from '../../../crawling/politeness/tdm-files.js';
import { crawlIri, type CrawlIdentity } from '../../../crawling/store/crawl-quads.js';
import type { CrawlStore } from '../../../crawling/store/crawl-store.js';
import { openCommandFolder } from '../../../crawling/steering/command-folder.js';
import type { ResultFolder } from '../../../crawling/store/result-folder.js';
import { judgeNames } from '../../../judging/judge/create-judge.js';
import { openPageJudge, type OpenPageJudge } from '../../../judging/judge/judge-pool.js';
import { replaceableJudge } from '../../../judging/judge/replaceable-judge.js';
import { KEEPING_ALL } from '../../../judging/judge/no-topic.js';
import { breadthFirst } from '../../../crawling/priority/breadth-first.js';
import { DEFAULT_STRATEGY } from '../../../model/strategy.js';
import { storesOf } from '../../../judging/plugins/stores.js';
import { chosenClassifier, planJudges, refuseThesaurus } from '../../../judging/judge/judge.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import type { Fetcher, LinkPriority } from '../../../model/crawl.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { THESAURUS } from '../../../model/thesaurus.js';
import { openSinks, type OpenSinks } from '../../../judging/plugins/guard.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import type { Clock } from '../../../support/time/clock.js';
import { given } from '../../../support/given.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { classifiersOf } from '../../../support/topic-judgements.js';
import type { Own } from '../../../support/with-resources.js';
import type { TrainedModel } from '../../../judging/topic/trained-model.js';
import { isSpaceOfVersion } from '../../../judging/topic/trained-rule.js';
import { openCrawlArchive } from './crawl-archive.js';
import { openRendering } from './rendering.js';
import { planRetraining, type NoRetraining, type RetrainingPlan } from './retraining-plan.js';

/** What a crawl may be given from outside. */
export interface CrawlSurroundings {
  /** Ends the crawl cleanly when aborted. */
  readonly signal?: AbortSignal;
  /** Called after each event. @param maxPages those of earlier runs of the crawl included */
  readonly onProgress?: (counts: CrawlCounts, maxPages: number) => void;
  /** Called with what the crawl waits for before its first request and after its last one; undefined: nothing. */
  readonly onWait?: (what: string | undefined) => void;
  /** As `WatchParts.watchActivity`. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
  /** Called when the folder of results is there, before the first request. */
  readonly onBegun?: (out: string) => void;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for instance a stored web. */
  readonly fetcher?: Fetcher;
  /** Present where the crawl is a further one of a collection. */
  readonly collection?: CollectionMemory;
}

/** The topics as a crawl needs them: what judges pages and what ranks links. */
export interface CrawlTopics {
  readonly judges: readonly JudgeParts[];
  /** What reads pages first, as it turned out: `full` where no topic has a lexicon. */
  readonly annotator: CrawlSettings['annotator'];
  readonly priority: LinkPriority;
  readonly earlier: EarlierCrawl | undefined;
}

/**
 * Opens the topics of a crawl. Nothing is written yet.
 * @throws as `planJudges`, `openStrategy` and `findEarlier`
 */
export async function openCrawlTopics(
  settings: CrawlSettings,
  plugins: Plugins,
  {
    logger = silentLogger,
    collection,
    onWait,
  }: Pick<CrawlSurroundings, 'logger' | 'collection' | 'onWait'> = {},
): Promise<CrawlTopics> {
  const { kb, strategy = DEFAULT_STRATEGY, thesaurus, topic } = settings;
  if (kb === undefined || topic === undefined) return openWithoutTopic(settings, collection);
  onWait?.(`opening the knowledge base ${withoutCredentials(kb)}`);
  const warn = (message: string): void => logger.warn(message);
  const chosen = chosenClassifier(forJudging(settings));
  if (typeof topic !== 'string' && thesaurus !== undefined) refuseThesaurus();
  const judges = await planJudges({ ...settings, kb, topic }, chosen, plugins, warn);
  onWait?.(`opening the strategy ${strategy}`);
  const { openStrategy, strategyWarning } = await import('./strategy.js');
  const endpoint = { ...settings, ...storesOf(plugins) };
  const priority = await openStrategy(strategy, kb, topic, { thesaurus, plugins, endpoint, warn });
  const warning = strategyWarning(strategy, settings.maxPages);
  if (warning !== undefined) warn(warning);
  const annotator = judges.every(({ plan }) => plan.lexicon !== undefined) ? 'quick' : 'full';
  const earlier = await earlierOf(settings, classifiersOf(judgeNames(judges)), collection);
  return { judges, annotator, priority, earlier };
}

/** A crawl without a topic keeps every page, and follows links breadth-first. */
async function openWithoutTopic(
  settings: CrawlSettings,
  collection: CollectionMemory | undefined,
): Promise<CrawlTopics> {
  refuseTopicSettings(settings);
  const earlier = await earlierOf(settings, KEEPING_ALL.classifier.name, collection);
  return { judges: [], annotator: 'full', priority: breadthFirst(), earlier };
}

function earlierOf(
  settings: CrawlSettings,
  judges: string,
  collection: CollectionMemory | undefined,
): Promise<EarlierCrawl | undefined> {
  return collection === undefined ? findEarlier(settings, judges) : collection.earlier(judges);
}

/** @throws UsageError for settings that only a topic gives a meaning */
function refuseTopicSettings({ kb, topic, strategy, classifier, thesaurus }: CrawlSettings): void {
  if (kb !== undefined)
    throw new UsageError('--topic is missing', {
      hint: `name a topic of ${kb}, or leave out --kb to keep every page`,
    });
  if (topic !== undefined)
    throw new UsageError('--kb is missing', { hint: 'name the knowledge base of the topic' });
  const isPlain = strategy === undefined || strategy === 'breadth-first';
  if (classifier === undefined && thesaurus === undefined && isPlain) return;
  throw new UsageError('a crawl without a topic does not judge pages or links', {
    hint: 'give --kb and --topic, or leave out --classifier, --thesaurus and --strategy',
  });
}

/** A thesaurus may be there for the links alone, where pages are judged by another classifier. */
function forJudging({
  classifier,
  thesaurus,
  strategy,
}: CrawlSettings): Parameters<typeof chosenClassifier>[0] {
  const forLinksAlone = strategy === THESAURUS && classifier !== undefined && classifier !== THESAURUS;
  return forLinksAlone ? { classifier } : { classifier, thesaurus };
}

/** What a crawl works with. The caller that opened it closes it. */
export interface CrawlResources {
  readonly identity: CrawlIdentity;
  readonly startedAt: number;
  /** The settings as they may be shown. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly sitemaps: SitemapSettings;
  /** Addresses that the crawl starts from in addition to seeds and sitemaps. */
  readonly found: readonly FoundUrl[];
  /** Whether the texts of accepted pages are put into the RDF. */
  readonly nif: boolean;
  /** Whether bodies and texts of accepted pages are kept. */
  readonly keepsPages: boolean;
  /** What the engine works with; its results go to `results` and `store`. */
  readonly parts: Omit<CrawlParts, 'record' | 'untimed'>;
  /** Fetches what is not a page of the crawl: robots.txt files, sitemaps. */
  readonly fetcher: Fetcher;
  readonly untimed: Network['untimed'];
  readonly results: ResultFolder;
  readonly store: CrawlStore;
  readonly archive: WarcArchive | undefined;
  readonly sinks: OpenSinks;
  /** Where an earlier run ended; undefined for a new crawl, and before its first event. */
  readonly state: CrawlState | undefined;
  /** Present where several workers share the crawl. */
  readonly shared?: SharedPart;
  /** What models are trained from with people's answers. */
  readonly teaching: Teaching;
}

/** What a crawl needs to train models with what people say of pages, and to judge by them. */
export interface Teaching {
  readonly retraining: RetrainingPlan | NoRetraining;
  readonly judges: readonly JudgeParts[];
  readonly plugins: Plugins;
  /** Has pages judged by a model from now on. @throws InputError where the topic has no such classifier any more */
  readonly judgeBy: (model: TrainedModel, number: number) => void;
}

/** What makes a crawl the part of one worker in a crawl that several share. */
export interface SharedPart {
  /** The name of the crawl, and the number of the worker. */
  readonly name: string;
  readonly worker: number;
  readonly crew: CrawlCrew;
  /** The control of the crawl through any worker. @param folder the control through the folder of this one */
  readonly controlOf: (folder: CrawlControl) => CrawlControl;
  /** When the crawl began, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Whether the worker reads the sitemaps that the crawl starts from. */
  readonly readsSitemaps: boolean;
  /** Whether an event does not count, because another worker ends its URL. */
  isLost(sequence: number): boolean;
}

/** What is known of a crawl before its folder is opened. */
export interface PlannedCrawl {
  readonly settings: CrawlSettings;
  readonly plugins: Plugins;
  readonly plan: CrawlPlan;
  readonly topics: CrawlTopics;
}

/** A crawl whose folder is open. */
interface OpenedCrawl extends PlannedCrawl {
  readonly results: ResultFolder;
  readonly store: CrawlStore;
  /** Present for a resumed crawl. */
  readonly resumed?: { readonly startedAt: number; readonly state: CrawlState | undefined };
  /** Present where several workers share the crawl. */
  readonly shared?: SharedPart;
}

/** What the crawl is, for its RDF. @param startedAt milliseconds since the epoch */
export function identityOf(
  { topic = [] }: CrawlSettings,
  { judges }: CrawlTopics,
  seeds: readonly string[],
  startedAt: number,
): CrawlIdentity {
  const iris = judges.map(({ facts }) => facts.iri);
  const [only] = iris;
  const topicIri = iris.length === 1 && only !== undefined ? only : iris;
  return { topic, topicIri, startedAt: new Date(startedAt).toISOString(), seeds };
}

/** What a crawl knows that is not a further one of a collection. */
const NO_COLLECTION: CollectionMemory = {
  found: [],
  isKnown: () => false,
  earlier: () => Promise.resolve(undefined),
};

/** What waits to be requested. */
function queueOf(
  { topics, store, shared }: OpenedCrawl,
  network: Network,
  collection: CollectionMemory,
): QueueParts {
  const frontier = untimedFrontier(frontierFor(topics.priority, store.frontier), network);
  return {
    frontier: collection === NO_COLLECTION ? frontier : knownFrontier(frontier, collection.isKnown),
    crew: shared && untimedCrew(shared.crew, network),
    memory: store.memory,
    priority: topics.priority,
  };
}

/** What people ask of the crawl: through its folder, and of a shared one through any worker. */
function controlOf(folder: CrawlControl, shared: SharedPart | undefined): CrawlControl {
  return shared?.controlOf(folder) ?? folder;
}

/** The first worker of a shared crawl reads the sitemaps for all. */
function sitemapsOf({ settings, shared }: OpenedCrawl): SitemapSettings {
  return shared?.readsSitemaps === false ? { ...settings, sitemaps: false, sitemap: [] } : settings;
}

function shownSettings({ settings, topics, plan }: OpenedCrawl): Readonly<Record<string, unknown>> {
  return withoutSecrets(crawlFields, {
    ...settings,
    annotator: topics.annotator,
    strategy: settings.strategy ?? topics.priority.name,
    follow: plan.follow,
  });
}

/** What hosts reserve is looked up only where it is respected. */
function tdmFilesFor(
  { respectTdm }: CrawlSettings,
  given: Parameters<typeof createTdmFiles>[0],
): TdmFiles | undefined {
  return respectTdm ? createTdmFiles(given) : undefined;
}

/** Opens what a crawl works with in addition to its folder. @throws as `openNetwork` and `openCrawlArchive` */
export async function openCrawlResources(
  opened: OpenedCrawl,
  surroundings: CrawlSurroundings,
  own: Own,
): Promise<CrawlResources> {
  const { settings, plugins, plan, topics, results, store, resumed, shared } = opened;
  const { logger = silentLogger, collection = NO_COLLECTION } = surroundings;
  const { userAgent } = settings;
  const { backoff, pause } = plan;
  const named = [...plan.seeds, ...settings.sitemap];
  const state = resumed?.state;
  const begun = shared ?? resumed;
  const network = own(await openNetwork(settings, surroundings, named, state?.time ?? begun?.startedAt));
  const { clock, threads } = network;
  const startedAt = begun?.startedAt ?? clock.now();
  const identity = identityOf(settings, topics, plan.seeds, startedAt);
  const archive = own(
    await openCrawlArchive(
      settings,
      { crawl: crawlIri(identity), clock, logger },
      resumed && { place: state?.archive },
    ),
  );
  const fetcher = archive?.alongside(network.fetcher) ?? network.fetcher;
  const judge = own(replaceableJudge(openJudge(opened, topics.judges, threads)));
  const folder = own(await openCommandFolder(results.path, store.actions, logger));
  const parts = {
    web: {
      fetcher: network.fetcher,
      robots: createRobots({
        ...{ fetcher, userAgent, maxCrawlDelay: pause.maxSeconds, backoff, clock },
        memory: shared && store.memory,
      }),
      tdmFiles: tdmFilesFor(settings, { fetcher, clock }),
      rendering: own(openRendering(settings, logger, opened.plugins)),
    },
    judging: { judge: untimedJudge(judge, network), earlier: topics.earlier },
    queue: queueOf(opened, network, collection),
    steer: { control: controlOf(folder, shared) },
    watch: { progress: surroundings.onProgress },
    clock,
    logger,
  };
  return {
    identity,
    startedAt,
    settings: shownSettings(opened),
    sitemaps: sitemapsOf(opened),
    found: collection.found,
    nif: settings.nif,
    keepsPages: !settings.discardPages,
    parts,
    fetcher,
    untimed: network.untimed,
    results,
    store,
    archive,
    sinks: own(await openSinks(plugins)),
    state,
    ...given({ shared }),
    teaching: {
      retraining: await planRetraining(settings, topics.judges, shared !== undefined),
      judges: topics.judges,
      plugins,
      judgeBy: (model, number) =>
        judge.replace(openJudge(opened, [withModel(topics.judges, model)], threads), number),
    },
  };
}

/** @param threads that judge unless the user says otherwise */
function openJudge(
  { settings, plugins, plan, topics }: OpenedCrawl,
  judges: readonly JudgeParts[],
  threads: number,
): OpenPageJudge {
  return openPageJudge(judges, {
    crawler: plan.productToken,
    exact: settings.reader === 'exact',
    tagPaths: topics.priority.readsTagPaths === true,
    workers: settings.workers ?? threads,
    accept: settings.accept,
    plugins,
  });
}

/** The parts of a judge with another model in the place of the topic's. @throws InputError */
export function withModel([only]: readonly JudgeParts[], model: TrainedModel): JudgeParts {
  const { name } = only?.plan.classifier ?? {};
  if (only?.kind.learner === undefined || name !== model.classifier)
    throw new InputError(
      `the crawl judges by a model that it trained, and the topic does not have a trained ${model.classifier} any more`,
      { hint: 'build the topic again' },
    );
  if (!isSpaceOfVersion(only.kind.generalSpace?.(model)))
    throw new InputError(
      'the crawl judges by a model that it trained with another word space than the one of this version',
      { hint: 'continue with the version of sfwc that trained it, or begin a new crawl' },
    );
  return { ...only, plan: { ...only.plan, classifier: { name, data: model } } };
}
