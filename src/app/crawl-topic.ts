import { checkSettings } from '../config/resolve.js';
import { crawlFields, type CrawlOptions, type CrawlSettings } from '../config/settings.js';
import { crawlIri, crawlQuads, eventQuads, type CrawlIdentity } from '../crawl/crawl-quads.js';
import type { CrawlCounts, CrawlParts, CrawlPlan, CrawlSummary } from '../crawl/crawl-types.js';
import { crawl } from '../crawl/engine.js';
import { createResultFolder, readEvents, readPageText } from '../crawl/result-folder.js';
import { createRobots } from '../crawl/robots.js';
import { writeNQuads } from '../kb/nquads-file.js';
import type { Fetcher } from '../model/crawl.js';
import { STRATEGIES } from '../model/strategy.js';
import { THESAURUS_CLASSIFIER } from '../model/topic.js';
import { createPageReader } from '../page/reader.js';
import { systemClock, type Clock } from '../support/clock.js';
import type { SimulatedClock } from '../support/simulated-clock.js';
import { silentLogger, type Logger } from '../support/logger.js';
import { toNQuads } from '../support/quads.js';
import { withoutSecrets } from './endpoint.js';
import { openFetcher } from './http.js';
import { chosenClassifier, openJudge, openJudgeLinking } from './judge.js';
import { crawlQuadsFile, openTopic } from './knowledge-base.js';
import { readSeeds } from './seeds.js';
import { frontierFor, openStrategy, strategyWarning } from './strategy.js';
import { enterStoredWeb } from './web.js';

export type { CrawlCounts };

/** What a crawl may be given from outside. */
export interface CrawlSurroundings {
  /** Ends the crawl cleanly when aborted. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (counts: CrawlCounts) => void;
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

/**
 * Crawls for pages about a topic and writes them, every event, and the crawl's RDF to a folder.
 *
 * @throws UsageError for settings; InputError for the topic, the seeds and a folder that holds another crawl;
 *   OutputError when results cannot be written: what was written before is then still readable
 */
export async function crawlTopic(
  options: CrawlOptions,
  surroundings: CrawlSurroundings = {},
): Promise<CrawlReport> {
  const settings = checkSettings(crawlFields, options);
  const logger = surroundings.logger ?? silentLogger;
  const seeds = await readSeeds(settings.seeds);
  const topic = await openTopic(settings.kb, settings.topic, settings, (message) => logger.warn(message));
  const linking = await openJudgeLinking(topic, settings, (message) => logger.warn(message));
  const judge = await openJudge(topic, chosenClassifier(forJudging(settings)), linking);
  const priority = await openStrategy(settings.strategy, settings.kb, settings.topic, settings.thesaurus);
  const warning = strategyWarning(settings.strategy, settings.maxPages);
  if (warning !== undefined) logger.warn(warning);
  const results = await createResultFolder(settings.out, { force: settings.force });
  const world = surroundings.fetcher === undefined ? await openWorld(settings) : undefined;
  const fetcher = surroundings.fetcher ?? world?.fetcher;
  // Judging and writing cost no simulated time.
  const still = <T>(work: Promise<T>): Promise<T> => world?.clock?.during(work) ?? work;
  try {
    if (fetcher === undefined) throw new RangeError('a crawl needs a fetcher');
    const parts: CrawlParts = {
      fetcher,
      robots: createRobots({ fetcher, userAgent: settings.userAgent }),
      pageReader: createPageReader(),
      ...judge,
      annotate: (page) => still(judge.annotate(page)),
      priority,
      frontier: frontierFor(priority),
      clock: surroundings.clock ?? world?.clock ?? systemClock,
      sink: (record) => still(results.record(record)),
      logger,
    };
    const summary = await crawl(parts, toPlan(settings, seeds, surroundings), surroundings.signal);
    const identity = {
      topic: settings.topic,
      topicIri: topic.facts.iri,
      startedAt: summary.startedAt,
      seeds,
    };
    await results.describe({
      ...identity,
      crawl: crawlIri(identity),
      settings: withoutSecrets({ ...settings, follow: followed(settings) }),
      summary,
    });
    await writeNQuads(crawlQuadsFile(settings.out), toNQuads(quadsOfCrawl(identity, settings)));
    return { topic: settings.topic, out: settings.out, summary };
  } finally {
    await results.close();
    await world?.close();
  }
}

/** What a crawl meets: the network, or a web in files, where time is simulated. */
interface World {
  readonly fetcher: Fetcher;
  readonly clock?: SimulatedClock;
  close(): Promise<void> | void;
}

async function openWorld(settings: CrawlSettings): Promise<World> {
  if (settings.web !== undefined) return enterStoredWeb(settings.web, settings, settings.latency);
  const fetcher = openFetcher(settings);
  return { fetcher, close: () => fetcher.close() };
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

/** Whose links are followed: as the user says, else as the strategy's paper does. */
function followed({ follow, strategy }: CrawlSettings): CrawlPlan['follow'] {
  return follow ?? STRATEGIES[strategy].follow;
}

function toPlan(
  settings: CrawlSettings,
  seeds: readonly string[],
  { onProgress }: CrawlSurroundings,
): CrawlPlan {
  const { maxPages, maxDepth, scope, concurrency, delay } = settings;
  return {
    seeds,
    maxPages,
    maxDepth,
    scope,
    follow: followed(settings),
    concurrency,
    delaySeconds: delay,
    ...(onProgress === undefined ? {} : { progress: onProgress }),
  };
}

/** From the events on disk, so that memory does not grow with the crawl. */
async function* quadsOfCrawl(
  identity: CrawlIdentity,
  { out, nif }: CrawlSettings,
): AsyncGenerator<ReturnType<typeof crawlQuads>[number]> {
  yield* crawlQuads(identity);
  const iri = crawlIri(identity);
  for await (const event of readEvents(out)) {
    const kept = nif && event.judgement?.accepted === true;
    yield* eventQuads(event, iri, kept ? await readPageText(out, event.url) : undefined);
  }
}
