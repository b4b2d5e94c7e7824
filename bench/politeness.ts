/**
 * What politeness costs a crawl: the same strategies in the ideal order (no pauses, one request at a time) and politely
 * (the default pause and concurrency) with different patience, on a web of many hosts with simulated time.
 *
 *     npm run bench -- politeness [--topics databases --strategies krs,learning --pages 600 --patience 0,10]
 *
 * For each crawl: targets found, as a share of those of the ideal order as well; the mean number of targets found over
 * all requests; and simulated seconds. The web is the documentation of Debian 12 (`debian-docs` of the data). It is
 * unpacked, the topics are built and judgements are kept in the system's folder for temporary files, so that only the
 * first run takes minutes. Pages are judged on the first 4,000 characters.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildTopic } from '../src/app/build/build-topic.js';
import { judgementOf } from '../src/comparison/arena.js';
import type { Verdict } from '../src/comparison/job.js';
import { rememberingWeb } from '../src/comparison/page-memory.js';
import { crawlFields } from '../src/config/settings.js';
import { defaultsOf } from '../src/config/resolve.js';
import { planCrawl } from '../src/crawl-setup/crawl-plan.js';
import { strategyTexts } from '../src/crawl-setup/strategy-texts.js';
import { followedInCrawl, frontierFor, strategyParts } from '../src/crawl-setup/strategy.js';
import { crawl } from '../src/crawl/engine/engine.js';
import { createRobots } from '../src/crawl/politeness/robots.js';
import { judgeHere } from '../src/judging/judge-here.js';
import { chosenClassifier, openJudge, openJudgeLinking } from '../src/judging/judge.js';
import { openTopic } from '../src/knowledge/knowledge-base.js';
import type { StrategyName } from '../src/model/strategy.js';
import type { TopicClassifier } from '../src/model/topic.js';
import { createPageReader } from '../src/page/reader.js';
import { createStrategy, type StrategyParts } from '../src/priority/create-strategy.js';
import { silentLogger } from '../src/support/logger.js';
import { alignColumns } from '../src/support/text/columns.js';
import { simulatedClock } from '../src/support/time/simulated-clock.js';
import { createWebFetcher } from '../src/virtual-web/fetcher.js';
import { openFolderWeb } from '../src/virtual-web/folder-web.js';
import { seededLatency } from '../src/virtual-web/latency.js';
import { readTopics } from '../src/virtual-web/topics-file.js';
import type { WebTopic } from '../src/virtual-web/web.js';
import { dataFolder } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    topics: { type: 'string', default: 'databases,statistics' },
    strategies: { type: 'string', default: 'breadth-first,krs,best-first-page-anchor,learning' },
    pages: { type: 'string', default: '600' },
    patience: { type: 'string', default: '0,10,60' },
  },
});
const CHARACTERS_JUDGED = 4000;
const pages = Number(values.pages);

const data = path.join(dataFolder(), 'debian-docs');
if (!existsSync(data)) {
  console.error(`skipped: ${data} is not there; SFWC_TEST_DATA names the folder with the data`);
  process.exit(0);
}
const folder = path.join(tmpdir(), 'sfwc-bench-politeness');
const kb = path.join(folder, 'kb');
const stored = await openFolderWeb(unpackedWeb());
const memory = rememberingWeb(stored, createPageReader());

function unpackedWeb(): string {
  const [web, partial] = [path.join(folder, 'web'), path.join(folder, 'partial')];
  if (existsSync(web)) return web;
  mkdirSync(partial, { recursive: true });
  execFileSync('tar', ['xf', path.join(data, 'web.tar.xz'), '-C', partial]);
  renameSync(partial, web);
  return web;
}

/** A topic with what crawls of it need. */
interface Bench {
  readonly topic: WebTopic;
  readonly parts: StrategyParts;
  readonly classifier: TopicClassifier;
  readonly saveVerdicts: () => void;
}

