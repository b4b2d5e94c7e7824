import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { rememberingWeb, type RememberingWeb } from '../../src/extensions/lab/comparison/arena.js';
import { strategyParts } from '../../src/app/crawl/setup/open-strategy.js';
import type { Page } from '../../src/model/page.js';
import { createPageReader } from '../../src/web/page/reader.js';
import type { StrategyParts } from '../../src/crawling/priority/strategy-parts.js';
import type { TitledText } from '../../src/crawling/priority/term-weights.js';
import { given } from '../../src/support/given.js';
import { sample, seededRandom } from '../../src/support/random.js';
import { openFolderWeb, readTopics } from '../../src/extensions/archives/open-web.js';
import type { WebTopic } from '../../src/web/stored/virtual-web.js';
import { dataFolder } from './wikispeedia.js';
import { openWikispeediaWeb, topicsOfArticles } from './wikispeedia-web.js';

/** A topic of a web, with the texts that it is built from. */
export interface BenchTopic extends WebTopic {
  readonly texts: { readonly corpus: readonly TitledText[]; readonly background: readonly TitledText[] };
  /** What strategies are made of, the same for all, so that they compare a page with the topic once. */
  readonly parts: StrategyParts;
  /** All pages about the topic, found or given. */
  readonly members: ReadonlySet<string>;
}

/** The page of a web at a URL; undefined if it is not HTML. */
export async function pageAt({ web, reader }: RememberingWeb, url: string): Promise<Page | undefined> {
  const { status, headers, body } = await web.answer(url);
  const type = headers['content-type'] ?? '';
  return status === 200 && /html/i.test(type) ? reader.read(body, url, type) : undefined;
}

/** A web of the data with its topics. */
export interface BenchWeb extends RememberingWeb {
  readonly name: BenchWebName;
  readonly topics: readonly BenchTopic[];
}

export const BENCH_WEBS = ['wikispeedia', 'debian-docs'] as const;
export type BenchWebName = (typeof BENCH_WEBS)[number];

/** Articles of Wikispeedia that are drawn as the background. */
const BACKGROUND = 400;

/** Where benches keep what takes long: the unpacked web, topics, verdicts. */
export const KEPT = path.join(tmpdir(), 'sfwc-bench-politeness');

/** Opens a web with its topics; undefined, with a message, where its data are not there. */
export async function openBenchWeb(name: BenchWebName): Promise<BenchWeb | undefined> {
  const folder = path.join(dataFolder(), name);
  if (!existsSync(folder)) {
    console.error(`skipped: ${folder} is not there; SFWC_TEST_DATA names the folder with the data`);
    return undefined;
  }
  return name === 'wikispeedia' ? openWikispeedia(folder) : openDebianDocs(folder);
}

async function openWikispeedia(folder: string): Promise<BenchWeb> {
  const web = await openWikispeediaWeb(path.join(folder, 'articles.jsonl.gz'));
  const given = await topicsOfArticles(path.join(folder, 'topics.tsv'), web);
  const textOf = (url: string): TitledText => web.articles.get(url.slice(url.lastIndexOf('/') + 1))!;
  const known = new Set(given.flatMap(({ corpus }) => corpus));
  const others = web.pages.filter((url) => !known.has(url));
  const background = sample(others, BACKGROUND, seededRandom(1)).map(textOf);
  const topics = given.map((topic) => benchTopic(topic, { corpus: topic.corpus.map(textOf), background }));
  return { name: 'wikispeedia', topics, ...rememberingWeb(web, createPageReader()) };
}

async function openDebianDocs(folder: string): Promise<BenchWeb> {
  const web = await openFolderWeb(unpackedDebianDocs());
  const background = textsIn(path.join(folder, 'corpora', 'background.jsonl.gz'));
  const topics = (await readTopics(path.join(folder, 'topics.tsv'), web)).map((topic) =>
    benchTopic(topic, {
      corpus: textsIn(path.join(folder, 'corpora', `${topic.name}.jsonl`)),
      background,
    }),
  );
  return { name: 'debian-docs', topics, ...rememberingWeb(web, createPageReader()) };
}

function benchTopic(topic: WebTopic, texts: BenchTopic['texts']): BenchTopic {
  const members = new Set([...topic.targets, ...topic.corpus, ...topic.seeds]);
  const line = lineAbout(topic.name);
  return { ...topic, texts, members, parts: strategyParts({ ...texts, ...given({ line }) }) };
}

/** The line about a topic in `bench/data`. */
function lineAbout(name: string): string | undefined {
  const lines = readFileSync('bench/data/topic-lines.tsv', 'utf8').split('\n');
  return lines.find((line) => line.startsWith(`${name}\t`))?.slice(name.length + 1);
}

/** The folder of the web `debian-docs`, which is unpacked once. */
export function unpackedDebianDocs(): string {
  const [web, partial] = [path.join(KEPT, 'web'), path.join(KEPT, 'partial')];
  if (existsSync(web)) return web;
  mkdirSync(partial, { recursive: true });
  execFileSync('tar', ['xf', path.join(dataFolder(), 'debian-docs', 'web.tar.xz'), '-C', partial]);
  renameSync(partial, web);
  return web;
}

/** The texts of a file of JSON lines. */
export function textsIn(file: string): readonly TitledText[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim();
  return text.split('\n').map((line) => JSON.parse(line) as TitledText);
}
