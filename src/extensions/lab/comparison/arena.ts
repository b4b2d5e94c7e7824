import { createFrontier } from '../../../crawling/frontier/frontier.js';
import type { CompareSettings } from '../compare-settings.js';
import type { CrawlRecord } from '../../../crawling/engine/crawl-types.js';
import { crawl } from '../../../crawling/engine/engine.js';
import { judgeHere } from './judge-here.js';
import { createRobots } from '../../../crawling/politeness/robots.js';
import { dotSparse } from '../../../support/numeric/sparse-vector.js';
import type { CrawlEvent, LinkPriority } from '../../../model/crawl-event.js';
import type { PageJudge } from '../../../model/judging.js';
import type { Page, PageReader } from '../../../model/page.js';
import { strategyOf, type StrategyName } from '../../../judging/plugins/built-in-strategies.js';
import type { Judgement, TopicClassifier } from '../../../model/topic.js';
import { createPageReader } from '../../../web/page/reader.js';
import { guardStrategy } from '../../../judging/plugins/guarded-parts.js';
import { loadPlugins, type Plugins } from '../../../judging/plugins/registry.js';
import { type StrategyParts, createStrategy } from '../../../crawling/priority/strategy-parts.js';
import type { TopicTexts } from '../../../crawling/priority/term-weights.js';
import { silentLogger } from '../../../support/logger.js';
import { once } from '../../../support/once.js';
import { mean } from '../../../support/statistics.js';
import { simulatedClock, type SimulatedClock } from '../../../support/time/clock.js';
import { createWebFetcher, seededLatency } from '../../../web/stored/fetcher.js';
import type { VirtualWeb, WebAnswer } from '../../../web/stored/virtual-web.js';
import { openJudge } from '../../../judging/judge/open-judge.js';
import { strategyTexts, strategyParts } from '../../../app/crawl/setup/open-strategy.js';
import { unlimitedPlan, followedBy } from '../../../app/crawl/setup/crawl-plan.js';
import type { ComparedCrawl } from '../evaluation/comparison.js';
import { openStoredWeb } from '../../../app/crawl/setup/network.js';

/** A crawl to run. */
export interface CompareJob {
  /** Name in the knowledge base. */
  readonly topic: string;
  /** Undefined: the topic's own. */
  readonly classifier: string | undefined;
  readonly strategy: string;
  readonly repeat: number;
  readonly seeds: readonly string[];
  /** All pages about the topic, including given ones, if known: what a user would label. */
  readonly members?: readonly string[];
}

/** True if a page was accepted, and its score. */
export type Verdict = readonly [accepted: boolean, score: number];
/** A crawl of a comparison with URLs; see {@link ComparedCrawl}. */
export interface FinishedCrawl extends Pick<
  ComparedCrawl,
  'topic' | 'classifier' | 'strategy' | 'repeat' | 'maxAverageSimilarity' | 'ended' | 'seconds'
> {
  readonly seeds: readonly string[];
  readonly fetches: readonly string[];
  readonly accepted: readonly string[];
}

/** Median of the simulated time of an answer, in milliseconds. */
const LATENCY = 100;

/** Runs crawls one after the other, and keeps what they share between them: pages, topics and verdicts. */
interface Arena {
  /** @param onFetch called after each fetch */
  run(job: CompareJob, onFetch: () => void, signal?: AbortSignal): Promise<FinishedCrawl>;
  close(): Promise<void>;
}

/** State of a topic in an arena. */
interface ArenaTopic {
  readonly texts: () => Promise<TopicTexts>;
  readonly parts: () => Promise<StrategyParts>;
  readonly judge: (classifier: CompareJob['classifier']) => Promise<KnownJudge>;
  readonly close: () => Promise<void>;
  /** Similarities of pages to the most similar text of the corpus, by URL. */
  readonly similarities: Map<string, number>;
}

/** A judge and the verdicts that it has given, by URL. */
interface KnownJudge {
  readonly judge: PageJudge;
  readonly verdicts: Map<string, Verdict>;
}

/** Opens the web of a comparison to crawl in it, with the plugins. @throws InputError when one cannot be opened */
export async function openArena(settings: CompareSettings): Promise<Arena> {
  const plugins = await loadPlugins(settings.plugin);
  const { web } = await openStoredWeb(settings.web);
  const memory = rememberingWeb(web, createPageReader({ tagPaths: plugins.all('strategies').length > 0 }));
  const topics = new Map<string, ArenaTopic>();
  return {
    async run(job, onFetch, signal) {
      const topic = topics.get(job.topic) ?? openArenaTopic(job.topic, settings, plugins);
      topics.set(job.topic, topic);
      return crawlOnce(job, { settings, plugins, topic, onFetch, signal, ...memory });
    },
    close: async () => {
      for (const topic of topics.values()) await topic.close();
    },
  };
}

