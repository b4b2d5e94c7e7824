/**
 * What each strategy brings on the Wikispeedia web, crawled in process with a simulated clock: for each topic the share of
 * the best possible curve, Σ_{n≤N} found(n) / Σ_{n≤N} min(n, R), N fetches, R targets. Every fetch counts; seeds and pages
 * of the corpus never count as found; what is a target is the data's category.
 *
 *     npm run bench -- strategies [--strategies lpe,hmm --topics space --pages 1000 --seed 1 --background 400 --chrome]
 *
 * The classifier is the calibrated rule on the first 4,000 characters of texts and pages; its judgements are kept in the system's
 * folder for temporary files, so that a second run takes seconds. The HMM strategies get the data's labels for their
 * browse, as a user would label; everything else knows only the texts of the corpus and an unlabelled background.
 * Rows in brackets are bounds and no strategies: `lookahead` reads the target's text before it is fetched,
 * `label-greedy` its label, and `learning by labels` learns from labels instead of judgements.
 */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildTopic } from '../src/app/build/build-topic.js';
import { openJudge } from '../src/judging/judge.js';
import { openTopic } from '../src/knowledge/knowledge-base.js';
import { unlimitedPlan } from '../src/crawl-setup/crawl-plan.js';
import { frontierFor, strategyParts } from '../src/crawl-setup/strategy.js';
import { crawl } from '../src/crawl/engine/engine.js';
import { judgeHere } from '../src/judging/judge-here.js';
import { createRobots } from '../src/crawl/politeness/robots.js';
import type { CrawlEvent, LinkPriority } from '../src/model/crawl.js';
import type { Page, PageReader } from '../src/model/page.js';
import { STRATEGIES, STRATEGY_NAMES, type StrategyName } from '../src/model/strategy.js';
import type { Judgement, TopicClassifier } from '../src/model/topic.js';
import { createPageReader } from '../src/page/reader.js';
import { createStrategy, type StrategyParts } from '../src/priority/create-strategy.js';
import type { TitledText } from '../src/priority/term-weights.js';
import { sha256 } from '../src/support/hash.js';
import { silentLogger } from '../src/support/logger.js';
import { sample, seededRandom } from '../src/support/random.js';
import { simulatedClock } from '../src/support/time/simulated-clock.js';
import { createWebFetcher } from '../src/virtual-web/fetcher.js';
import { seededLatency } from '../src/virtual-web/latency.js';
import { readTopics } from '../src/virtual-web/topics-file.js';
import type { VirtualWeb, WebTopic } from '../src/virtual-web/web.js';
import {
  articleAddress,
  openWikispeediaWeb,
  type WikispeediaWeb,
} from '../src/virtual-web/wikispeedia-web.js';
import { dataFolder } from './support/wikispeedia.js';

const { values } = parseArgs({
  options: {
    strategies: { type: 'string', default: '' },
    topics: { type: 'string', default: '' },
    pages: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    background: { type: 'string', default: '400' },
    chrome: { type: 'boolean', default: false },
  },
});
/** Enough to judge by; finding nouns takes most of the time. */
const CHARACTERS_JUDGED = 4000;
const seed = Number(values.seed);
const pages = Number(values.pages);

const folder = path.join(dataFolder(), 'wikispeedia');
if (!existsSync(folder)) {
  console.error(`skipped: ${folder} is not there; SFWC_TEST_DATA names the folder with the data`);
  process.exit(0);
}
const web = await openWikispeediaWeb(path.join(folder, 'articles.jsonl.gz'), { chrome: values.chrome });
const topics = await readTopics(path.join(folder, 'topics.tsv'), web, articleAddress);

/** Pages as they were read, by address: a page is laid out and read once, whoever crawls it. */
const read = new Map<string, Page>();
const reader = createPageReader();
const cachedReader: PageReader = {
  read(body, url, contentType) {
    const page = read.get(url) ?? reader.read(body, url, contentType);
    read.set(url, page);
    return page;
  },
};
const cachedWeb: VirtualWeb = {
  ...web,
  answer: async (url) =>
    read.has(url)
      ? { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: new Uint8Array() }
      : web.answer(url),
};

async function pageAt(url: string): Promise<Page> {
  const { body } = await cachedWeb.answer(url);
  return cachedReader.read(body, url, 'text/html; charset=utf-8');
}

