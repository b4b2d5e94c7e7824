import type { WarcArchive } from '../../../web/archive/warc-archive.js';
import { withoutSecrets } from '../../settings/kept-settings.js';
import { crawlFields, type CrawlSettings } from '../../settings/crawl-settings.js';
import type { SitemapSettings } from './crawl-start.js';
import { openCrawlNetwork, untimedCrew, untimedFrontier, untimedJudge, type Network } from './network.js';
import { frontierFor } from './followed-links.js';
import type {
  CollectionMemory,
  CrawlCrew,
  CrawlParts,
  QueueParts,
  CrawlPlan,
  CrawlState,
  FoundUrl,
} from '../../../crawling/engine/crawl-types.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import { knownFrontier } from '../../../crawling/frontier/batch-frontier.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import { crawlIri, type CrawlIdentity } from '../../../crawling/store/crawl-quads.js';
import type { CrawlStore } from '../../../crawling/store/crawl-store.js';
import { openCommandFolder } from '../../../crawling/steering/command-folder.js';
import type { ResultFolder } from '../../../crawling/store/result-folder.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { openSinks, type OpenSinks } from '../../../judging/plugins/guarded-parts.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { silentLogger } from '../../../support/logger.js';
import { given } from '../../../support/given.js';
import type { Own } from '../../../support/with-resources.js';
import type { FeatureModule } from '../feature-module.js';
import type { CrawlDeps } from './crawl-surroundings.js';
import { openCrawlArchive } from './crawl-archive.js';
import { openCrawlJudge } from './crawl-judge.js';
import type { CrawlTopics } from './crawl-topics.js';
import { openFeatures } from '../features.js';
import { isTimeSimulated } from './simulated-time.js';

/** Services of a crawl. */
export interface CrawlResources {
  readonly identity: CrawlIdentity;
  /** Content of `crawl.json` in any case. */
  readonly description: Readonly<Record<string, unknown>>;
  /** Parts that the engine works with; its results go to `output`. */
  readonly parts: Omit<CrawlParts, 'record' | 'untimed'>;
  /** Optional features. */
  readonly features: readonly CrawlFeature[];
  readonly start: StartingPoint;
  readonly output: CrawlOutput;
  readonly network: CrawlNetwork;
  /** Present where several workers share the crawl. */
  readonly shared: SharedPart | undefined;
}

/** Knowledge that a crawl starts from in addition to its seeds. */
export interface StartingPoint {
  /** In milliseconds since the epoch, the first of its runs. */
  readonly startedAt: number;
  /** State at the end of an earlier run; undefined for a new crawl, and before its first event. */
  readonly state: CrawlState | undefined;
  /** Addresses that the crawl starts from in addition to seeds and sitemaps. */
  readonly found: readonly FoundUrl[];
  readonly sitemaps: SitemapSettings;
}

/** Destination of the results of a crawl. */
export interface CrawlOutput {
  readonly results: ResultFolder;
  readonly store: CrawlStore;
  readonly archive: WarcArchive | undefined;
  readonly sinks: OpenSinks;
  /** True if the texts of accepted pages are put into the RDF. */
  readonly nif: boolean;
  /** True if bodies and texts of accepted pages are kept. */
  readonly keepsPages: boolean;
}

/** Services through which a crawl sends its requests, apart from those for pages. */
export interface CrawlNetwork {
  /** Fetches what is not a page of the crawl: robots.txt files, sitemaps. */
  readonly fetcher: Fetcher;
  readonly untimed: Network['untimed'];
  readonly isTimeSimulated: boolean;
}

/** Services that make a crawl the part of one worker in a crawl that several share. */
export interface SharedPart {
  /** The name of the crawl, and the number of the worker. */
  readonly name: string;
  readonly worker: number;
  readonly crew: CrawlCrew;
  /** Brings what the other workers found. */
  readonly news: CrawlFeature;
  /** True if the worker reads the sitemaps that the crawl starts from. */
  readonly readsSitemaps: boolean;
  /** True if an event does not count, because another worker ends its URL. */
  isLost(sequence: number): boolean;
}

/** Plan of a crawl before its folder is opened. */
export interface PlannedCrawl {
  readonly settings: CrawlSettings;
  readonly plugins: Plugins;
  readonly seeds: readonly string[];
  readonly plan: CrawlPlan;
  /** Optional features of the crawl. */
  readonly features: readonly FeatureModule[];
  readonly topics: CrawlTopics;
}

/** Folder and database of a crawl. */
export interface CrawlPlace {
  readonly results: ResultFolder;
  readonly store: CrawlStore;
  /** Present where the crawl has begun before: when, in milliseconds since the epoch, and how it stood. */
  readonly begun?: { readonly startedAt: number; readonly state: CrawlState | undefined };
  /** Present where several workers share the crawl. */
  readonly shared?: SharedPart;
}

