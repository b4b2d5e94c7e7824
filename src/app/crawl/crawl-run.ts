import { availableParallelism } from 'node:os';
import type { WarcArchive } from '../../archive/warc-archive.js';
import type { CrawlSettings } from '../../config/settings.js';
import { crawlIri, crawlQuads, eventQuads, type CrawlIdentity } from '../../crawl/store/crawl-quads.js';
import type { CrawlStore } from '../../crawl/store/crawl-store.js';
import type {
  CrawlCounts,
  CrawlParts,
  CrawlPlan,
  CrawlRecord,
  CrawlState,
  CrawlSummary,
  Remembered,
} from '../../crawl/engine/crawl-types.js';
import { crawl } from '../../crawl/engine/engine.js';
import { whyNoPage } from '../../crawl/engine/no-page.js';
import { replay, type ReplayParts } from '../../crawl/engine/replay.js';
import { MAX_UNUSABLE } from '../../crawl/pages/page-watch.js';
import {
  readEvents,
  readPageText,
  writeSkipped,
  type ResultFolder,
} from '../../crawl/store/result-folder.js';
import { productToken } from '../../crawl/politeness/robots.js';
import { hostOf, normaliseUrl } from '../../crawl/urls/urls.js';
import { writeNQuads } from '../../kb/files/nquads-file.js';
import type { Fetcher, LinkPriority } from '../../model/crawl.js';
import type { PageJudge } from '../../model/judging.js';
import { THESAURUS_CLASSIFIER } from '../../model/topic.js';
import type { Clock } from '../../support/time/clock.js';
import { withSinks, type OpenSinks } from '../../plugins/guard.js';
import type { Plugins } from '../../plugins/registry.js';
import { given } from '../../support/given.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { toNQuads } from '../../support/rdf/quads.js';
import { stillJudge, type World } from '../../crawl-setup/crawl-world.js';
import { findEarlier, findSitemaps, openRobots, rulesOf } from '../../crawl-setup/crawl-rules.js';
import { withoutSecrets } from '../../knowledge/endpoint.js';
import { openPageJudge } from '../../judging/judge-pool.js';
import { classifierName } from '../../judging/judge-plan.js';
import { chosenClassifier, openJudgeLinking, planJudge, type JudgeParts } from '../../judging/judge.js';
import { crawlQuadsFile, openTopic } from '../../knowledge/knowledge-base.js';
import { followedBy, frontierFor, openStrategy, strategyWarning } from '../../crawl-setup/strategy.js';

/** What a crawl may be given from outside. */
export interface CrawlSurroundings {
  /** Ends the crawl cleanly when aborted. */
  readonly signal?: AbortSignal;
  /** Called after each event. @param maxPages those of earlier runs of the crawl included */
  readonly onProgress?: (counts: CrawlCounts, maxPages: number) => void;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for instance a stored web. */
  readonly fetcher?: Fetcher;
}

/** What a crawl brought. */
export interface CrawlReport {
  readonly topic: string;
  /** The folder with the results. */
  readonly out: string;
  readonly summary: CrawlSummary;
}

/** What judges, ranks and bounds, made of the settings before anything is written. */
export interface Ready {
  readonly topicIri: string;
  readonly judge: JudgeParts;
  readonly priority: LinkPriority;
  readonly rules: ReturnType<typeof rulesOf> & Pick<CrawlPlan, 'earlier'>;
  readonly logger: Logger;
  readonly plugins: Plugins;
}

/** @throws as `openTopic`, `openJudge`, `openStrategy`, `rulesOf` and `findEarlier` */
export async function prepare(
  settings: CrawlSettings,
  { logger = silentLogger }: CrawlSurroundings,
  plugins: Plugins,
): Promise<Ready> {
  const warn = (message: string): void => logger.warn(message);
  const topic = await openTopic(settings.kb, settings.topic, settings, warn);
  const linking = await openJudgeLinking(topic, settings, warn, plugins);
  const judge = await planJudge(topic, chosenClassifier(forJudging(settings)), linking);
  const { strategy, kb, thesaurus } = settings;
  const priority = await openStrategy(strategy, kb, settings.topic, thesaurus, plugins);
  const warning = strategyWarning(strategy, settings.maxPages);
  if (warning !== undefined) warn(warning);
  const rules = {
    ...rulesOf(settings),
    ...(await findEarlier(settings, classifierName(judge.plan.classifier))),
  };
  return { topicIri: topic.facts.iri, judge, priority, rules, logger, plugins };
}

