import type { CrawlSummary } from '../../../crawling/engine/crawl-counts.js';
import type { CrawlStart } from '../../../crawling/engine/crawl-context.js';
import type { CrawlCrew, CrawlDeps, CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import { crawl } from '../../../crawling/engine/engine.js';
import { createFrontier } from '../../../crawling/frontier/frontier.js';
import { createRobots, type Robots } from '../../../crawling/politeness/robots.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import type { Frontier } from '../../../model/frontier.js';
import type { PageJudge } from '../../../model/judging.js';

/** A crawl that is ready to run. */
export interface Crawl {
  readonly robots: Robots;
  /** Runs it to its end, or until the signal is aborted. @param start knowledge and features besides the seeds */
  run(signal?: AbortSignal, start?: CrawlStart): Promise<CrawlSummary>;
}

/** Services of a crawl. Its robots.txt files are read by the plan. */
export interface CrawlServices extends Omit<CrawlDeps, 'robots' | 'frontier'> {
  /** Default: one in memory. */
  readonly frontier?: Frontier;
  /** Fetches robots.txt files. Default: the fetcher of the pages. */
  readonly robotsFetcher?: Fetcher;
}

type Untimed = NonNullable<CrawlDeps['untimed']>;

/**
 * Opens a crawl: every crawl begins here, whether it writes a folder or not. Where time is simulated, judging, writing and the
 * frontier take none of it.
 */
export function openCrawl(plan: CrawlPlan, services: CrawlServices): Crawl {
  const {
    robotsFetcher,
    untimed = <T>(work: Promise<T>) => work,
    frontier = createFrontier(),
    ...others
  } = services;
  const { fetcher, clock, judge, crew, sink } = others;
  const { pause, backoff, productToken: userAgent } = plan;
  const manners = { userAgent, clock, backoff, maxCrawlDelay: pause.maxSeconds };
  const robots = createRobots({ fetcher: robotsFetcher ?? fetcher, ...manners });
  const deps: CrawlDeps = {
    ...{ ...others, untimed, robots },
    judge: untimedJudge(judge, untimed),
    frontier: untimedFrontier(frontier, untimed),
    crew: crew && untimedCrew(crew, untimed),
    sink: (records) => untimed(sink(records)),
  };
  return { robots, run: (signal, start) => crawl(deps, plan, signal, start) };
}

function untimedJudge(judge: PageJudge, untimed: Untimed): PageJudge {
  return {
    ...judge,
    read: async (...response) => {
      const read = await untimed(judge.read(...response));
      return { ...read, judge: (linkedFrom) => untimed(read.judge(linkedFrom)) };
    },
  };
}

function untimedFrontier(frontier: Frontier, untimed: Untimed): Frontier {
  return {
    ...frontier,
    commit() {
      const committing = frontier.commit();
      return committing && untimed(committing);
    },
  };
}

function untimedCrew(crew: CrawlCrew, untimed: Untimed): CrawlCrew {
  // All else is the crew's own, whose properties change: a copy would keep them as they are now.
  return Object.assign(Object.create(crew) as CrawlCrew, {
    reach: (host, signal) => untimed(crew.reach(host, signal)),
    announce: (host, pause) => untimed(crew.announce(host, pause)),
  } satisfies Partial<CrawlCrew>);
}
