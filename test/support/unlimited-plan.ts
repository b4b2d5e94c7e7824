import { planCrawl } from '../../src/app/crawl/setup/crawl-plan.js';
import type { CrawlPlan } from '../../src/crawling/engine/crawl-types.js';

type GivenPlan = Pick<CrawlPlan, 'seeds' | 'maxPages' | 'maxDepth' | 'follow'> &
  Partial<Omit<CrawlPlan, 'pause'>> & { readonly delaySeconds?: number };

/** The plan of a crawl that takes one page after the other, without pauses and limits except those given. */
export function unlimitedPlan({ delaySeconds: delay = 0, ...given }: GivenPlan): CrawlPlan {
  const { seeds, follow } = given;
  const plan = planCrawl({ seeds, follow, keepDuplicates: true, delay, concurrency: 1 });
  return { ...plan, maxLinks: Infinity, maxIdle: Infinity, ...given };
}