function openArenaTopic(name: string, settings: CompareSettings, plugins: Plugins): ArenaTopic {
  const texts = once(() => strategyTexts(settings.kb, name, 'compare'));
  const judges = new Map<string, Promise<KnownJudge>>();
  const open = async (classifier: CompareJob['classifier']): Promise<KnownJudge> => {
    const thesaurus = classifier === 'thesaurus' ? settings.thesaurus : undefined;
    const judge = await openJudge({ ...settings, topic: name, classifier, thesaurus }, { plugins });
    return { judge, verdicts: new Map<string, Verdict>() };
  };
  return {
    texts,
    parts: once(async () => strategyParts(await texts())),
    judge: (classifier) => {
      const judge = judges.get(classifier ?? '') ?? open(classifier);
      judges.set(classifier ?? '', judge);
      return judge;
    },
    close: async () => {
      for (const known of judges.values()) await (await known).judge.close();
    },
    similarities: new Map(),
  };
}

interface ArenaDeps {
  readonly settings: CompareSettings;
  readonly plugins: Plugins;
  readonly topic: ArenaTopic;
  readonly onFetch: () => void;
  readonly signal: AbortSignal | undefined;
  readonly web: VirtualWeb;
  readonly reader: PageReader;
}

async function crawlOnce(job: CompareJob, deps: ArenaDeps): Promise<FinishedCrawl> {
  const { settings, topic, web, reader, signal } = deps;
  const begin = performance.now();
  const clock = simulatedClock();
  const fetcher = createWebFetcher(
    { ...web, answer: (url) => clock.during(web.answer(url)) },
    { clock, latency: seededLatency(LATENCY) },
  );
  const priority = await openStrategyOf(job, deps);
  const classifier = await classifierOf(job, topic, clock);
  const frontier = createFrontier();
  const recorded: Recorded = { events: [], similarities: [] };
  const sink = recordTo(recorded, await similarityOf(topic), deps.onFetch);
  // Sequential and without pauses, so that only the strategy determines the order.
  const { maxPages, maxDepth, follow = followedBy(priority) } = settings;
  const plan = unlimitedPlan({ seeds: job.seeds, maxPages, maxDepth, follow });
  const { maxSeconds: maxCrawlDelay } = plan.pause;
  const { ended } = await crawl(
    {
      fetcher,
      robots: createRobots({ fetcher, userAgent: 'sfwc-compare', maxCrawlDelay }),
      judge: judgeHere({ reader, classifier }),
      ...{ priority, frontier, sink, clock },
      logger: silentLogger,
    },
    plan,
    signal,
  );
  const crawled = finishedCrawl(job, classifier.name, recorded);
  return { ...crawled, ended, seconds: (performance.now() - begin) / 1000 };
}

interface Recorded {
  readonly events: CrawlEvent[];
  /** Of the pages, seeds left out. */
  readonly similarities: number[];
}

function recordTo(
  { events, similarities }: Recorded,
  similarity: (page: Page) => number,
  onFetch: () => void,
): (records: readonly CrawlRecord[]) => Promise<void> {
  return (records) => {
    for (const { event, page } of records) {
      if (event.fetched) onFetch();
      events.push(event);
      if (page !== undefined && event.depth > 0) similarities.push(similarity(page));
    }
    return Promise.resolve();
  };
}

function finishedCrawl(
  job: CompareJob,
  classifier: string,
  { events, similarities }: Recorded,
): Omit<FinishedCrawl, 'ended' | 'seconds'> {
  const { topic, strategy, repeat, seeds } = job;
  const fetched = events.filter((event) => event.fetched);
  return {
    ...{ topic, classifier, strategy, repeat, seeds },
    fetches: fetched.map(addressOf),
    accepted: events.filter(({ judgement }) => judgement?.accepted === true).map(addressOf),
    maxAverageSimilarity: mean(similarities),
  };
}

/** A page is identified by its URL after redirects. */
function addressOf(event: CrawlEvent): string {
  return event.finalUrl ?? event.url;
}

async function openStrategyOf(job: CompareJob, deps: ArenaDeps): Promise<LinkPriority> {
  const { strategy, topic, members } = job;
  const { settings, plugins } = deps;
  const own = plugins.find('strategies', strategy);
  if (own !== undefined) return guardStrategy(own, { kb: settings.kb, topic });
  const labelled = new Set(members);
  const none: StrategyParts = strategyParts({ corpus: [], background: [] });
  const name = strategy as StrategyName;
  const parts = strategyOf(name).needs === 'texts' ? await deps.topic.parts() : none;
  // The known labels stand in for the user of the paper, who labels the browse.
  const label = (event: CrawlEvent): boolean => labelled.has(addressOf(event));
  return createStrategy(name, members === undefined ? parts : { ...parts, label });
}

