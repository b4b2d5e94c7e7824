import type { CompareSettings } from '../compare-settings.js';
import type { CrawlRecord } from '../../../crawling/engine/crawl-types.js';
import { judgeHere, judgementOf, type Verdict } from './judge-here.js';
import type { SparseVector } from '../../../support/numeric/sparse-vector.js';
import type { CrawlEvent, LinkPriority } from '../../../model/crawl-event.js';
import type { Page, PageReader } from '../../../model/page.js';
import { strategyOf, type StrategyName } from '../../../judging/plugins/built-in-strategies.js';
import type { TopicClassifier } from '../../../model/topic.js';
import { createPageReader } from '../../../web/page/reader.js';
import { guardStrategy } from '../../../judging/plugins/guarded-parts.js';
import { loadPlugins, type Plugins } from '../../../judging/plugins/registry.js';
import { type StrategyParts, loadStrategy } from '../../../crawling/priority/strategy-parts.js';
import { createRecent } from '../../../support/remember.js';
import { silentLogger } from '../../../support/logger.js';
import { once } from '../../../support/once.js';
import { mean } from '../../../support/statistics.js';
import type { VirtualWeb, WebAnswer } from '../../../web/stored/virtual-web.js';
import { openJudge } from '../../../judging/judge/open-judge.js';
import { strategyTexts, strategyParts } from '../../../app/crawl/setup/open-strategy.js';
import { followedBy, planCrawl } from '../../../app/crawl/setup/crawl-plan.js';
import type { ComparedCrawl } from '../evaluation/comparison.js';
import { storedNetwork } from '../../../app/crawl/setup/network.js';
import { PARTS } from '../../../judging/parts.js';
import { openCrawl } from '../../../app/crawl/setup/open-crawl.js';

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

/** A crawl of a comparison with URLs; see {@link ComparedCrawl}. */
export type FinishedCrawl = Omit<ComparedCrawl, 'seeds' | 'fetches' | 'accepted'> &
  Readonly<Record<'seeds' | 'fetches' | 'accepted', readonly string[]>>;

type ArenaTopic = ReturnType<typeof openArenaTopic>;

/**
 * Opens the web of a comparison to run crawls in it one after the other, with the plugins. Pages, topics and verdicts are kept from
 * crawl to crawl.
 * @throws InputError when one cannot be opened
 */
export async function openArena(settings: CompareSettings) {
  const plugins = await loadPlugins(settings.plugin);
  const { web } = await (await PARTS.webs()).openWeb(settings.web);
  const memory = rememberingWeb(web, createPageReader());
  const topics = new Map<string, ArenaTopic>();
  return {
    /** @param onFetch called after each fetch */
    async run(job: CompareJob, onFetch: () => void, signal?: AbortSignal): Promise<FinishedCrawl> {
      const topic = topics.get(job.topic) ?? openArenaTopic(job.topic, settings, plugins);
      topics.set(job.topic, topic);
      return crawlOnce(job, { settings, plugins, topic, onFetch, signal, ...memory });
    },
    async close(): Promise<void> {
      for (const topic of topics.values()) await topic.close();
    },
  };
}

/** State of a topic in an arena. */
function openArenaTopic(name: string, settings: CompareSettings, plugins: Plugins) {
  const texts = once(() => strategyTexts(settings.kb, name, 'compare'));
  const open = async (classifier: CompareJob['classifier']) => {
    const thesaurus = classifier === 'thesaurus' ? settings.thesaurus : undefined;
    const judge = await openJudge({ ...settings, topic: name, classifier, thesaurus }, { plugins });
    return { judge, verdicts: new Map<string, Verdict>() };
  };
  const judges = new Map<string, ReturnType<typeof open>>();
  return {
    texts,
    parts: once(async () => strategyParts(await texts())),
    /** A judge and the verdicts that it has given, by URL. */
    judge(classifier: CompareJob['classifier']) {
      const judge = judges.get(classifier ?? '') ?? open(classifier);
      judges.set(classifier ?? '', judge);
      return judge;
    },
    async close(): Promise<void> {
      for (const known of judges.values()) await (await known).judge.close();
    },
    /** Similarities of pages to the most similar text of the corpus, by URL. */
    similarities: new Map<string, number>(),
  };
}

