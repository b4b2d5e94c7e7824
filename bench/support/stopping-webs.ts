import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rememberingWeb, type RememberingWeb } from '../../src/extensions/lab/comparison/arena.js';
import { normaliseUrl } from '../../src/crawling/urls/urls.js';
import type { Page } from '../../src/model/page.js';
import { createPageReader } from '../../src/web/page/reader.js';
import type { TitledText } from '../../src/crawling/priority/term-weights.js';
import { sample, seededRandom, seedOf } from '../../src/support/random.js';
import { openFolderWeb, readTopics } from '../../src/extensions/archives/open-web.js';
import type { VirtualWeb, WebTopic } from '../../src/web/stored/virtual-web.js';
import { articleAddress, openWikispeediaWeb, topicsOfArticles } from './wikispeedia-web.js';
import { pageAt, textsIn, unpackedDebianDocs, type BenchWebName } from './bench-webs.js';
import { communities } from './communities.js';
import { dataFolder, readCollection } from './wikispeedia.js';

/** A topic on which estimates are tried. */
export interface StoppingTopic {
  readonly name: string;
  /** Whether constants were chosen on it, or it was held out. */
  readonly part: 'development' | 'held out';
  /** Of its draw, and of all that is random in its crawls. */
  readonly seed: number;
  /** Its number in the draw; every second crawl is one with hosts that do not answer. */
  readonly place: number;
  readonly seeds: readonly string[];
  readonly members: ReadonlySet<string>;
  readonly corpus: readonly TitledText[];
  readonly background: readonly TitledText[];
}

/** A web with its link graph and topics. */
export interface StoppingWeb {
  readonly name: BenchWebName;
  readonly memory: RememberingWeb;
  readonly topics: readonly StoppingTopic[];
  readonly linksOf: (url: string) => readonly string[];
}

/** Where the link graph and the recorded crawls are kept. */
export const STOPPING_KEPT = path.join(tmpdir(), 'sfwc-bench-stopping');
/** Topics that a draw takes from each web. */
const DRAWN = 4;
/** Seeds of the draws. The first two were held out once; what they showed was used, so they are for development now. */
const DRAWS = [
  { seed: 1, part: 'development' },
  { seed: 2, part: 'development' },
  { seed: 3, part: 'held out' },
] as const;
const GROUP_RESOLUTION = 3;
/** Pages of a drawn group or section: so few that a crawl can find them, so many that there is something to estimate. */
const GROUP_SIZE = { least: 40, most: 250 };
const SECTION_SIZE = { least: 200, most: 900 };
/** A section that shares more of its pages with the topics of the data is not drawn, nor a held-out topic that shares more with others. */
const MAX_SHARED = 0.2;
const DIRECTORY = 'http://dwww.debian.example/';

/** Opens a web with its topics: those of the data, and those that are drawn. */
export async function openStoppingWeb(name: BenchWebName): Promise<StoppingWeb> {
  mkdirSync(STOPPING_KEPT, { recursive: true });
  const web = await (name === 'wikispeedia' ? wikispeedia() : debianDocs());
  const others = new Set(
    web.topics.flatMap(({ part, members }) => (part === 'development' ? [...members] : [])),
  );
  return {
    ...web,
    topics: web.topics.filter(({ part, members }) => part === 'development' || !isShared(members, others)),
  };
}

function isShared(members: Iterable<string>, others: ReadonlySet<string>): boolean {
  const all = [...members];
  return all.filter((url) => others.has(url)).length > MAX_SHARED * all.length;
}

