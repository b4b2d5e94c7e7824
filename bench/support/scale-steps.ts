import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser, Store } from 'n3';
import oxigraph from 'oxigraph';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import { judgeHereBy } from '../../test/support/judge-here.js';
import { openKnowledgeBase, openTopic } from '../../src/knowledge/places/knowledge-base.js';
import { topicFile } from '../../src/knowledge/files/kb-folder.js';
import { readNQuads, writeStatedQuads, statedQuads } from '../../src/knowledge/files/nquads-file.js';
import { documentsByLemma, topicStatistics, topicQuads } from '../../src/knowledge/krs/topic-quads.js';
import { topicIris } from '../../src/knowledge/krs/iris.js';
import { KrsBuilder } from '../../src/knowledge/krs/krs.js';
import { SfwcError } from '../../src/model/errors.js';
import type { KnowledgeBase } from '../../src/model/rdf.js';
import { createFrequencyTable } from '../../src/knowledge/places/frequency-table.js';
import { createSyntheticCorpus } from './synthetic-corpus.js';
import { readCollection } from './wikispeedia.js';
import { sample, seededRandom } from '../../src/support/random.js';
import { openAnnotator } from '../../src/language/text/english.js';

/** What a step measured, by name. Seconds unless the name says otherwise. */
export type Figures = Readonly<Record<string, number>>;

/** What a step works on. */
export interface Plan {
  readonly documents: number;
  readonly seed: number;
  /** Where the topic of the step `build` lies. */
  readonly folder: string;
}

const TOPIC = 'scale';
const BASE = 'http://sfwcrawler.com/kb/';
const PAGES = 20;
const NOUNS_OF_PAGE = 300;
const SINGLE_COUNTS = 300;
/** Documents between two looks at the clock of the CPU, which takes its time. */
const BATCH = 100;
/** Characters of an article that hold some 380 nouns, the paper's mean. */
const CHARACTERS = 5400;

/** The steps, each to be run in a process of its own. */
export const steps: Readonly<Record<string, (plan: Plan) => Promise<Figures>>> = {
  build,
  load,
  judge,
  'one load': oneLoad,
  n3,
  texts,
};

/** Adds up wall and CPU seconds (of all threads) between `start` and `stop`. */
class Stopwatch {
  wall = 0;
  cpu = 0;
  #begin = 0;
  #before = process.cpuUsage();

  start(): this {
    this.#before = process.cpuUsage();
    this.#begin = performance.now();
    return this;
  }

  stop(): this {
    const { user, system } = process.cpuUsage(this.#before);
    this.wall += (performance.now() - this.#begin) / 1000;
    this.cpu += (user + system) / 1e6;
    return this;
  }
}

/** Builds a topic of injected documents and saves it; the time in which they are made up is not counted. */
async function build({ documents, seed, folder }: Plan): Promise<Figures> {
  const corpus = createSyntheticCorpus(seed);
  const pick = seededRandom(seed + 1);
  const builder = new KrsBuilder();
  const pages: string[] = [];
  const building = new Stopwatch();
  for (let count = 0; count < documents; count += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, documents - count) }, () => corpus.next());
    building.start();
    for (const document of batch) builder.add(document);
    building.stop();
    // Pages are asked of random documents, so common nouns come often and rare ones now and then, as in a crawl.
    for (const { nouns } of batch) {
      if (pages.length < PAGES * NOUNS_OF_PAGE && pick() < (PAGES * 3) / documents)
        pages.push(...new Set(nouns.map(({ lemma }) => lemma)));
    }
  }
  building.start();
  const krs = builder.finish();
  const byLemma = documentsByLemma(krs);
  const statistics = topicStatistics(krs, byLemma);
  building.stop();
  const provenance = {
    annotator: openAnnotator().name,
    language: 'en',
    linkers: ['gazetteer', 'wordnet'],
    settings: '{}',
    corpusChecksum: 'synthetic',
  };
  const iris = topicIris(BASE, TOPIC);
  const file = topicFile(folder, TOPIC);
  const saving = new Stopwatch().start();
  await writeStatedQuads(file, topicQuads({ name: TOPIC, iris, krs, byLemma, statistics, provenance }));
  saving.stop();
  writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(pages));
  return {
    mentions: statistics.nouns,
    nouns: statistics.entities,
    linked: statistics.linkedEntities / statistics.entities,
    triples: (await statedQuads(file)) ?? Number.NaN,
    building: building.wall,
    buildingCpu: building.cpu,
    saving: saving.wall,
    savingCpu: saving.cpu,
    megabytes: statSync(file).size / 1e6,
  };
}