/** A classifier that judges each page once for all crawls. Judging takes no simulated time. */
async function classifierOf(
  job: CompareJob,
  topic: ArenaTopic,
  clock: SimulatedClock,
): Promise<TopicClassifier> {
  const { judge, verdicts } = await topic.judge(job.classifier);
  const { classifier: name } = judge;
  const judgeNow = async (page: Page): Promise<Verdict> => {
    const { accepted, score } = await judge.judge(page);
    const verdict = [accepted, score] as const;
    verdicts.set(page.url, verdict);
    return verdict;
  };
  return {
    name,
    judge: async ({ page }) =>
      judgementOf(name, verdicts.get(page.url) ?? (await clock.during(judgeNow(page)))),
  };
}

/** A judgement without reasons, which a comparison does not need. */
export function judgementOf(classifier: string, [accepted, score]: Verdict): Judgement {
  const nouns = { distinct: 0, linked: 0, unknown: 0 };
  const band = { low: null, high: null };
  return { accepted, score, classifier, reason: { summary: '', meanIdf: null, band, nouns, evidence: [] } };
}

/** The similarity of a page to the most similar text of the corpus, as cosine of TFC weights. */
async function similarityOf({ texts, parts, similarities }: ArenaTopic): Promise<(page: Page) => number> {
  const { corpus } = await texts();
  const sight = (await parts()).sight();
  const { weights, words } = sight;
  const good = corpus.map(({ title, text }) => weights.vectorOf(words(`${title}\n\n${text}`)));
  return (page) => {
    const found = similarities.get(page.url) ?? maxSimilarity(sight.pageVector(page), good, dotSparse);
    similarities.set(page.url, found);
    return found;
  };
}

/**
 * The largest similarity of a page to any of the pages that are known to be good; 0 without any. Batsakis et al. (2009,
 * section 4) count a page as positive when it passes a threshold; its mean over the pages of a crawl is the maximum average
 * similarity: `MAS(n) = (1/n) Σ_{i≤n} max_{g ∈ G} sim(p_i, g)`.
 */
export function maxSimilarity<T>(
  page: T,
  good: readonly T[],
  similarity: (page: T, good: T) => number,
): number {
  return good.reduce((best, one) => Math.max(best, similarity(page, one)), 0);
}

/** Maximum number of pages in memory, about 300 kB each. Pages of larger webs are read again. */
const MAX_PAGES = 3000;

/** A web and a reader that render and read each page once for all crawls. */
export interface RememberingWeb {
  readonly web: VirtualWeb;
  readonly reader: PageReader;
  /** The page at a URL; undefined if it is not HTML. */
  readonly pageAt: (url: string) => Promise<Page | undefined>;
}

/** A page and its response without the body, which is not needed again. */
interface Remembered {
  readonly page: Page;
  readonly answer: WebAnswer;
}

/** Caches pages, so that comparing twenty crawlers takes little longer than one crawl. */
export function rememberingWeb(web: VirtualWeb, reader: PageReader): RememberingWeb {
  const known = new Map<string, Remembered>();
  const answers = new Map<string, WebAnswer>();
  const remembering: PageReader = {
    read(body, url, contentType) {
      const before = known.get(url);
      if (before !== undefined) return before.page;
      const page = reader.read(body, url, contentType);
      const answer = answers.get(url);
      answers.delete(url);
      if (answer !== undefined) {
        const [oldest] = known.keys();
        if (known.size >= MAX_PAGES && oldest !== undefined) known.delete(oldest);
        // Only the existence of a body matters here, not its size.
        known.set(url, { page, answer: { ...answer, body: answer.body.slice(0, 1) } });
      }
      return page;
    },
  };
  const answer = async (url: string): Promise<WebAnswer> => {
    const before = known.get(url);
    if (before !== undefined) return before.answer;
    const found = await web.answer(url);
    if (found.status === 200 && /html/i.test(found.headers['content-type'] ?? '')) answers.set(url, found);
    return found;
  };
  return {
    web: { ...web, answer },
    reader: remembering,
    async pageAt(url) {
      const { status, headers, body } = await answer(url);
      const type = headers['content-type'] ?? '';
      return status === 200 && /html/i.test(type) ? remembering.read(body, url, type) : undefined;
    },
  };
}