interface Verdict {
  readonly accepted: boolean;
  readonly score: number;
}

/** A topic with what crawls of it need. */
interface Bench {
  readonly topic: WebTopic;
  readonly targets: ReadonlySet<string>;
  /** Pages of the category, found or given. */
  readonly members: ReadonlySet<string>;
  readonly parts: StrategyParts;
  readonly classifier: TopicClassifier;
  readonly saveVerdicts: () => void;
}

function textAt(url: string, { articles }: WikispeediaWeb): TitledText & { readonly id: string } {
  const id = url.slice(url.lastIndexOf('/') + 1);
  const { title, text } = articles.get(id) ?? { title: '', text: '' };
  return { id, title, text };
}

async function openBench(topic: WebTopic): Promise<Bench> {
  const given = new Set(topics.flatMap((other) => other.corpus));
  const corpus = topic.corpus.map((url) => textAt(url, web));
  const candidates = web.pages.filter((url) => !given.has(url));
  const background = sample(candidates, Number(values.background), seededRandom(seed)).map((url) =>
    textAt(url, web),
  );
  const members = new Set([...topic.targets, ...topic.corpus, ...topic.seeds]);
  const label = ({ url }: CrawlEvent): boolean => members.has(url);
  return {
    topic,
    targets: new Set(topic.targets),
    members,
    parts: { ...strategyParts({ corpus, background }), label },
    ...lazyClassifier(topic.name, corpus, background),
  };
}

/** Builds the topic when the first page has to be judged that was not judged in an earlier run. */
function lazyClassifier(
  name: string,
  corpus: readonly TitledText[],
  background: readonly TitledText[],
): Pick<Bench, 'classifier' | 'saveVerdicts'> {
  const key = sha256(JSON.stringify([corpus, background, CHARACTERS_JUDGED])).slice(0, 16);
  const file = path.join(tmpdir(), `sfwc-bench-strategies-${name}-${key}.json`);
  const verdicts = new Map<string, Verdict>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, Verdict][]) : [],
  );
  let judge: ReturnType<typeof openOwnJudge> | undefined;
  return {
    classifier: {
      name: 'krs-calibrated',
      async judge({ page }) {
        const known = verdicts.get(page.url);
        if (known !== undefined) return judgementOf(known);
        const { annotate, classifier } = await (judge ??= openOwnJudge(name, corpus, background));
        const shortened = { ...page, text: page.text.slice(0, CHARACTERS_JUDGED) };
        const { accepted, score } = await classifier.judge(await annotate(shortened));
        verdicts.set(page.url, { accepted, score });
        return judgementOf({ accepted, score });
      },
    },
    saveVerdicts: () => writeFileSync(file, JSON.stringify([...verdicts])),
  };
}

async function openOwnJudge(
  name: string,
  corpus: readonly TitledText[],
  background: readonly TitledText[],
): ReturnType<typeof openJudge> {
  console.error(`building ${name}, to judge by it`);
  const kb = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  const write = (kind: string, texts: readonly TitledText[]): string => {
    const file = path.join(kb, `${kind}.jsonl`);
    const shortened = texts.map((text) => ({ ...text, text: text.text.slice(0, CHARACTERS_JUDGED) }));
    writeFileSync(file, shortened.map((text) => JSON.stringify(text)).join('\n'));
    return file;
  };
  await buildTopic([write('corpus', corpus)], {
    topic: name,
    kb,
    background: [write('background', background)],
  });
  return openJudge(await openTopic(kb, name), 'krs-calibrated');
}

function judgementOf({ accepted, score }: Verdict): Judgement {
  const nouns = { distinct: 0, linked: 0, unknown: 0 };
  const reason = { summary: '', meanIdf: null, band: { low: null, high: null }, nouns, evidence: [] };
  return { accepted, score, classifier: 'krs-calibrated', reason };
}

/** A row of the table: how it crawls. */
interface Contestant {
  readonly name: string;
  readonly make: (bench: Bench) => LinkPriority;
  readonly follow: 'accepted' | 'all';
  readonly classifier: 'judge' | 'labels';
}

