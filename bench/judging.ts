/**
 * How well the classifiers judge: topics of the Wikispeedia collection are built from their corpus articles, classifiers
 * are trained, and all other articles are judged, as the product does it. Prints a row for each topic and classifier, and the
 * mean over the topics. `corpus alone`: without a background, so that what is trained has WordNet's glosses instead.
 *
 *     npm run bench -- judging [--seed 1 --background 400 --every 1 --characters 0 --pages both --classifiers LIST]
 *
 * --pages articles|real|both: the collection's other articles, labelled pages of the Web (`real-pages`), or both, which is
 * the default. Pages come in an order drawn by the seed; a threshold that moves begins anew for each kind.
 * --every N judges each Nth article only; --characters N cuts the judged articles to their first N characters.
 * --classifiers LIST: those of the topics with a background; none for corpora alone.
 * --collection: the trained ones that can learn from all articles which words belong together (unlabelled; the judged articles
 *   are among them).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildTopic } from '../src/app/build/build-topic.js';
import { chosenClassifier, openJudge, type Judge } from '../src/judging/judge.js';
import { openTopic } from '../src/knowledge/knowledge-base.js';
import { measureRanking, type ScoredItem } from './support/ranking-metrics.js';
import type { AnnotatedText, Annotator } from '../src/model/noun.js';
import type { Page } from '../src/model/page.js';
import type { KnowledgeBase } from '../src/model/rdf.js';
import type { AnnotatedPage, ClassifierName } from '../src/model/topic.js';
import { trainClassifier } from '../src/app/build/train-classifier.js';
import { TRAINED_CLASSIFIERS } from '../src/model/topic.js';
import { verdictBy } from '../src/support/verdict.js';
import { createPageReader } from '../src/page/reader.js';
import { dataFolder, readCollection, type Article, drawBackground } from './support/wikispeedia.js';
import { sample, seededRandom } from '../src/support/random.js';
import { openAnnotator } from '../src/judging/english.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    background: { type: 'string', default: '400' },
    every: { type: 'string', default: '1' },
    characters: { type: 'string', default: '0' },
    pages: { type: 'string', default: 'both' },
    classifiers: { type: 'string', default: '' },
    collection: { type: 'boolean', default: false },
  },
});
const characters = Number(values.characters);

type Kind = 'articles' | 'real';
const kinds: readonly Kind[] = values.pages === 'both' ? ['articles', 'real'] : [values.pages as Kind];
const only = values.classifiers === '' ? undefined : values.classifiers.split(',');

interface Contestant {
  readonly kind: Kind;
  readonly topic: string;
  readonly rule: string;
  readonly judge: Judge;
  readonly items: ScoredItem[];
  milliseconds: number;
  /** Milliseconds in SPARQL; the knowledge base is wrapped to count them. */
  readonly sparql: { milliseconds: number };
}

/** Annotates a text once, however many contestants read it. */
function rememberLast(annotator: Annotator): Annotator {
  let last: AnnotatedText | undefined;
  return {
    name: annotator.name,
    annotate: (text) => (last = last?.text === text ? last : annotator.annotate(text)),
  };
}

function timed(kb: KnowledgeBase, clock: { milliseconds: number }): KnowledgeBase {
  return {
    ...kb,
    select: async (query, scope) => {
      const begin = performance.now();
      const rows = await kb.select(query, scope);
      clock.milliseconds += performance.now() - begin;
      return rows;
    },
  };
}

function toPage({ id, title, text }: Article): Page {
  const cut = characters > 0 ? text.slice(0, characters) : text;
  return {
    url: `http://wiki.example/${id}`,
    title,
    headline: '',
    keywords: '',
    text: cut,
    blocks: [],
    links: [],
    robots: { noIndex: false, noFollow: false },
  };
}

const { articles, topics } = readCollection();
const { background, unseen } = drawBackground(
  { articles, topics },
  Number(values.background),
  Number(values.seed),
);
const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
const writeCorpus = (name: string, chosen: readonly Article[]): string => {
  const file = path.join(folder, `${name}.jsonl`);
  writeFileSync(file, chosen.map((article) => JSON.stringify(article)).join('\n'));
  return file;
};
const annotator = rememberLast(openAnnotator());
const backgroundFile = writeCorpus('background', background);

const collection = values.collection ? [writeCorpus('collection', articles)] : [];

const contestants: Contestant[] = [];
const enter = async (topic: string, name: string, note: string, classifiers: readonly ClassifierName[]) => {
  const opened = await openTopic(folder, name);
  for (const classifier of classifiers) {
    const sparql = { milliseconds: 0 };
    const chosen = chosenClassifier({ classifier });
    if (only !== undefined && (note !== '' || !only.includes(classifier))) continue;
    for (const kind of kinds) {
      const judge = await openJudge({ ...opened, kb: timed(opened.kb, sparql) }, chosen, {}, annotator);
      contestants.push({ kind, topic, rule: classifier + note, judge, items: [], milliseconds: 0, sparql });
    }
  }
};
for (const [topic, roles] of topics) {
  const corpus = writeCorpus(
    topic,
    articles.filter(({ id }) => roles.get(id) === 'corpus'),
  );
  await buildTopic([corpus], { topic, kb: folder });
  if (only === undefined) await trainClassifier({ kb: folder, topic });
  await enter(topic, topic, ', corpus alone', ['krs-paper', 'krs-calibrated', 'ensemble']);
  const withBackground = `${topic} with background`;
  await buildTopic([corpus], { topic: withBackground, kb: folder, background: [backgroundFile] });
  for (const classifier of TRAINED_CLASSIFIERS) {
    const reads = values.collection && (classifier === 'ensemble' || classifier === 'regression');
    if ((classifier === 'ensemble' && !reads) || only?.includes(classifier) === false) continue;
    await trainClassifier({
      kb: folder,
      topic: withBackground,
      classifier,
      collection: reads ? collection : [],
    });
  }
  await enter(topic, withBackground, '', ['krs-calibrated', ...TRAINED_CLASSIFIERS]);
  console.error(`built ${topic}`);
}