interface ArenaDeps extends RememberingWeb {
  readonly settings: CompareSettings;
  readonly plugins: Plugins;
  readonly topic: ArenaTopic;
  readonly onFetch: () => void;
  readonly signal: AbortSignal | undefined;
}

async function crawlOnce(job: CompareJob, deps: ArenaDeps): Promise<FinishedCrawl> {
  const { settings, topic, web, reader, signal, onFetch } = deps;
  const begin = performance.now();
  const priority = await openStrategyOf(job, deps);
  const classifier = await classifierOf(job, topic);
  const similarity = await similarityOf(topic);
  const [events, similarities]: [CrawlEvent[], number[]] = [[], []];
  const sink = (records: readonly CrawlRecord[]): Promise<void> => {
    for (const { event, page } of records) {
      if (event.fetched) onFetch();
      events.push(event);
      if (page !== undefined && event.depth > 0) similarities.push(similarity(page));
    }
    return Promise.resolve();
  };
  // Sequential and without pauses, so that only the strategy determines the order.
  const { maxPages, maxDepth, follow = followedBy(priority) } = settings;
  const limits = { maxPages, maxDepth, follow, delay: 0, concurrency: 1, keepDuplicates: true };
  const plan = { ...planCrawl({ ...limits, seeds: job.seeds }), maxLinks: Infinity, maxIdle: Infinity };
  const judge = judgeHere({ reader, classifier });
  const services = { ...storedNetwork(web), judge, priority, sink, logger: silentLogger };
  const { ended } = await openCrawl(plan, services).run(signal);
  const { topic: name, strategy, repeat, seeds } = job;
  return {
    ...{ topic: name, classifier: classifier.name, strategy, repeat, seeds },
    fetches: events.filter((event) => event.fetched).map(addressOf),
    accepted: events.filter(({ judgement }) => judgement?.accepted === true).map(addressOf),
    maxAverageSimilarity: mean(similarities),
    ...{ ended, seconds: (performance.now() - begin) / 1000 },
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
  return (await loadStrategy(name))(members === undefined ? parts : { ...parts, label });
}

/** A classifier that judges each page once for all crawls, without reasons. */
async function classifierOf(job: CompareJob, topic: ArenaTopic): Promise<TopicClassifier> {
  const { judge, verdicts } = await topic.judge(job.classifier);
  const { classifier: name } = judge;
  const judgeNow = async (page: Page): Promise<Verdict> => {
    const { accepted, score } = await judge.judge(page);
    verdicts.set(page.url, [accepted, score]);
    return [accepted, score];
  };
  return {
    name,
    judge: async ({ page }) => judgementOf(name, verdicts.get(page.url) ?? (await judgeNow(page))),
  };
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

/** Σ a·b of two sparse vectors: their cosine when both have length 1. */
function dotSparse(a: SparseVector, b: SparseVector): number {
  let sum = 0;
  let at = 0;
  for (let index = 0; index < a.places.length; index += 1) {
    const place = a.places[index] ?? 0;
    while (at < b.places.length && (b.places[at] ?? 0) < place) at += 1;
    if (b.places[at] === place) sum += (a.values[index] ?? 0) * (b.values[at] ?? 0);
  }
  return sum;
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

/** Half of the pages in memory at most, about 300 kB each. Pages of larger webs are read again. */
const MAX_PAGES = 1500;

export interface RememberingWeb {
  readonly web: VirtualWeb;
  readonly reader: PageReader;
}

/** A web and a reader that render and read each page once for all crawls: comparing twenty takes little longer than one crawl. */
export function rememberingWeb(web: VirtualWeb, reader: PageReader): RememberingWeb {
  const pages = createRecent<string, Page>(MAX_PAGES);
  // Only the existence of a body matters of a page that was read, not its size.
  const answers = createRecent<string, WebAnswer>(MAX_PAGES);
  return {
    web: {
      ...web,
      async answer(url) {
        const before = pages.get(url) === undefined ? undefined : answers.get(url);
        const found = before ?? (await web.answer(url));
        if (found.status === 200 && /html/i.test(found.headers['content-type'] ?? ''))
          answers.set(url, { ...found, body: found.body.slice(0, 1) });
        return found;
      },
    },
    reader: {
      read(body, url, contentType) {
        const page = pages.get(url) ?? reader.read(body, url, contentType);
        pages.set(url, page);
        return page;
      },
    },
  };
}
