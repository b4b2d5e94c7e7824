/**
 * sfwc without judging, for bench/throughput: node plain-crawl.js SITE FIRST PAGES OUT
 *
 * The product crawls for a topic only; this is its engine with its fetcher, robots.txt, page reader, breadth-first order,
 * frontier on disk and events, where a judgement that costs nothing takes every page. As in the crawlers it is compared
 * with, pages are not kept. Settings are those of `sfwc crawl` by default, but for the delay. Prints {"pages", "seconds"}.
 */
import { planCrawl } from '../../src/crawl-setup/crawl-plan.js';
import { openNetwork } from '../../src/crawl-setup/network.js';
import { openStrategy } from '../../src/crawl-setup/strategy.js';
import { checkSettings } from '../../src/config/resolve.js';
import { crawlFields } from '../../src/config/settings.js';
import { NO_PLUGINS } from '../../src/plugins/registry.js';
import { openPageJudge } from '../../src/judging/judge-pool.js';
import type { JudgePlan } from '../../src/judging/judge-plan.js';
import { openCrawlStore } from '../../src/crawl/store/crawl-store.js';
import { crawl } from '../../src/crawl/engine/engine.js';
import { createResultFolder } from '../../src/crawl/store/result-folder.js';
import { createRobots } from '../../src/crawl/politeness/robots.js';
import type { Judgement } from '../../src/model/topic.js';
import { silentLogger } from '../../src/support/logger.js';

const [site = '', first = '', pages = '', out = ''] = process.argv.slice(2);
const settings = checkSettings(crawlFields, {
  kb: 'none',
  topic: 'none',
  seeds: [first],
  out,
  maxPages: Number(pages),
  strategy: 'breadth-first',
  scope: 'host',
  include: [`${site}*`],
  delay: 0,
  allowPrivate: true,
  keepDuplicates: true,
});
const TAKEN: Judgement = {
  accepted: true,
  score: 1,
  classifier: 'none',
  reason: {
    summary: 'not judged',
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: 0, linked: 0, unknown: 0 },
    evidence: [],
  },
};

const priority = await openStrategy(settings.strategy, settings.kb, settings.topic);
const results = await createResultFolder(out);
const store = openCrawlStore(out, priority);
const network = await openNetwork(settings, {}, settings.seeds);
const { fetcher, clock } = network;
const plan = planCrawl({ ...settings, follow: 'all' }, settings.seeds);
const { userAgent } = settings;
// The product's threads, which are never asked to judge.
const nothing: JudgePlan = {
  topic: '',
  analyser: { linkers: [], labels: [] },
  classifier: { rule: 'thesaurus', thesaurus: { entries: [], negatives: [] }, threshold: 0 },
  anyLanguage: true,
};
const none = (): Promise<ReadonlyMap<string, number>> => Promise.resolve(new Map());
const reader = openPageJudge(
  {
    iri: '',
    plan: nothing,
    counts: { byLemma: none, byMeaning: none, inBackground: none },
    plugins: NO_PLUGINS,
  },
  { crawler: plan.productToken, workers: settings.workers ?? network.threads },
);
const begin = performance.now();
const { fetched } = await crawl(
  {
    fetcher,
    clock,
    robots: createRobots({
      fetcher,
      userAgent,
      maxCrawlDelay: plan.pause.maxSeconds,
      backoff: plan.backoff,
      clock,
    }),
    judge: {
      classifier: 'none',
      read: async (...response) => ({
        ...(await reader.read(...response)),
        judge: () => Promise.resolve(TAKEN),
      }),
    },
    priority,
    frontier: store.frontier,
    note: (heard, state) => store.note(heard, state),
    sink: async ({ event }) => {
      await results.record(event);
      if (event.sequence % 100 !== 0) return;
      await results.sync();
      store.forgetEvents(event.sequence);
    },
    logger: silentLogger,
  },
  plan,
);
console.log(JSON.stringify({ pages: fetched, seconds: (performance.now() - begin) / 1000 }));
await reader.close();
store.close();
await results.close();
await network.close();
