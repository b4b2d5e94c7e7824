import type { CrawlCounts, CrawlSummary } from '../../../crawling/engine/crawl-counts.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-context.js';
import type { CrawlCrew, CrawlDeps, CrawlPlan, CrawlState } from '../../../crawling/engine/crawl-types.js';
import { knownFrontier } from '../../../crawling/frontier/frontier.js';
import { openCommandFolder } from '../../../crawling/steering/command-folder.js';
import { readPageBody } from '../../../crawling/store/page-store.js';
import { crawlIri, type CrawlIdentity } from '../../../crawling/store/crawl-quads.js';
import {
  openCrawlStore,
  readStanding,
  refuseRunningCrawl,
  type CrawlStanding,
  type CrawlStore,
} from '../../../crawling/store/crawl-store.js';
import {
  createResultFolder,
  readEvents,
  refuseResults,
  reopenResultFolder,
  type ResultFolder,
} from '../../../crawling/store/result-folder.js';
import { urlFilter } from '../../../crawling/urls/url-patterns.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import { openPageJudge } from '../../../judging/judge/judge-pool.js';
import { openSinks, type OpenSinks } from '../../../judging/plugins/guarded-parts.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import type { CrawlActivity } from '../../../model/crawl-activity.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { UsageError } from '../../../model/errors.js';
import type { PageJudge } from '../../../model/judging.js';
import { noCrawl } from '../../../support/crawl-folder.js';
import { given } from '../../../support/given.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import { packageVersion } from '../../../support/package-version.js';
import type { Clock } from '../../../support/time/clock.js';
import type { Own } from '../../../support/with-resources.js';
import { without } from '../../../support/without.js';
import { refuseArchive, removeArchive } from '../../../web/archive/names.js';
import type { ArchiveOptions, WarcArchive } from '../../../web/archive/warc-archive.js';
import { crawlFields, type CrawlSettings } from '../../settings/crawl-settings.js';
import { portableSettings, withoutSecrets } from '../../settings/kept-settings.js';
import type { CrawlOptions } from '../../settings/settings.js';
import type { CollectionMemory, FeatureModule } from '../feature-module.js';
import { loadFeatures, openFeatures } from '../features.js';
import { followedInCrawl, planCrawl } from './crawl-plan.js';
import { openCrawlTopics, type CrawlTopics } from './crawl-topics.js';
import { openNetwork } from './network.js';
import type { CrawlServices } from './open-crawl.js';
import { replaceableJudge } from './replaceable-judge.js';

/** Events after which they are forced to the disk, and the store's copies of them are dropped. */
const EVENTS_A_SYNC = 100;
/** A crash loses at most one batch of pages, and the visits in progress; these pages are requested again. */
const BATCH = { records: 16, milliseconds: 50 };