/** A thesaurus may be there for the links alone, where pages are judged by another classifier. */
function forJudging({
  classifier,
  thesaurus,
  strategy,
}: CrawlSettings): Parameters<typeof chosenClassifier>[0] {
  const forLinksAlone =
    strategy === 'thesaurus' && classifier !== undefined && classifier !== THESAURUS_CLASSIFIER;
  return forLinksAlone ? { classifier } : { classifier, thesaurus };
}

/** A crawl that is ready to run. */
export interface Run extends Ready {
  readonly settings: CrawlSettings;
  readonly seeds: readonly string[];
  readonly startedAt: number;
  readonly results: ResultFolder;
  readonly store: CrawlStore;
  readonly world: World;
  readonly archive?: WarcArchive | undefined;
  readonly surroundings: CrawlSurroundings;
  readonly resumed?: CrawlState;
}

/** Events after which they are forced to the disk, and the store's copies of them are dropped. */
const EVENTS_A_SYNC = 100;

/** What a crawl is known by. */
export function identityOf({
  settings,
  topicIri,
  startedAt,
  seeds,
}: Pick<Run, 'settings' | 'topicIri' | 'startedAt' | 'seeds'>): CrawlIdentity {
  return { topic: settings.topic, topicIri, startedAt: new Date(startedAt).toISOString(), seeds };
}

/** Runs a crawl to its end, and writes what it brought. What it was given is the caller's to close. */
export async function runCrawl(run: Run): Promise<CrawlReport> {
  const crawler = productToken(run.settings.userAgent);
  const judge = openPageJudge(run.judge, { crawler, workers: workersFor(run.settings, run.surroundings) });
  try {
    return await withSinks(run.plugins, (sinks) => runWith(run, judge, sinks));
  } finally {
    await judge.close();
  }
}

/**
 * Threads that judge. Where the network is asked, as many as there are cores. In a web of files time is simulated, and
 * with one thread the same crawl gives the same events.
 */
export function workersFor(
  {
    workers,
    web,
    fromWarc = [],
  }: Pick<CrawlSettings, 'workers' | 'web'> & Partial<Pick<CrawlSettings, 'fromWarc'>>,
  { fetcher }: Pick<CrawlSurroundings, 'fetcher'>,
): number {
  const simulated = web !== undefined || fromWarc.length > 0 || fetcher !== undefined;
  return workers ?? (simulated ? 1 : availableParallelism());
}

async function runWith(run: Run, judge: PageJudge, sinks: OpenSinks): Promise<CrawlReport> {
  const { settings, seeds, results, rules, archive } = run;
  const identity = identityOf(run);
  const description = {
    ...identity,
    crawl: crawlIri(identity),
    settings: withoutSecrets({ ...settings, follow: followed(run) }),
  };
  // At the beginning, too: a crawl that is killed is a crawl of which one may want to know.
  await results.describe(description);
  const parts = partsOf(run, judge, sinks);
  if (run.resumed !== undefined) await relearn(run.store, run.priority, { ...parts, ...normalising(rules) });
  const begun =
    run.resumed === undefined
      ? await findSitemaps(settings, seeds, { ...parts, fetcher: beside(run) }, run.surroundings.signal)
      : { remembered: await remembered(settings) };
  const plan = { ...toPlan(run), ...rules, ...begun };
  const ended = await crawl(parts, plan, run.surroundings.signal);
  await archive?.close();
  const summary = ended.done > 0 ? ended : { ...ended, ...given({ noPage: await whyNoPage(settings.out) }) };
  await results.describe({ ...description, summary });
  await writeSkipped(settings.out);
  await writeNQuads(
    crawlQuadsFile(settings.out),
    toNQuads(quadsOfCrawl(identity, settings.out, settings.nif)),
  );
  return { topic: settings.topic, out: settings.out, summary };
}

