import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rememberingWeb, type RememberingWeb } from '../../src/comparison/page-memory.js';
import { normaliseUrl } from '../../src/crawl/urls/urls.js';
import type { Page } from '../../src/model/page.js';
import { createPageReader } from '../../src/page/reader.js';
import type { TitledText } from '../../src/priority/term-weights.js';
import { sample, seededRandom, seedOf } from '../../src/support/random.js';
import { openFolderWeb } from '../../src/virtual-web/folder-web.js';
import { readTopics } from '../../src/virtual-web/topics-file.js';
import type { VirtualWeb, WebTopic } from '../../src/virtual-web/web.js';
import { articleAddress, openWikispeediaWeb } from '../../src/virtual-web/wikispeedia-web.js';
import { textsIn, unpackedDebianDocs, type BenchWebName } from './bench-webs.js';
import { communities } from './communities.js';
import { dataFolder, readCollection } from './wikispeedia.js';

/** A topic on which estimates are tried. */
export interface StoppingTopic {
  readonly name: string;
  /** Whether constants were chosen on it, or it was held out. */
  readonly part: 'development' | 'held out';
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
/** Topics that are drawn from each web. */
const DRAWN = 4;
const GROUP_RESOLUTION = 3;
/** Pages of a drawn group or section: so few that a crawl can find them, so many that there is something to estimate. */
const GROUP_SIZE = { least: 40, most: 250 };
const SECTION_SIZE = { least: 200, most: 900 };
/** A section that shares more of its pages with the topics of the data is not drawn. */
const MOST_SHARED = 0.2;
const DIRECTORY = 'http://dwww.debian.example/';

/** Opens a web. @param seed of the draws of topics */
export async function openStoppingWeb(name: BenchWebName, seed: number): Promise<StoppingWeb> {
  mkdirSync(STOPPING_KEPT, { recursive: true });
  return name === 'wikispeedia' ? wikispeedia(seed) : debianDocs(seed);
}

/** The topics of the data are for development; held out are groups of articles that link to each other, drawn by the seed. */
async function wikispeedia(seed: number): Promise<StoppingWeb> {
  const folder = path.join(dataFolder(), 'wikispeedia');
  const web = await openWikispeediaWeb(path.join(folder, 'articles.jsonl.gz'));
  const given = await readTopics(path.join(folder, 'topics.tsv'), web, articleAddress);
  const article = (url: string) => web.articles.get(url.slice(url.lastIndexOf('/') + 1))!;
  const background = sample(web.pages, 400, seededRandom(seed)).map(article);
  const topicOf = (
    { name, seeds, corpus, targets }: WebTopic,
    part: StoppingTopic['part'],
  ): StoppingTopic => ({
    ...{ name, part, seeds, background },
    members: new Set([...targets, ...corpus, ...seeds]),
    corpus: corpus.map(article),
  });
  const groups = communities(readCollection().articles, GROUP_RESOLUTION).filter(
    ({ length }) => length >= GROUP_SIZE.least && length <= GROUP_SIZE.most,
  );
  const drawn = sample(groups, DRAWN, seededRandom(seed)).map((group, place) => {
    const urls = group.map(({ id }) => articleAddress(id));
    const corpus = sample(urls, Math.round(urls.length * 0.3), seededRandom(place + 1));
    const name = `group ${place + 1} (${group[0]?.title ?? ''} …)`;
    return topicOf({ name, seeds: corpus.slice(0, 3), corpus, targets: urls }, 'held out');
  });
  return {
    name: 'wikispeedia',
    memory: rememberingWeb(web, createPageReader()),
    topics: [...given.map((topic) => topicOf(topic, 'development')), ...drawn],
    linksOf: (url) => article(url).links.map(articleAddress),
  };
}

/** The topics of the data are for development; held out are sections of the directory, drawn by the seed. */
async function debianDocs(seed: number): Promise<StoppingWeb> {
  const data = path.join(dataFolder(), 'debian-docs');
  const web = await openFolderWeb(unpackedDebianDocs());
  const background = textsIn(path.join(data, 'corpora', 'background.jsonl.gz'));
  const given = (await readTopics(path.join(data, 'topics.tsv'), web)).map(
    ({ name, seeds, targets }): StoppingTopic => ({
      ...{ name, part: 'development', seeds, background },
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
    const shared = members.filter((url) => known.has(url)).length;
    const fits = members.length >= SECTION_SIZE.least && members.length <= SECTION_SIZE.most;
    return fits && shared <= MOST_SHARED * members.length ? [{ directory, members }] : [];
  });
  const drawn: StoppingTopic[] = [];
  for (const { directory, members } of sample(sections, DRAWN, seededRandom(seed))) {
    const name = directory.slice(DIRECTORY.length).replace(/\.html$/, '');
    const chosen = sample(members, 40, seededRandom(seedOf(name, seed)));
    const pages = await Promise.all(chosen.map((url) => memory.pageAt(url)));
    drawn.push({
      ...{ name, part: 'held out', background },
      seeds: [DIRECTORY, ...chosen.slice(0, 3)],
      members: new Set(members),
      corpus: pages.flatMap((page) => (page === undefined ? [] : [textOf(page)])),
    });
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