/** Identity of the crawl, for its RDF. @param startedAt milliseconds since the epoch */
export function identityOf(
  { settings: { topic = [] }, topics: { judges }, seeds }: PlannedCrawl,
  startedAt: number,
): CrawlIdentity {
  const iris = judges.map(({ facts }) => facts.iri);
  const [only] = iris;
  const topicIri = iris.length === 1 && only !== undefined ? only : iris;
  return { topic, topicIri, startedAt: new Date(startedAt).toISOString(), seeds };
}

/** Knowledge of a crawl that is not a further one of a collection. */
const NO_COLLECTION: CollectionMemory = {
  found: [],
  isKnown: () => false,
  earlier: () => Promise.resolve(undefined),
};

/** URLs that wait to be requested. */
function queueOf(
  { topics }: PlannedCrawl,
  { store, shared }: CrawlPlace,
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

/** The first worker of a shared crawl reads the sitemaps for all. */
function sitemapsOf(settings: CrawlSettings, shared: SharedPart | undefined): SitemapSettings {
  return shared?.readsSitemaps === false ? { ...settings, sitemaps: false } : settings;
}

/** End of the archive of a crawl that continues. A worker's archive is its own, and begins with it. */
function endOfArchive({ begun, shared }: CrawlPlace): Parameters<typeof openCrawlArchive>[2] {
  return shared === undefined && begun !== undefined ? { place: begun.state?.archive } : undefined;
}

/** Destination of the results. */
function outputOf(
  { settings: { nif, discardPages } }: PlannedCrawl,
  { results, store }: CrawlPlace,
  opened: Pick<CrawlOutput, 'archive' | 'sinks'>,
): CrawlOutput {
  return { results, store, ...opened, nif, keepsPages: !discardPages };
}

function describe(
  { settings, topics, plan }: PlannedCrawl,
  identity: CrawlIdentity,
  features: readonly CrawlFeature[],
  shared: SharedPart | undefined,
): Readonly<Record<string, unknown>> {
  const shown = withoutSecrets(crawlFields, {
    ...settings,
    strategy: settings.strategy ?? topics.priority.name,
    follow: plan.follow,
  });
  return {
    ...identity,
    crawl: crawlIri(identity),
    settings: shown,
    ...given({ shared: shared && { name: shared.name, worker: shared.worker } }),
    ...Object.fromEntries(features.flatMap(({ description = {} }) => Object.entries(description))),
  };
}

/** Opens what a crawl works with in addition to its place. @throws as `openNetwork` and `openCrawlArchive` */
export async function openCrawlResources(
  planned: PlannedCrawl,
  place: CrawlPlace,
  deps: CrawlDeps,
  own: Own,
): Promise<CrawlResources> {
  const { settings, plugins, plan, topics } = planned;
  const { results, store, begun, shared } = place;
  const { logger = silentLogger, collection = NO_COLLECTION } = deps;
  const state = begun?.state;
  const opening = { ...deps, out: results.path };
  const network = own(
    await openCrawlNetwork(settings, opening, plan.seeds, state?.time ?? begun?.startedAt, own),
  );
  const { clock, threads, untimed } = network;
  const startedAt = begun?.startedAt ?? clock.now();
  const identity = identityOf(planned, startedAt);
  const archived = { crawl: crawlIri(identity), clock, logger };
  const archive = own(await openCrawlArchive(settings, archived, endOfArchive(place)));
  const fetcher = archive?.alongside(network.fetcher) ?? network.fetcher;
  const { judge, judgeBy } = openCrawlJudge(planned, threads);
  own(judge);
  const folder = own(await openCommandFolder(results.path, store.actions, logger));
  const opened = await openFeatures(
    planned.features,
    settings,
    {
      ...{ identity, fetcher, clock, logger, plugins, judgeBy, ...topics, instead: deps.fetcher },
      ...{ out: results.path, isContinued: state !== undefined, isShared: shared !== undefined },
    },
    own,
  );
  const features = shared === undefined ? opened : [...opened, shared.news];
  const { backoff, pause } = plan;
  const parts = {
    web: {
      fetcher: network.fetcher,
      robots: createRobots({
        ...{ fetcher, userAgent: settings.userAgent, maxCrawlDelay: pause.maxSeconds, backoff, clock },
      }),
    },
    judging: { judge: untimedJudge(judge, network) },
    queue: queueOf(planned, place, network, collection),
    steer: { control: folder },
    watch: { progress: deps.onProgress },
    clock,
    logger,
  };
  return {
    identity,
    description: describe(planned, identity, features, shared),
    ...{ parts, features },
    start: { startedAt, state, found: collection.found, sitemaps: sitemapsOf(settings, shared) },
    output: outputOf(planned, place, { archive, sinks: own(await openSinks(plugins)) }),
    network: { fetcher, untimed, isTimeSimulated: isTimeSimulated(settings) },
    shared,
  };
}
