/**
 * How well a crawl knows how many relevant pages are left: simulated crawls of two webs, with an estimate and its 90 %
 * interval at eleven checkpoints of each, held against the truth.
 *
 *     npm run bench -- stopping [--webs wikispeedia,debian-docs --topics space --strategies learning --pages 2000
 *       --share 0.02 --seed 1 --recall 1 --wrong 0 --details]
 *
 * Pages are judged by the data's labels, so that the truth is known for every page; with `--recall 0.8 --wrong 0.005` a
 * judge is simulated that misses that share of the relevant pages and accepts that share of the others, always the same
 * ones. The truth is the number of pages that the judge would accept and that can be reached by links from the seeds, minus
 * those that the crawl has accepted. Topics: those of the data, and groups of Wikispeedia articles that link to each other.
 * Both are compared with simpler estimates: Chao's bound over pages and links (Bron et al. 2025), and the random sample
 * alone. The links of `debian-docs` are kept in the system's folder for temporary files; reading them takes minutes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judgementOf } from '../src/comparison/arena.js';
import { rememberingWeb, type RememberingWeb } from '../src/comparison/page-memory.js';
import { unlimitedPlan } from '../src/crawl-setup/crawl-plan.js';
import { followedBy, frontierFor } from '../src/crawl-setup/followed-links.js';
import { strategyParts } from '../src/crawl-setup/strategy.js';
import { crawl } from '../src/crawl/engine/engine.js';
import { createRobots } from '../src/crawl/politeness/robots.js';
import { chao, type RemainingPages } from '../src/crawl/survey/estimate.js';
import { normaliseUrl } from '../src/crawl/urls/urls.js';
import { judgeHere } from '../src/judging/judge-here.js';
import type { CrawlEvent } from '../src/model/crawl.js';
import type { StrategyName } from '../src/model/strategy.js';
import { createPageReader } from '../src/page/reader.js';
import { createStrategy } from '../src/priority/create-strategy.js';
import type { TitledText } from '../src/priority/term-weights.js';
import { silentLogger } from '../src/support/logger.js';
import { sample, seededRandom, seedOf } from '../src/support/random.js';
import { mean } from '../src/support/statistics.js';
import { alignColumns } from '../src/support/text/columns.js';
import { simulatedClock } from '../src/support/time/simulated-clock.js';
import { createWebFetcher } from '../src/virtual-web/fetcher.js';
import { openFolderWeb } from '../src/virtual-web/folder-web.js';
import { readTopics } from '../src/virtual-web/topics-file.js';
import type { VirtualWeb, WebTopic } from '../src/virtual-web/web.js';
import { articleAddress, openWikispeediaWeb } from '../src/virtual-web/wikispeedia-web.js';
import { textsIn, unpackedDebianDocs } from './support/bench-webs.js';
import { communities } from './support/communities.js';
import { dataFolder, readCollection } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    webs: { type: 'string', default: 'wikispeedia,debian-docs' },
    topics: { type: 'string', default: '' },
    strategies: { type: 'string', default: 'learning,best-first-page-anchor,breadth-first' },
    pages: { type: 'string', default: '2000' },
    share: { type: 'string', default: '0.02' },
    seed: { type: 'string', default: '1' },
    recall: { type: 'string', default: '1' },
    wrong: { type: 'string', default: '0' },
    groups: { type: 'string', default: '4' },
    details: { type: 'boolean', default: false },
  },
});
const CHECKPOINTS = [100, 150, 200, 300, 400, 600, 800, 1000, 1300, 1600, 2000];
const GROUP_RESOLUTION = 3;
const seed = Number(values.seed);
const kept = path.join(tmpdir(), 'sfwc-bench-stopping');
mkdirSync(kept, { recursive: true });

interface Topic {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly members: ReadonlySet<string>;
  readonly corpus: readonly TitledText[];
  readonly background: readonly TitledText[];
}

interface Bench {
  readonly name: string;
  readonly memory: RememberingWeb;
  readonly topics: readonly Topic[];
  readonly linksOf: (url: string) => readonly string[];
}

async function wikispeedia(): Promise<Bench> {
  const folder = path.join(dataFolder(), 'wikispeedia');
  const web = await openWikispeediaWeb(path.join(folder, 'articles.jsonl.gz'));
  const given = await readTopics(path.join(folder, 'topics.tsv'), web, articleAddress);
  const article = (url: string) => web.articles.get(url.slice(url.lastIndexOf('/') + 1))!;
  const background = sample(web.pages, 400, seededRandom(seed)).map(article);
  const topicOf = ({ name, seeds, corpus, targets }: WebTopic): Topic => ({
    name,
    seeds,
    members: new Set([...targets, ...corpus, ...seeds]),
    corpus: corpus.map(article),
    background,
  });
  const groups = communities(readCollection().articles, GROUP_RESOLUTION).filter(
    ({ length }) => length >= 40 && length <= 250,
  );
  const drawn = sample(groups, Number(values.groups), seededRandom(seed)).map((group, place): Topic => {
    const urls = group.map(({ id }) => articleAddress(id));
    const corpus = sample(urls, Math.round(urls.length * 0.3), seededRandom(place + 1));
    return topicOf({ name: `group ${place + 1}`, seeds: corpus.slice(0, 3), corpus, targets: urls });
  });
  return {
    name: 'wikispeedia',
    memory: rememberingWeb(web, createPageReader()),
    topics: [...given.map(topicOf), ...drawn],
    linksOf: (url) => article(url).links.map(articleAddress),
  };
}

async function debianDocs(): Promise<Bench> {
  const data = path.join(dataFolder(), 'debian-docs');
  const web = await openFolderWeb(unpackedDebianDocs());
  const background = textsIn(path.join(data, 'corpora', 'background.jsonl.gz'));
  const topics = (await readTopics(path.join(data, 'topics.tsv'), web)).map(
    ({ name, seeds, targets }): Topic => ({
      name,
      seeds,
      members: new Set(targets),
      corpus: textsIn(path.join(data, 'corpora', `${name}.jsonl`)),
      background,
    }),
  );
  const graph = await graphOf(web);
  const places = new Map(web.pages.map((url, place) => [url, place]));
  return {
    name: 'debian-docs',
    memory: rememberingWeb(web, createPageReader()),
    topics,
    linksOf: (url) => (graph[places.get(url) ?? -1] ?? []).map((place) => web.pages[place]!),
  };
}

/** The links of each page, as places in the list of pages. */
async function graphOf(web: VirtualWeb): Promise<readonly (readonly number[])[]> {
  const file = path.join(kept, 'debian-docs-links.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as number[][];
  const places = new Map(web.pages.map((url, place) => [url, place]));
  const reader = createPageReader();
  const graph: number[][] = [];
  for (const url of web.pages) {
    const { status, headers, body } = await web.answer(url);
    const type = headers['content-type'] ?? '';
    const links = status === 200 && /html/i.test(type) ? reader.read(body, url, type).links : [];
    const known = links.flatMap((link) =>
      link.noFollow ? [] : (places.get(normaliseUrl(link.url) ?? '') ?? []),
    );
    graph.push([...new Set(known)]);
  }
  writeFileSync(file, JSON.stringify(graph));
  return graph;
}

/** The pages that can be reached by links. */
function reachable(seeds: readonly string[], linksOf: Bench['linksOf']): ReadonlySet<string> {
  const reached = new Set(seeds);
  for (const url of reached) for (const link of linksOf(url)) reached.add(link);
  return reached;
}

/** A number between 0 and 1 that belongs to a page and a topic. */
function chanceOf(url: string, topic: string): number {
  return seededRandom(seedOf(`${topic} ${url}`, seed))();
}

/** An estimate of what is left, with its interval. */
interface Interval {
  readonly left: number;
  readonly low: number;
  readonly high: number;
}

interface Checkpoint {
  readonly web: string;
  readonly topic: string;
  readonly strategy: string;
  readonly requests: number;
  readonly truth: number;
  readonly estimates: Readonly<Record<string, Interval>>;
  readonly remaining: RemainingPages;
}

async function run(topic: Topic, strategy: StrategyName, bench: Bench): Promise<readonly Checkpoint[]> {
  const { memory, linksOf } = bench;
  const [recall, wrong] = [Number(values.recall), Number(values.wrong)];
  const accepts = (url: string): boolean =>
    chanceOf(url, topic.name) < (topic.members.has(url) ? recall : wrong);
  const acceptable = [...reachable(topic.seeds, linksOf)].filter(accepts).length;
  const parts = strategyParts({ corpus: topic.corpus, background: topic.background });
  const clock = simulatedClock();
  const fetcher = createWebFetcher(memory.web, { clock, latency: () => 0 });
  const priority = createStrategy(strategy, parts);
  const events: CrawlEvent[] = [];
  const checkpoints: Checkpoint[] = [];
  await crawl(
    {
      fetcher,
      robots: createRobots({ fetcher, userAgent: 'sfwc-bench', maxCrawlDelay: 1 }),
      judge: judgeHere({
        reader: memory.reader,
        classifier: {
          name: 'labels',
          judge: async ({ page }) => {
            const accepted = accepts(page.url);
            return judgementOf('labels', [accepted, Number(accepted)]);
          },
        },
      }),
      priority,
      frontier: frontierFor(priority),
      clock,
      sink: async (records) => void events.push(...records.map(({ event }) => event)),
      progress: ({ queued, remaining }) => {
        const next = CHECKPOINTS[checkpoints.length];
        if (remaining === undefined || next === undefined || remaining.requests < next) return;
        checkpoints.push({
          web: bench.name,
          topic: topic.name,
          strategy,
          requests: remaining.requests,
          truth: acceptable - remaining.found,
          estimates: {
            combined: remaining,
            'Chao over pages': byPages(events),
            'sample alone': bySample(events, queued),
          },
          remaining,
        });
      },
      logger: silentLogger,
    },
    {
      ...unlimitedPlan({
        seeds: topic.seeds,
        maxPages: Number(values.pages),
        maxDepth: 1000,
        follow: followedBy(priority),
      }),
      survey: { share: Number(values.share), seed },
    },
  );
  return checkpoints;
}

const Z = 1.645;

/** Log-normal, as Chao's. */
function interval(left: number, variance: number): Interval {
  if (left === 0) return { left, low: 0, high: 0 };
  const spread = Math.exp(Z * Math.sqrt(Math.log(1 + variance / left ** 2)));
  return { left, low: Math.floor(left / spread), high: Math.ceil(left * spread) };
}

/** Chao's bound over the accepted pages, by how many requested pages link to each. */
function byPages(events: readonly CrawlEvent[]): Interval {
  const links = new Map(
    events.flatMap(({ url, judgement }) => (judgement?.accepted === true ? [[url, 0]] : [])),
  );
  for (const event of events)
    for (const url of event.links ?? [])
      if (url !== event.url && links.has(url)) links.set(url, (links.get(url) ?? 0) + 1);
  const [once, twice] = [1, 2].map((times) => [...links.values()].filter((count) => count === times).length);
  const [f1 = 0, f2 = 0] = [once, twice];
  const variance =
    (f1 * Math.max(0, f1 - 1)) / (2 * (f2 + 1)) +
    (f1 * (2 * f1 - 1) ** 2) / (4 * (f2 + 1) ** 2) +
    (f1 ** 2 * f2 * (f1 - 1) ** 2) / (4 * (f2 + 1) ** 4);
  return interval(chao(f1, f2), Math.max(0, variance));
}

/** The random sample of the queue, without a model (Horvitz and Thompson 1952). */
function bySample(events: readonly CrawlEvent[], queued: number): Interval {
  const drawn = events.filter(({ sample: isSample }) => isSample === true);
  const hits = drawn.filter(({ judgement }) => judgement?.accepted === true).length;
  const share = (hits + 0.5) / (drawn.length + 1);
  return interval(queued * share, (queued ** 2 * share * (1 - share)) / Math.max(1, drawn.length));
}

const isCovered = ({ truth }: Checkpoint, { low, high }: Interval): boolean => low <= truth && truth <= high;
const percent = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`;

const all: Checkpoint[] = [];
const wanted = values.topics.split(',').filter((name) => name !== '');
for (const name of values.webs.split(',')) {
  if (!existsSync(path.join(dataFolder(), name))) {
    console.error(
      `skipped: ${name} is not in ${dataFolder()}; SFWC_TEST_DATA names the folder with the data`,
    );
    continue;
  }
  const bench = await (name === 'wikispeedia' ? wikispeedia() : debianDocs());
  for (const topic of bench.topics.filter((one) => wanted.length === 0 || wanted.includes(one.name))) {
    for (const strategy of values.strategies.split(',') as StrategyName[]) {
      const begin = performance.now();
      const checkpoints = await run(topic, strategy, bench);
      all.push(...checkpoints);
      const covered = checkpoints.filter((one) => isCovered(one, one.remaining)).length;
      const seconds = ((performance.now() - begin) / 1000).toFixed(0);
      console.error(
        `${name}, ${topic.name}, ${strategy}: ${covered} of ${checkpoints.length} covered, ${seconds} s`,
      );
      if (!values.details) continue;
      for (const { requests, truth, remaining } of checkpoints) {
        const { found, left, low, high, inQueue, unseen, samples, samplesAccepted } = remaining;
        console.error(
          `  ${requests} requests, ${found} found, ${truth} left: estimate ${left.toFixed(0)} (${low} to ${high}); queue ${inQueue.toFixed(0)}, unseen ${unseen.toFixed(0)}; samples ${samplesAccepted} of ${samples}`,
        );
      }
    }
  }
}

/** A row of the table: coverage, the middle width of the interval of the recall, and the middle factor of the error. */
function row(label: string, points: readonly Checkpoint[], method: string): readonly string[] {
  const covered = points.filter((one) => isCovered(one, one.estimates[method]!)).length;
  const errors = points.map(({ truth, estimates }) =>
    Math.abs(Math.log((truth + 1) / (estimates[method]!.left + 1))),
  );
  const widths = points.map(({ remaining: { found }, estimates }) => {
    const { low, high } = estimates[method]!;
    return found / Math.max(1, found + low) - found / Math.max(1, found + high);
  });
  return [
    label,
    method,
    `${points.length}`,
    percent(covered, points.length),
    `× ${Math.exp(mean(errors) ?? 0).toFixed(2)}`,
    (mean(widths) ?? 0).toFixed(2),
  ];
}

const labels = new Map<string, Checkpoint[]>([['all', all]]);
for (const one of all)
  for (const label of [one.web, one.strategy, `${one.web}, ${one.topic}`])
    labels.set(label, [...(labels.get(label) ?? []), one]);
const rows = [...labels].flatMap(([label, points]) => {
  const methods =
    label === 'all' || label === points[0]?.web ? Object.keys(points[0]?.estimates ?? {}) : ['combined'];
  return methods.map((method) => row(label, points, method));
});
console.log(
  alignColumns(
    [['crawls', 'estimate', 'checkpoints', 'covered', 'mean error', 'width of recall'], ...rows],
    ['left', 'left', 'right', 'right', 'right', 'right'],
  ),
);
