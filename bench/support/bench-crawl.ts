import { curveNumber, foundAt, type FetchHits } from '../../src/extensions/lab/evaluation/comparison.js';
import { PATIENCE, planCrawl, followedInCrawl } from '../../src/app/crawl/setup/crawl-plan.js';
import { storedNetwork } from '../../src/app/crawl/setup/network.js';
import { openCrawl } from '../../src/app/crawl/setup/open-crawl.js';
import { judgeHere } from '../../src/extensions/lab/comparison/judge-here.js';
import type { CrawlFeature } from '../../src/crawling/engine/crawl-context.js';
import type { Fetcher, LinkPriority } from '../../src/model/crawl-event.js';
import type { StrategyName } from '../../src/judging/plugins/built-in-strategies.js';
import { silentLogger } from '../../src/support/logger.js';
import { sample, seededRandom, seedOf } from '../../src/support/random.js';
import type { Clock } from '../../src/support/time/clock.js';
import { loadStrategy } from '../../src/crawling/priority/strategy-parts.js';
import type { BenchJudge } from './bench-judges.js';
import type { BenchTopic, BenchWeb } from './bench-webs.js';

/** A strategy, `learning` without a part, or the order by labels, which no crawler has. */
export type BenchStrategy = StrategyName | 'label-greedy';

/** How hosts are treated; what is absent is as in a crawl for a topic. */
export interface Manners {
  readonly delay?: number;
  readonly concurrency?: number;
  readonly patience?: number;
}

/** One request at a time and no pauses, so that the strategy alone determines the order. */
export const IDEAL: Manners = { delay: 0, concurrency: 1, patience: 0 };

/** What a crawl found. */
export interface BenchCrawl {
  /** Whether each request brought a target; neutral pages are left out. */
  readonly hits: FetchHits;
  /** Number of targets. */
  readonly targets: number;
  /** Hosts with targets that were found. */
  readonly hosts: number;
  /** Simulated seconds. */
  readonly seconds: number;
}

/**
 * Crawls a web in simulated time.
 * @param draw 0: from the topic's seeds; otherwise from as many pages of the topic, drawn by this number
 */
export async function benchCrawl(
  strategy: BenchStrategy,
  manners: Manners,
  { web, topic, judge: { classifier }, pages, draw = 0, features = () => [] }: BenchCrawlOptions,
): Promise<BenchCrawl> {
  const { patience = PATIENCE, ...pace } = manners;
  const network = storedNetwork(web.web);
  const priority = await strategyOf(strategy, topic);
  const seeds = seedsOf(topic, draw);
  const targets = new Set(topic.targets.filter((url) => !seeds.includes(url)));
  const neutral = new Set(topic.neutral);
  const hits: boolean[] = [];
  const hosts = new Set<string>();
  const plan = planCrawl({ seeds, maxPages: pages, ...pace, follow: followedInCrawl(priority) });
  const crawl = openCrawl(
    { ...plan, patience },
    {
      ...{ ...network, priority, logger: silentLogger },
      judge: judgeHere({ reader: web.reader, classifier }),
      sink: async (records) => {
        for (const { event } of records) {
          const url = event.finalUrl ?? event.url;
          if (!event.fetched || neutral.has(url)) continue;
          hits.push(targets.has(url));
          if (targets.has(url)) hosts.add(new URL(url).host);
        }
      },
    },
  );
  const { seconds } = await crawl.run(undefined, { features: features(network) });
  return {
    hits,
    targets: targets.size,
    hosts: hosts.size,
    seconds,
  };
}

/** Where and how long to crawl. */
export interface BenchCrawlOptions {
  readonly web: BenchWeb;
  readonly topic: BenchTopic;
  readonly judge: BenchJudge;
  readonly pages: number;
  readonly draw?: number;
  /** What is optional in the crawl, made for its fetcher and its clock. Default: nothing. */
  readonly features?: (crawl: {
    readonly fetcher: Fetcher;
    readonly clock: Clock;
  }) => readonly CrawlFeature[];
}

/** Share of the best possible curve after n requests. */
export function curveAt({ hits, targets }: BenchCrawl, n: number): number {
  return curveNumber(hits, n, targets) ?? 0;
}

/** Targets found after n requests. */
export function pagesAt({ hits }: BenchCrawl, n: number): number {
  return foundAt(hits, n);
}

function seedsOf({ name, seeds, corpus, targets }: BenchTopic, draw: number): readonly string[] {
  if (draw === 0) return seeds;
  return sample([...seeds, ...corpus, ...targets], seeds.length, seededRandom(seedOf(name, draw)));
}

async function strategyOf(name: BenchStrategy, { members, parts }: BenchTopic): Promise<LinkPriority> {
  if (name !== 'label-greedy') {
    const make = await loadStrategy(name);
    return make({ ...parts, label: ({ url }) => members.has(url) });
  }
  return { name, prioritise: ({ link }) => ({ value: members.has(link.url) ? 1 : 0, reason: 'label' }) };
}