/** Services that a crawl may be given from outside. */
export interface CrawlCallbacks {
  /** Ends the crawl cleanly when aborted. */
  readonly signal?: AbortSignal;
  /** Called after each event. @param maxPages those of earlier runs of the crawl included */
  readonly onProgress?: (counts: CrawlCounts, maxPages: number) => void;
  /** Called with what the crawl waits for before its first request and after its last one. */
  readonly onWait?: (what: string | undefined) => void;
  /** As `CrawlDeps.watchActivity`. */
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

/** A crawl to be run: what was asked for, and how it begins. */
export interface CrawlRequest {
  readonly settings: CrawlSettings;
  readonly plugins: Plugins;
  readonly seeds: readonly string[];
  readonly beginning: CrawlBeginning;
}

/** Plan of a crawl before its folder is opened. */
export interface PlannedCrawl extends Omit<CrawlRequest, 'beginning'> {
  readonly plan: CrawlPlan;
  readonly modules: readonly FeatureModule[];
  readonly topics: CrawlTopics;
}

/** Folder and database of a crawl. */
interface CrawlPlace {
  readonly results: ResultFolder;
  readonly store: CrawlStore;
  /** Present where the crawl has begun before: when, in milliseconds since the epoch, and how it stood. */
  readonly begun?: { readonly startedAt: number; readonly state: CrawlState | undefined };
  /** Present where several workers share the crawl: its name, and services that make this the part of one worker. */
  readonly shared?: {
    readonly name: string;
    readonly worker: number;
    readonly crew: CrawlCrew;
    /** Brings what the other workers found. */
    readonly news: CrawlFeature;
    /** True if an event does not count, because another worker ends its URL. */
    isLost(sequence: number): boolean;
  };
}

/** Beginning of a crawl: {@link newCrawl}, {@link resumedCrawl}, or one of the workers that share it. */
export interface CrawlBeginning {
  /** Refuses a folder that the crawl cannot have, before anything is opened. @throws InputError, UsageError */
  readonly refuse: (settings: CrawlSettings) => Promise<void> | void;
  /** Opens the folder and the store. */
  readonly open: (planned: PlannedCrawl, own: Own) => Promise<CrawlPlace>;
  /** Learns how the crawl ended, before its folder is closed. */
  readonly ended?: (summary: CrawlSummary) => void;
}

/** Settings that a crawl was started with, as its store keeps them: without secrets, and with whole paths. */
export interface KeptPlan {
  readonly settings: Omit<CrawlOptions, 'seeds' | 'out'>;
  readonly seeds: readonly string[];
  readonly startedAt: number;
}

/** A crawl into a folder that is ready to run: with the content of `crawl.json`, and a fetcher for sitemaps. */
export type PreparedCrawl = Awaited<ReturnType<typeof prepareAt>>;

/**
 * Plans a crawl and opens what it works with, in the same way however it begins. Everything that can be refused is refused
 * before the folder is touched.
 * @throws UsageError for settings that do not go together; InputError for the topic and the folder; OutputError
 */
export async function prepareCrawl(
  { beginning, ...asked }: CrawlRequest,
  deps: CrawlCallbacks,
  own: Own,
): Promise<PreparedCrawl> {
  const { settings, plugins, seeds } = asked;
  refuseUnfitArchives(settings);
  // Patterns that are not valid are refused before anything is opened.
  urlFilter(settings.include, settings.exclude);
  const modules = await loadFeatures(settings);
  await beginning.refuse(settings);
  const topics = await openCrawlTopics(settings, plugins, deps);
  const follow = settings.follow ?? followedInCrawl(topics.priority);
  const planned = { ...asked, plan: planCrawl({ ...settings, seeds, follow }), modules, topics };
  const place = await beginning.open(planned, own);
  const crawl = await prepareAt(planned, place, deps, own);
  const startedAt = Date.parse(crawl.identity.startedAt);
  place.store.keepPlan({ settings: keptSettings(planned), seeds, startedAt } satisfies KeptPlan);
  return crawl;
}

async function prepareAt(planned: PlannedCrawl, place: CrawlPlace, deps: CrawlCallbacks, own: Own) {
  const { settings, plugins, plan, topics } = planned;
  const { results, store, begun, shared } = place;
  const { logger = silentLogger, collection } = deps;
  const { state, startedAt } = begun ?? {};
  const network = own(await openNetwork(settings, deps, plan.seeds, state?.time ?? startedAt));
  const { clock, threads, untimed } = network;
  const identity = identityOf(planned, startedAt ?? clock.now());
  const about = { crawl: crawlIri(identity), clock, logger };
  const archive = own(await openArchive(settings, about, place));
  const fetcher = archive?.alongside(network.fetcher) ?? network.fetcher;
  const { judge, replace } = replaceableJudge(poolOf(planned, topics.judges, threads));
  own(judge);
  const control = own(await openCommandFolder(results.path, store.actions, logger));
  const parts = {
    ...{ fetcher, clock, logger, plugins, ...topics, instead: deps.fetcher, out: results.path },
    ...{ actions: store.actions.all(), isShared: shared !== undefined },
    judgeBy: (judges: readonly JudgeParts[], model: number) =>
      replace(poolOf(planned, judges, threads), model),
  };
  const opened = await openFeatures(planned.modules, settings, parts, own);
  const features = [...opened, topics.unchanged, shared?.news].filter((one) => one !== undefined);
  const services: CrawlServices = {
    ...{
      fetcher: network.fetcher,
      robotsFetcher: fetcher,
      clock,
      logger,
      control,
      progress: deps.onProgress,
    },
    ...{ memory: store.memory, priority: topics.priority, marks: store.marks, pages: results.pages },
    ...{ archive, untimed, batch: BATCH, crew: shared?.crew },
    judge: topics.encoder?.around(judge) ?? judge,
    frontier: collection === undefined ? store.frontier : knownFrontier(store.frontier, collection.isKnown),
    judged: {
      events: () => readEvents(results.path),
      bodyOf: (event) => untimed(readPageBody(results.path, event)),
    },
    sink: delivery(place, own(await openSinks(plugins)), archive),
    note: store.note,
    watchHosts: store.watchHosts,
  };
  return {
    ...planned,
    ...place,
    ...{ identity, features, fetcher, archive, collection },
    description: describe(planned, place, identity, features),
    services,
  };
}

function describe(
  { settings, topics, plan }: PlannedCrawl,
  { shared }: CrawlPlace,
  identity: CrawlIdentity,
  features: readonly CrawlFeature[],
): Readonly<Record<string, unknown>> {
  const { strategy = topics.priority.name } = settings;
  return {
    ...identity,
    crawl: crawlIri(identity),
    settings: withoutSecrets(crawlFields, { ...settings, strategy, follow: plan.follow }),
    ...given({ shared: shared && { name: shared.name, worker: shared.worker } }),
    ...Object.fromEntries(features.flatMap((one) => Object.entries(one.description ?? {}))),
  };
}

/** Writes records of finished URLs: events, then what sinks make of them. Now and then all is forced to the disk. */
function delivery(
  { results, store, begun, shared }: CrawlPlace,
  sinks: OpenSinks,
  archive: WarcArchive | undefined,
): CrawlDeps['sink'] {
  let synced = begun?.state?.sequence ?? 0;
  return async (all) => {
    const records = all.filter(({ event }) => shared?.isLost(event.sequence) !== true);
    await results.record(records.map(({ event }) => event));
    for (const { event, page } of records) await sinks.write(event, page);
    const { sequence = synced } = records.at(-1)?.event ?? {};
    if (sequence - synced < EVENTS_A_SYNC) return;
    await results.sync();
    await archive?.sync();
    store.forgetEvents(sequence);
    synced = sequence;
  };
}

/** Identity of the crawl, for its RDF. @param startedAt milliseconds since the epoch */
export function identityOf({ settings, topics, seeds }: PlannedCrawl, startedAt: number): CrawlIdentity {
  const iris = topics.judges.map(({ facts }) => facts.iri);
  const [only, second] = iris;
  const topicIri = second === undefined && only !== undefined ? only : iris;
  return { topic: settings.topic ?? [], topicIri, startedAt: new Date(startedAt).toISOString(), seeds };
}

/** @param threads that judge unless the user says otherwise */
function poolOf({ settings, plan }: PlannedCrawl, judges: readonly JudgeParts[], threads: number): PageJudge {
  return openPageJudge(judges, {
    crawler: plan.productToken,
    threads: settings.workers ?? threads,
    accept: settings.accept,
  });
}

/** Settings that do not go together. */
const UNFIT = [
  ['sitemaps', 'frontier'],
  ['captures', 'web'],
  ['captures', 'frontier'],
  ['warc', 'web'],
] as const;

/** @throws UsageError for settings that do not go together */
export function refuseUnfitArchives(settings: CrawlSettings): void {
  const isGiven = (name: keyof CrawlSettings): boolean => (settings[name] ?? false) !== false;
  for (const [one, other] of UNFIT)
    if (isGiven(one) && isGiven(other)) throw new UsageError(`${one} cannot be given together with ${other}`);
}

/** Bytes of a WARC file at which a new one is started. */
const WARC_BYTES = 1_000_000_000;

/** The archive of a crawl, if one is wanted. A worker's archive is its own, and begins with it. @throws OutputError */
async function openArchive(
  { warc, out, topic = [], userAgent }: CrawlSettings,
  { crawl, clock, logger }: { readonly crawl: string } & Pick<ArchiveOptions, 'clock' | 'logger'>,
  { begun, shared }: CrawlPlace,
): Promise<WarcArchive | undefined> {
  if (warc === undefined) return undefined;
  const names = [topic].flat().join(', ') || 'pages';
  const options: ArchiveOptions = {
    ...{ out, keep: warc, fileBytes: WARC_BYTES, topic: names, clock, logger },
    info: {
      software: `sfwc/${packageVersion()}`,
      format: 'WARC File Format 1.1',
      conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      isPartOf: crawl,
      description: `crawl for ${names}; answers kept: ${warc}`,
      robots: 'obey',
      'http-header-user-agent': userAgent,
    },
  };
  const { createArchive, reopenArchive } = await import('../../../web/archive/warc-archive.js');
  const isNew = shared !== undefined || begun === undefined;
  return isNew ? createArchive(options) : reopenArchive(options, begun.state?.archive);
}

/** Settings that a crawl keeps, so that it can be continued: all but those that are given again, or kept elsewhere. */
export function keptSettings({ settings, topics: { priority } }: PlannedCrawl): KeptPlan['settings'] {
  const all = { ...settings, strategy: settings.strategy ?? priority.name };
  return portableSettings(crawlFields, without(all, 'seeds', 'out', 'force', 'resume'));
}

/** @throws InputError where another process is crawling into the folder, or, without `force`, where it has results or an archive */
export async function refuseHeldFolder(out: string, force: boolean): Promise<void> {
  refuseRunningCrawl(out);
  if (force) return;
  await refuseResults(out);
  await refuseArchive(out);
}

/** A crawl that begins in a new folder, or, with `force`, in place of what the folder has. */
export const newCrawl: CrawlBeginning = {
  refuse: ({ out, force }) => refuseHeldFolder(out, force),
  async open({ settings: { out, force }, topics }, own) {
    const results = own(await createResultFolder(out, { force }));
    await removeArchive(out);
    return { results, store: own(openCrawlStore(out, topics.priority)) };
  },
};

/** A crawl that continues where it stood. @param startedAt milliseconds since the epoch */
export function resumedCrawl({ startedAt }: KeptPlan): CrawlBeginning {
  return {
    refuse: ({ out }) => refuseRunningCrawl(out),
    async open({ settings: { out }, topics }, own) {
      const store = own(openCrawlStore(out, topics.priority));
      // Only now no other process writes: the crawl may have moved on since it was looked at.
      const { state } = standingOf(out);
      const results = own(await reopenResultFolder(out, state, (sequence) => store.eventsAfter(sequence)));
      return { results, store, begun: { startedAt, state } };
    },
  };
}

/** State of the crawl in a folder. @throws InputError when none was started there */
export function standingOf(out: string): CrawlStanding {
  const standing = readStanding(out);
  if (standing.plan !== undefined) return standing;
  throw noCrawl(out);
}
