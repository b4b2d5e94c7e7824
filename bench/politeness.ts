import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { judgementOf } from '../src/comparison/arena.js';
import type { Verdict } from '../src/comparison/job.js';
import { rememberingWeb } from '../src/comparison/page-memory.js';
import { defaultsOf } from '../src/config/resolve.js';
import { crawlFields } from '../src/config/settings.js';
import { planCrawl } from '../src/crawl-setup/crawl-plan.js';
import { strategyTexts } from '../src/crawl-setup/strategy-texts.js';
import { frontierFor, strategyParts } from '../src/crawl-setup/strategy.js';
import { crawl } from '../src/crawl/engine/engine.js';
import { createRobots } from '../src/crawl/politeness/robots.js';
import { judgeHere } from '../src/judging/judge-here.js';
import { chosenClassifier, openJudge, openJudgeLinking } from '../src/judging/judge.js';
import { openTopic } from '../src/knowledge/knowledge-base.js';
import type { StrategyName } from '../src/model/strategy.js';
import { followOf } from '../src/model/strategy.js';
import { createPageReader } from '../src/page/reader.js';
import { createStrategy } from '../src/priority/create-strategy.js';
import { silentLogger } from '../src/support/logger.js';
import { simulatedClock } from '../src/support/time/simulated-clock.js';
import { createWebFetcher } from '../src/virtual-web/fetcher.js';
import { openFolderWeb } from '../src/virtual-web/folder-web.js';
import { seededLatency } from '../src/virtual-web/latency.js';
import { readTopics } from '../src/virtual-web/topics-file.js';

const { values } = parseArgs({
  options: {
    web: { type: 'string', default: '/tmp/budget/web' },
    kb: { type: 'string', default: '/tmp/budget/kb' },
    topics: { type: 'string', default: 'databases' },
    strategies: { type: 'string', default: 'learning' },
    pages: { type: 'string', default: '600' },
    rules: { type: 'string', default: 'ideal,0' },
    follow: { type: 'string', default: '' },
  },
});
const N = Number(values.pages);
const stored = await openFolderWeb(values.web);
const memory = rememberingWeb(stored, createPageReader());
const all = await readTopics('/work/shared/data/debian-docs/topics.tsv', stored);
for (const topic of all.filter(({ name }) => values.topics.split(',').includes(name))) {
  const file = `/tmp/budget/verdicts-${topic.name}.json`;
  const verdicts: Record<string, Verdict> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const opened = await openTopic(values.kb, topic.name);
  const linking = await openJudgeLinking(opened, { ...defaultsOf(crawlFields) } as never, () => undefined);
  const { annotate, classifier } = await openJudge(opened, chosenClassifier({}), linking);
  const parts = strategyParts(await strategyTexts(values.kb, topic.name, 'learning'));
  const targets = new Set(topic.targets);
  for (const strategy of values.strategies.split(',') as StrategyName[])
    for (const rule of values.rules.split(',')) {
      const begin = performance.now();
      const clock = simulatedClock();
      const web = { ...memory.web, answer: (url: string) => clock.during(memory.web.answer(url)) };
      const fetcher = createWebFetcher(web, { clock, latency: seededLatency(200, 1) });
      const ideal = rule === 'ideal';
      const [p = '0', ...r] = rule.split(':');
      const settings = {
        ...defaultsOf(crawlFields),
        maxPages: N,
        patience: ideal ? 0 : Number(p),
        ...(ideal ? { delay: 0, concurrency: 1 } : {}),
      };
      void r;
      const plan = {
        ...planCrawl(settings as never, topic.seeds),
        follow: (values.follow || followOf(strategy)) as 'all',
      };
      const priority = createStrategy(strategy, parts);
      const fetches: boolean[] = [];
      const judge = async (page: Parameters<typeof annotate>[0]): Promise<Verdict> => {
        const { accepted, score } = await classifier.judge(
          await annotate({ ...page, text: page.text.slice(0, 4000) }),
        );
        return (verdicts[page.url] = [accepted, score]);
      };
      const summary = await crawl(
        {
          fetcher,
          robots: createRobots({ fetcher, userAgent: 'sfwc-bench', maxCrawlDelay: 30 }),
          judge: judgeHere({
            reader: memory.reader,
            classifier: {
              name: classifier.name,
              judge: async ({ page }) =>
                judgementOf(classifier.name, verdicts[page.url] ?? (await clock.during(judge(page)))),
            },
          }),
          priority,
          frontier: frontierFor(priority),
          clock,
          sink: ({ event }) => {
            if (event.fetched) fetches.push(targets.has(event.finalUrl ?? event.url));
            return Promise.resolve();
          },
          logger: silentLogger,
        },
        plan,
      );
      let found = 0;
      let sum = 0;
      for (let n = 0; n < N; n += 1) {
        if (fetches[n] === true) found += 1;
        sum += found;
      }
      console.log(
        [
          topic.name,
          strategy,
          rule,
          `${found} found`,
          `${fetches.length} requests`,
          `area ${(sum / N).toFixed(1)}`,
          `accepted ${summary.accepted}`,
          `${summary.seconds.toFixed(0)} s`,
          `(${((performance.now() - begin) / 1000).toFixed(0)} s real)`,
        ].join('\t'),
      );
      writeFileSync(file, JSON.stringify(verdicts));
    }
}
