import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import { compareStrategies } from '../../src/extensions/lab/compare.js';
import { lineLogger } from '../../src/support/logger.js';
import { sample, seededRandom } from '../../src/support/random.js';
import { readTopics } from '../../src/extensions/archives/topics-file.js';
import {
  articleAddress,
  openWikispeediaWeb,
  type WikispeediaWeb,
} from '../../src/extensions/archives/articles/wikispeedia-web.js';
import { leagueIn } from './league.js';
import { dataFolder } from './wikispeedia.js';

const CHARACTERS_JUDGED = 4000;
const SEED = 1;

/** What to compare by `sfwc compare`. */
export interface PaperOptions {
  readonly out: string;
  readonly strategies: readonly string[];
  /** Empty: all. */
  readonly topics: readonly string[];
  readonly pages: number;
  readonly repeat: number;
  readonly workers: number;
  /** Articles of the background. */
  readonly background: number;
  /** File that the report goes to as well; the league at its end stays. */
  readonly docs: string | undefined;
}

/** Compares strategies on Wikispeedia by `sfwc compare`, with the claims of their papers. */
export async function comparePapers(options: PaperOptions): Promise<void> {
  const { out } = options;
  const folder = path.join(dataFolder(), 'wikispeedia');
  if (!existsSync(folder)) {
    console.error(`skipped: ${folder} is not there; SFWC_TEST_DATA names the folder with the data`);
    return;
  }
  const file = path.join(folder, 'articles.jsonl.gz');
  const web = await openWikispeediaWeb(file);
  const topics = await readTopics(path.join(folder, 'topics.tsv'), web, articleAddress);
  const kb = path.join(out, 'kb');
  mkdirSync(kb, { recursive: true });

  const given = new Set(topics.flatMap(({ corpus }) => corpus));
  const others = web.pages.filter((url) => !given.has(url));
  const background = sample(others, options.background, seededRandom(SEED));
  for (const { name, corpus } of topics) {
    if (existsSync(path.join(kb, `${name}.nq.gz`))) continue;
    console.error(`building ${name}`);
    await buildTopic([write(out, name, corpus, web)], {
      topic: name,
      kb,
      background: [write(out, 'background', background, web)],
    });
  }

  const begin = performance.now();
  let shown = 0;
  const { comparison } = await compareStrategies(
    {
      web: file,
      kb,
      out: out,
      topics: options.topics.length === 0 ? topics.map(({ name }) => name) : options.topics,
      strategies: options.strategies,
      maxPages: options.pages,
      repeat: options.repeat,
      workers: options.workers,
      judgeFirst: CHARACTERS_JUDGED,
      randomSeed: SEED,
    },
    {
      logger: lineLogger((line) => process.stderr.write(line)),
      onProgress: ({ crawls, allCrawls, fetched }) => {
        if (crawls === shown) return;
        shown = crawls;
        const seconds = Math.round((performance.now() - begin) / 1000);
        console.error(`${crawls} of ${allCrawls} crawls, ${fetched} pages, ${seconds} s`);
      },
    },
  );
  console.log(`${comparison.crawls.length} crawls in ${out}: report.html, comparison.md`);
  if (options.docs === undefined) return;
  const after = leagueIn(readFileSync(options.docs, 'utf8'));
  writeFileSync(options.docs, readFileSync(path.join(out, 'comparison.md'), 'utf8').trimEnd() + '\n' + after);
}

/** Writes articles as JSON lines, cut. */
function write(out: string, name: string, urls: readonly string[], { articles }: WikispeediaWeb): string {
  const lines = urls.map((url) => {
    const id = url.slice(url.lastIndexOf('/') + 1);
    const { title, text } = articles.get(id)!;
    return JSON.stringify({ id, title, text: text.slice(0, CHARACTERS_JUDGED) });
  });
  const target = path.join(out, `${name}.jsonl`);
  writeFileSync(target, lines.join('\n'));
  return target;
}