const isUnseen = new Set(unseen);
const judged = articles.filter(
  (article, index) => isUnseen.has(article) && index % Number(values.every) === 0,
);
/** A page, and whether it is about a topic; null where that is disputed. */
interface LabelledPage {
  readonly page: Page;
  readonly isAbout: (topic: string) => boolean | null;
}

async function judgeAll(kind: Kind, pages: readonly LabelledPage[]): Promise<void> {
  const own = contestants.filter((contestant) => contestant.kind === kind);
  for (const [index, { page, isAbout }] of sample(
    pages,
    pages.length,
    seededRandom(Number(values.seed)),
  ).entries()) {
    // The contestants of a topic link alike: their knowledge bases have the same labels.
    const annotated = new Map<string, AnnotatedPage>();
    for (const contestant of own) {
      const { judge, topic, items } = contestant;
      const relevant = isAbout(topic);
      if (relevant === null) continue;
      const pageWithNouns = annotated.get(topic) ?? (await judge.annotate(page));
      annotated.set(topic, pageWithNouns);
      const begin = performance.now();
      const judgement = await judge.classifier.judge(pageWithNouns);
      contestant.milliseconds += performance.now() - begin;
      const { score, accepted } = verdictBy(judge.acceptance, judgement);
      judge.acceptance?.note(judgement);
      items.push({ score, accepted, relevant });
    }
    if (index % 500 === 499) console.error(`judged ${index + 1} of ${pages.length}`);
  }
}

/** The labelled pages of the Web; none where they are absent. */
function realPages(): LabelledPage[] {
  const place = path.join(dataFolder(), 'real-pages');
  if (!existsSync(place)) {
    console.error(`skipped: ${place} does not exist`);
    return [];
  }
  execFileSync('tar', ['-xzf', path.join(place, 'pages.tar.gz'), '-C', folder]);
  const reader = createPageReader();
  return readFileSync(path.join(place, 'labels.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line): LabelledPage => {
      const [file = '', labels = '', address = ''] = line.split('\t');
      const url = /^https?:/.test(address) ? address : `http://page.example/${file}`;
      const own = labels.split(',');
      return {
        page: reader.read(readFileSync(path.join(folder, 'pages', file)), url, 'text/html'),
        isAbout: (topic) => (own.includes(`${topic}?`) ? null : own.includes(topic)),
      };
    });
}

if (kinds.includes('articles'))
  await judgeAll(
    'articles',
    judged.map((article) => ({
      page: toPage(article),
      isAbout: (topic) => topics.get(topic)?.has(article.id) ?? false,
    })),
  );
if (kinds.includes('real')) await judgeAll('real', realPages());
rmSync(folder, { recursive: true, force: true });

const show = (value: number | null): string => (value === null ? '    –' : value.toFixed(3).padStart(5));
console.log(
  `${judged.length} articles judged, background ${background.length}, seed ${values.seed}, ${characters > 0 ? `first ${characters} characters` : 'whole texts'}`,
);
const HEADER = 'accepted  precision  recall     F1  best F1  AUROC     AP  judgements/s  SPARQL ms/page';
const MEASURES = [
  'acceptedShare',
  'precision',
  'recall',
  'f1',
  'bestF1',
  'auroc',
  'averagePrecision',
] as const;
type Measured = Readonly<Record<(typeof MEASURES)[number], number | null>>;
const row = (topic: string, rule: string, m: Measured): string =>
  `${topic.padEnd(10)} ${rule.padEnd(29)} ${show(m.acceptedShare)}     ${show(m.precision)}      ${show(m.recall)}  ${show(m.f1)}  ${show(m.bestF1)}    ${show(m.auroc)}  ${show(m.averagePrecision)}`;
for (const kind of kinds) {
  console.log(
    `\n${kind === 'real' ? 'pages of the Web' : 'articles'}\ntopic      classifier                    ${HEADER}`,
  );
  const byRule = new Map<string, Measured[]>();
  for (const { topic, rule, items, milliseconds, sparql } of contestants.filter((one) => one.kind === kind)) {
    const m = measureRanking(items);
    byRule.set(rule, [...(byRule.get(rule) ?? []), m]);
    console.log(
      `${row(topic, rule, m)}  ${((items.length / milliseconds) * 1000).toFixed(0).padStart(12)}  ${(sparql.milliseconds / items.length).toFixed(2).padStart(14)}`,
    );
  }
  for (const [rule, measured] of byRule) {
    const mean = Object.fromEntries(
      MEASURES.map((name) => [name, measured.reduce((sum, m) => sum + (m[name] ?? 0), 0) / measured.length]),
    ) as unknown as Measured;
    console.log(row('mean', rule, mean));
  }
}