async function openBench(topic: WebTopic): Promise<Bench> {
  const { name } = topic;
  const corpora = path.join(data, 'corpora');
  if (!existsSync(path.join(kb, `${name}.nq.gz`))) {
    const background = [path.join(corpora, 'background.jsonl.gz')];
    await buildTopic([path.join(corpora, `${name}.jsonl`)], { topic: name, kb, background });
  }
  const opened = await openTopic(kb, name);
  const linking = await openJudgeLinking(opened, defaultsOf(crawlFields), () => undefined);
  const { annotate, classifier } = await openJudge(opened, chosenClassifier({}), linking);
  const file = path.join(folder, `verdicts-${name}.json`);
  const verdicts: Record<string, Verdict> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Verdict>)
    : {};
  return {
    topic,
    parts: strategyParts(await strategyTexts(kb, name, 'learning')),
    classifier: {
      name: classifier.name,
      async judge({ page }) {
        const known = verdicts[page.url];
        if (known !== undefined) return judgementOf(classifier.name, known);
        const text = page.text.slice(0, CHARACTERS_JUDGED);
        const { accepted, score } = await classifier.judge(await annotate({ ...page, text }));
        return judgementOf(classifier.name, (verdicts[page.url] = [accepted, score]));
      },
    },
    saveVerdicts: () => writeFileSync(file, JSON.stringify(verdicts)),
  };
}

/** What a crawl is measured by. */
interface Measured {
  readonly found: number;
  readonly requests: number;
  /** Mean number of targets found over all requests. */
  readonly mean: number;
  readonly seconds: number;
}

type Manners = Partial<Pick<Parameters<typeof planCrawl>[0], 'delay' | 'concurrency' | 'patience'>>;

async function run(strategy: StrategyName, manners: Manners, bench: Bench): Promise<Measured> {
  const { topic, parts, classifier } = bench;
  const clock = simulatedClock();
  const settings = { ...defaultsOf(crawlFields), strategy, maxPages: pages, ...manners };
  const web = { ...memory.web, answer: (url: string) => clock.during(memory.web.answer(url)) };
  const fetcher = createWebFetcher(web, { clock, latency: seededLatency(settings.latency, 1) });
  const priority = createStrategy(strategy, parts);
  const targets = new Set(topic.targets);
  let [found, requests, sum] = [0, 0, 0];
  const { seconds } = await crawl(
    {
      fetcher,
      robots: createRobots({ fetcher, userAgent: 'sfwc-bench', maxCrawlDelay: settings.maxDelay }),
      judge: judgeHere({
        reader: memory.reader,
        classifier: { name: classifier.name, judge: (page) => clock.during(classifier.judge(page)) },
      }),
      priority,
      frontier: frontierFor(priority),
      clock,
      sink: async (records) => {
        for (const { event } of records) {
          if (!event.fetched) continue;
          if (targets.has(event.finalUrl ?? event.url)) found += 1;
          requests += 1;
          sum += found;
        }
      },
      logger: silentLogger,
    },
    { ...planCrawl(settings, topic.seeds), follow: followedInCrawl(priority) },
  );
  bench.saveVerdicts();
  return { found, requests, mean: (sum + found * (pages - requests)) / pages, seconds };
}

const rows = [
  ['topic', 'strategy', 'order', 'found', 'of ideal', 'mean found', 'requests', 'seconds', 'real seconds'],
];
for (const topic of await readTopics(path.join(data, 'topics.tsv'), stored)) {
  if (!values.topics.split(',').includes(topic.name)) continue;
  const bench = await openBench(topic);
  for (const strategy of values.strategies.split(',') as StrategyName[]) {
    let ideal: Measured | undefined;
    for (const patience of [undefined, ...values.patience.split(',').map(Number)]) {
      const manners = patience === undefined ? { delay: 0, concurrency: 1, patience: 0 } : { patience };
      const begin = performance.now();
      const measured = await run(strategy, manners, bench);
      ideal ??= measured;
      rows.push([
        topic.name,
        strategy,
        patience === undefined ? 'ideal' : `patience ${patience} s`,
        `${measured.found}`,
        `${Math.round((100 * measured.found) / ideal.found)} %`,
        measured.mean.toFixed(1),
        `${measured.requests}`,
        measured.seconds.toFixed(0),
        ((performance.now() - begin) / 1000).toFixed(0),
      ]);
      console.error(rows.at(-1)?.join(', '));
    }
  }
}
console.log(alignColumns(rows, ['left', 'left', 'left', ...rows.slice(0, 6).map(() => 'right' as const)]));