/** Drawn are groups of articles that link to each other. */
async function wikispeedia(): Promise<StoppingWeb> {
  const folder = path.join(dataFolder(), 'wikispeedia');
  const web = await openWikispeediaWeb(path.join(folder, 'articles.jsonl.gz'));
  const given = await topicsOfArticles(path.join(folder, 'topics.tsv'), web);
  const article = (url: string) => web.articles.get(url.slice(url.lastIndexOf('/') + 1))!;
  const topicOf = (
    { name, seeds, corpus, targets }: WebTopic,
    drawn: Pick<StoppingTopic, 'part' | 'seed' | 'place'>,
  ): StoppingTopic => ({
    ...{ ...drawn, name, seeds },
    background: sample(web.pages, 400, seededRandom(drawn.seed)).map(article),
    members: new Set([...targets, ...corpus, ...seeds]),
    corpus: corpus.map(article),
  });
  const groups = communities(readCollection().articles, GROUP_RESOLUTION).filter(
    ({ length }) => length >= GROUP_SIZE.least && length <= GROUP_SIZE.most,
  );
  const drawn = DRAWS.flatMap(({ seed, part }) =>
    sample(groups, DRAWN, seededRandom(seed)).map((group, place) => {
      const urls = group.map(({ id }) => articleAddress(id));
      const corpus = sample(urls, Math.round(urls.length * 0.3), seededRandom(place + 1));
      const name = `group ${place + 1} (${group[0]?.title ?? ''} …)`;
      const topic = { name, seeds: corpus.slice(0, 3), corpus, targets: urls };
      return topicOf(topic, { seed, part, place: given.length + place });
    }),
  );
  return {
    name: 'wikispeedia',
    memory: rememberingWeb(web, createPageReader()),
    topics: [
      ...given.map((topic, place) => topicOf(topic, { part: 'development', seed: 1, place })),
      ...drawn,
    ],
    linksOf: (url) => article(url).links.map(articleAddress),
  };
}

/** Drawn are sections of the directory. */
async function debianDocs(): Promise<StoppingWeb> {
  const data = path.join(dataFolder(), 'debian-docs');
  const web = await openFolderWeb(unpackedDebianDocs());
  const background = textsIn(path.join(data, 'corpora', 'background.jsonl.gz'));
  const given = (await readTopics(path.join(data, 'topics.tsv'), web)).map(
    ({ name, seeds, targets }, place): StoppingTopic => ({
      ...{ name, part: 'development', seed: 1, place, seeds, background },
      members: new Set(targets),
      corpus: textsIn(path.join(data, 'corpora', `${name}.jsonl`)),
    }),
  );
  const memory = rememberingWeb(web, createPageReader());
  const graph = await graphOf(web);
  const places = new Map(web.pages.map((url, place) => [url, place]));
  const linksOf = (url: string): readonly string[] =>
    (graph[places.get(url) ?? -1] ?? []).map((place) => web.pages[place]!);
  const known = new Set(given.flatMap(({ members }) => [...members]));
  const sections = web.pages.flatMap((directory) => {
    const members = directory.startsWith(DIRECTORY) ? sectionOf(directory, web, linksOf) : [];
    const fits = members.length >= SECTION_SIZE.least && members.length <= SECTION_SIZE.most;
    return fits && !isShared(members, known) ? [{ directory, members }] : [];
  });
  const drawn: StoppingTopic[] = [];
  for (const { seed, part } of DRAWS) {
    for (const [place, { directory, members }] of sample(sections, DRAWN, seededRandom(seed)).entries()) {
      const name = directory.slice(DIRECTORY.length).replace(/\.html$/, '');
      const chosen = sample(members, 40, seededRandom(seedOf(name, seed)));
      const pages = await Promise.all(chosen.map((url) => pageAt(memory, url)));
      drawn.push({
        ...{ name, part, seed, place: given.length + place, background },
        seeds: [DIRECTORY, ...chosen.slice(0, 3)],
        members: new Set(members),
        corpus: pages.flatMap((page) => (page === undefined ? [] : [textOf(page)])),
      });
    }
  }
  return { name: 'debian-docs', memory, topics: [...given, ...drawn], linksOf };
}

const textOf = ({ title, text }: Page): TitledText => ({ title, text });

/** The pages of the documents in a section of the directory: those in the folders that it links to. */
function sectionOf(directory: string, web: VirtualWeb, linksOf: StoppingWeb['linksOf']): readonly string[] {
  const folders = linksOf(directory)
    .filter((url) => !url.startsWith(DIRECTORY))
    .map((url) => url.slice(0, url.lastIndexOf('/') + 1));
  return web.pages.filter((url) => folders.some((folder) => url.startsWith(folder)));
}

/** The links of each page, as places in the list of pages. */
async function graphOf(web: VirtualWeb): Promise<readonly (readonly number[])[]> {
  const file = path.join(STOPPING_KEPT, 'debian-docs-links.json');
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
export function reachable(seeds: readonly string[], linksOf: StoppingWeb['linksOf']): ReadonlySet<string> {
  const reached = new Set(seeds);
  for (const url of reached) for (const link of linksOf(url)) reached.add(link);
  return reached;
}