/** These use no judgement; the pages need not be judged for them. */
const JUDGED: readonly StrategyName[] = ['krs', 'krs-best-first', 'learning', 'three-phase'];
const BOUNDS: readonly Contestant[] = [
  {
    name: '[learning by labels]',
    make: ({ parts }) => createStrategy('learning', parts),
    follow: 'all',
    classifier: 'labels',
  },
  {
    name: '[lookahead]',
    make: ({ parts }) => ({
      name: 'lookahead',
      prioritise: ({ link }) => {
        const page = read.get(link.url);
        return { value: page === undefined ? 0 : parts.sight().pageLikeness(page), reason: 'target' };
      },
    }),
    follow: 'all',
    classifier: 'labels',
  },
  {
    name: '[label-greedy]',
    make: ({ members }) => ({
      name: 'label-greedy',
      prioritise: ({ link }) => ({ value: members.has(link.url) ? 1 : 0, reason: 'label' }),
    }),
    follow: 'all',
    classifier: 'labels',
  },
];
const CONTESTANTS: readonly Contestant[] = [
  ...STRATEGY_NAMES.map((name): Contestant => ({
    name,
    make: ({ parts }) => createStrategy(name, parts),
    follow: STRATEGIES[name].follow,
    classifier: JUDGED.includes(name) ? 'judge' : 'labels',
  })),
  ...BOUNDS,
];

/** Crawls; returns for each fetch whether it brought a target. */
async function run({ make, follow, classifier }: Contestant, bench: Bench): Promise<readonly boolean[]> {
  const clock = simulatedClock();
  const fetcher = createWebFetcher(cachedWeb, { clock, latency: seededLatency(100, seed) });
  const fetches: boolean[] = [];
  const priority = make(bench);
  const labels: TopicClassifier = {
    name: 'labels',
    judge: async ({ page }) => judgementOf({ accepted: bench.members.has(page.url), score: 0 }),
  };
  const judge = classifier === 'judge' ? bench.classifier : labels;
  await crawl(
    {
      fetcher,
      robots: createRobots({ fetcher, userAgent: 'sfwc-bench', maxCrawlDelay: 30 }),
      judge: judgeHere({
        reader: cachedReader,
        classifier: { name: judge.name, judge: (page) => clock.during(judge.judge(page)) },
      }),
      priority,
      frontier: frontierFor(priority),
      clock,
      sink: async (records) => {
        for (const { event } of records) if (event.fetched) fetches.push(bench.targets.has(event.url));
      },
      logger: silentLogger,
    },
    unlimitedPlan({ seeds: bench.topic.seeds, maxPages: pages, maxDepth: 1000, follow, delaySeconds: 1 }),
  );
  return fetches;
}

/** Σ found(n) / Σ min(n, R); a crawl that ends early keeps what it found. */
function shareOfBest(fetches: readonly boolean[], targets: number): number {
  let found = 0;
  let sum = 0;
  let best = 0;
  for (let n = 1; n <= pages; n += 1) {
    if (fetches[n - 1] === true) found += 1;
    sum += found;
    best += Math.min(n, targets);
  }
  return sum / best;
}

const wanted = values.strategies.split(',').filter((name) => name !== '');
const chosen = CONTESTANTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const wantedTopics = values.topics.split(',').filter((name) => name !== '');
const table = new Map<string, string[]>();
const columns = topics.filter(({ name }) => wantedTopics.length === 0 || wantedTopics.includes(name));
if (chosen.some(({ name }) => name === '[lookahead]')) for (const url of web.pages) await pageAt(url);
for (const topic of columns) {
  const bench = await openBench(topic);
  for (const contestant of chosen) {
    const begin = performance.now();
    const fetches = await run(contestant, bench);
    const share = shareOfBest(fetches, bench.targets.size);
    const found = fetches.filter(Boolean).length;
    const seconds = (performance.now() - begin) / 1000;
    table.set(contestant.name, [
      ...(table.get(contestant.name) ?? []),
      `${share.toFixed(3)} (${found}/${bench.targets.size})`,
    ]);
    console.error(
      `${topic.name} ${contestant.name}: ${share.toFixed(3)}, ${found} of ${bench.targets.size} in ${fetches.length} fetches, ${seconds.toFixed(1)} s`,
    );
    bench.saveVerdicts();
  }
}
console.log(
  `${'share of the best curve (found)'.padEnd(32)}${columns.map(({ name }) => name.padStart(18)).join('')}`,
);
for (const [name, cells] of table)
  console.log(name.padEnd(32) + cells.map((cell) => cell.padStart(18)).join(''));