/** Loads the whole topic and counts in it; a topic that does not fit says so, and has no figures. */
async function load({ folder }: Plan): Promise<Figures> {
  const watch = new Stopwatch().start();
  let kb: KnowledgeBase;
  try {
    kb = await openKnowledgeBase(path.join(folder, TOPIC));
  } catch (error) {
    if (!(error instanceof SfwcError)) throw error;
    console.error(`${error.message}\n${error.hint ?? ''}`);
    return {};
  }
  watch.stop();
  const triples = await kb.size();
  return {
    wall: watch.wall,
    cpu: watch.cpu,
    speed: triples / watch.wall,
    cpuSpeed: triples / watch.cpu,
    ...(await counting(kb, folder)),
  };
}

/** Opens the topic as the crawler does, and counts the nouns of pages that it has not met before. */
async function judge({ folder }: Plan): Promise<Figures> {
  const watch = new Stopwatch().start();
  const topic = await openTopic(folder, TOPIC);
  await judgeHereBy(topic, 'krs-paper');
  watch.stop();
  return { wall: watch.wall, cpu: watch.cpu, ...(await counting(topic.kb, folder)) };
}

/** Milliseconds, medians: the nouns of a page in one query, the first of them apart, and one count in one query. */
async function counting(kb: KnowledgeBase, folder: string): Promise<Figures> {
  const graph = topicIris(BASE, TOPIC).topic;
  const nouns = JSON.parse(readFileSync(path.join(folder, 'pages.json'), 'utf8')) as string[];
  const table = createFrequencyTable(kb, graph, graph);
  const pages: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const watch = new Stopwatch().start();
    await table.byLemma(nouns.slice(page * NOUNS_OF_PAGE, (page + 1) * NOUNS_OF_PAGE));
    pages.push(watch.stop().wall * 1000);
  }
  const counts: number[] = [];
  for (const lemma of nouns.slice(0, SINGLE_COUNTS)) {
    const watch = new Stopwatch().start();
    await createFrequencyTable(kb, graph, graph).byLemma([lemma]);
    counts.push(watch.stop().wall * 1000);
  }
  return { firstPage: pages[0] ?? Number.NaN, page: median(pages), count: median(counts) };
}

/** The same file into Oxigraph in one call, in a transaction, as its documentation shows. */
async function oneLoad({ folder }: Plan): Promise<Figures> {
  const bytes = gunzipSync(readFileSync(topicFile(folder, TOPIC)));
  const store = new oxigraph.Store();
  const watch = new Stopwatch().start();
  store.load(bytes, { format: 'application/n-quads' });
  watch.stop();
  return Promise.resolve({ wall: watch.wall, cpu: watch.cpu });
}

/** The same file into N3's store, by N3's parser. */
async function n3({ folder }: Plan): Promise<Figures> {
  const store = new Store();
  const watch = new Stopwatch().start();
  for await (const piece of readNQuads(topicFile(folder, TOPIC))) {
    store.addQuads(new Parser({ format: 'N-Quads' }).parse(piece));
  }
  watch.stop();
  return { wall: watch.wall, cpu: watch.cpu };
}

/** Texts of the Wikispeedia collection through the whole build, as `sfwc build` does. */
async function texts({ documents, seed, folder }: Plan): Promise<Figures> {
  const chosen = sample(readCollection().articles, documents, seededRandom(seed));
  const file = path.join(folder, 'texts.jsonl');
  const lines = chosen.map((article) =>
    JSON.stringify({ ...article, text: article.text.slice(0, CHARACTERS) }),
  );
  writeFileSync(file, lines.join('\n'));
  const watch = new Stopwatch().start();
  const { statistics, file: topic } = await buildTopic([file], { topic: TOPIC, kb: folder });
  watch.stop();
  return {
    wall: watch.wall,
    cpu: watch.cpu,
    mentions: statistics.nouns,
    nouns: statistics.entities,
    linked: statistics.linkedEntities / statistics.entities,
    triples: (await statedQuads(topic)) ?? Number.NaN,
  };
}

/** The middle one. */
export function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}