/** Asks for what is no page of the crawl. */
function beside({ archive, world: { fetcher } }: Run): Fetcher {
  return archive?.beside(fetcher) ?? fetcher;
}

function partsOf(run: Run, judge: PageJudge, sinks: OpenSinks): CrawlParts {
  const { settings, priority, results, store, world, archive, logger } = run;
  const { fetcher, clock } = world;
  const still = <T>(work: Promise<T>): Promise<T> => world.still(work);
  return {
    fetcher,
    robots: openRobots(settings, beside(run), clock),
    judge: stillJudge(judge, world),
    priority,
    frontier: frontierFor(priority, store.frontier),
    memory: store.memory,
    clock,
    ...(archive === undefined ? {} : { archive }),
    keepPage: (url, page, body) => still(results.keepPage(url, page, body)),
    note: (heard, state) => store.note(heard, state),
    sink: (record) => still(deliver(record, run, sinks)),
    logger,
  };
}

async function deliver(
  { event, page }: CrawlRecord,
  { results, store, archive }: Run,
  sinks: OpenSinks,
): Promise<void> {
  await results.record(event);
  await sinks.write(event, page);
  if (event.sequence % EVENTS_A_SYNC !== 0) return;
  await results.sync();
  await archive?.sync();
  store.forgetEvents(event.sequence);
}

/** Brings a strategy that learns to where it was. */
async function relearn(store: CrawlStore, priority: LinkPriority, parts: ReplayParts): Promise<void> {
  const snapshot = store.snapshot();
  if (snapshot !== undefined) priority.restore?.(snapshot);
  await replay(store.heard(), priority, parts);
}

function normalising({ urlRules }: Pick<CrawlPlan, 'urlRules'>): Pick<ReplayParts, 'normalise'> {
  return { normalise: (written) => normaliseUrl(written, urlRules) };
}

/** What a crawl that goes on has to know of the pages that it asked for before. */
async function remembered({ out, maxPagesPerHost, keepDuplicates }: CrawlSettings): Promise<Remembered> {
  const hostPages = new Map<string, number>();
  const fingerprints = new Map<string, string>();
  const unusable: string[] = [];
  for await (const { url, state, fetched, fingerprint } of readEvents(out)) {
    const host = hostOf(url);
    if (fetched && maxPagesPerHost !== undefined) hostPages.set(host, (hostPages.get(host) ?? 0) + 1);
    if (state !== 'done') unusable.push(url);
    if (unusable.length > 2 * MAX_UNUSABLE) unusable.splice(0, MAX_UNUSABLE);
    if (keepDuplicates) continue;
    if (fingerprint !== undefined) fingerprints.set(url, fingerprint);
  }
  return { hostPages, fingerprints, unusable: unusable.slice(-MAX_UNUSABLE) };
}

/** Whose links are followed: as the user says, else as the strategy's paper does. */
function followed({ settings, priority }: Pick<Run, 'settings' | 'priority'>): CrawlPlan['follow'] {
  return settings.follow ?? followedBy(priority);
}

function toPlan({ settings, seeds, priority, surroundings: { onProgress }, resumed }: Run): CrawlPlan {
  const { maxPages, maxDepth, scope, concurrency } = settings;
  return {
    seeds,
    maxPages,
    maxDepth,
    scope,
    follow: followed({ settings, priority }),
    concurrency,
    ...(resumed === undefined ? {} : { resumed }),
    ...(onProgress === undefined ? {} : { progress: onProgress }),
  };
}

/** A crawl as RDF, from the events in its folder, so that memory does not grow with the crawl. */
export async function* quadsOfCrawl(
  identity: CrawlIdentity,
  out: string,
  nif: boolean,
): AsyncGenerator<ReturnType<typeof crawlQuads>[number]> {
  yield* crawlQuads(identity);
  const iri = crawlIri(identity);
  for await (const event of readEvents(out)) {
    const kept = nif && event.judgement?.accepted === true;
    yield* eventQuads(event, iri, kept ? await readPageText(out, event.url) : undefined);
  }
}
