/**
 * Whether reading pages by the lexicon costs anything: judges the same labelled pages by it and by the tagger that reads corpora,
 * and prints how well each does, where verdicts differ, the share of their evidence that has the same IRI, and the time.
 *
 *     npm run bench -- annotators [--seed 1 --background 400 --every 12 --pages both --topics LIST --kb FOLDER]
 *
 * Topics are those of the Wikispeedia collection; pages are its other articles, labelled pages of the Web (`real-pages`), or
 * both, every Nth of them. --kb keeps the knowledge bases in a folder and uses those that are there.
 * Time is of the processor, for one classifier of a topic: annotating, linking and judging.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildTopic } from '../src/app/topics/build-topic.js';
import { trainClassifier } from '../src/extensions/teach/train-classifier.js';
import { classifierFile } from '../src/knowledge/files/classifier-file.js';
import { openTopic } from '../src/knowledge/places/knowledge-base.js';
import { judgeHereBy } from '../test/support/judge-here.js';
import type { JudgePage } from '../src/judging/judge/create-judge.js';
import type { Page } from '../src/model/page.js';
import type { Judgement } from '../src/model/topic.js';
import { createPageReader } from '../src/web/page/reader.js';
import { emptyPage } from '../src/support/text/empty-page.js';
import { measureRanking, type RankingMetrics, type ScoredItem } from './support/ranking-metrics.js';
import { readRealPages } from './support/real-pages.js';
import { dataFolder, readCollection, type Article, drawBackground } from './support/wikispeedia.js';
import { sample, seededRandom } from '../src/support/random.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    background: { type: 'string', default: '400' },
    every: { type: 'string', default: '12' },
    pages: { type: 'string', default: 'both' },
    topics: { type: 'string', default: '' },
    kb: { type: 'string' },
  },
});
const every = Number(values.every);
const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
const kb = values.kb ?? folder;
const CLASSIFIERS = ['ensemble', 'centroid'] as const;

interface Contest {
  readonly kind: string;
  readonly rule: string;
  readonly quick: JudgePage;
  readonly full: JudgePage;
  readonly items: { readonly quick: ScoredItem[]; readonly full: ScoredItem[] };
  /** Verdicts that differ. */
  differing: number;
  /** Evidence that a full reading links, and of it what the lexicon's reading has as well, and with the same IRI. */
  readonly linked: { full: number; both: number; same: number };
}

const { articles, topics } = readCollection();
const chosen = [...topics].filter(
  ([topic]) => values.topics === '' || values.topics.split(',').includes(topic),
);
const { background, unseen } = drawBackground(
  { articles, topics },
  Number(values.background),
  Number(values.seed),
);

function writeTexts(name: string, texts: readonly Article[]): string {
  const file = path.join(folder, `${name}.jsonl`);
  writeFileSync(file, texts.map((article) => JSON.stringify(article)).join('\n'));
  return file;
}

async function build(name: string, corpus: string, others: string): Promise<void> {
  if (!existsSync(path.join(kb, `${name}.nq.gz`)))
    await buildTopic([corpus], { topic: name, kb, background: [others] });
  if (!existsSync(classifierFile(kb, name, 'centroid')))
    await trainClassifier({ kb, topic: name, classifier: 'centroid' });
}

async function open(kind: string, name: string, classifier: (typeof CLASSIFIERS)[number]): Promise<Contest> {
  const topic = await openTopic(kb, name);
  return {
    kind,
    rule: classifier,
    quick: await judgeHereBy(topic, classifier, { byLexicon: true }),
    full: await judgeHereBy(topic, classifier),
    items: { quick: [], full: [] },
    differing: 0,
    linked: { full: 0, both: 0, same: 0 },
  };
}

async function milliseconds<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

/** Of the first classifier that reads a page, for pages about the topic, and for all others. */
const times = new Map<string, { quick: number; full: number; pages: number; characters: number }>();

function countLinks({ linked }: Contest, quick: Judgement, full: Judgement): void {
  const iris = new Map(quick.reason.evidence.map(({ lemma, iri }) => [lemma, iri]));
  for (const { lemma, iri } of full.reason.evidence) {
    if (iri === undefined) continue;
    linked.full += 1;
    if (!iris.has(lemma)) continue;
    linked.both += 1;
    if (iris.get(lemma) === iri) linked.same += 1;
  }
}

async function judge(contests: readonly Contest[], page: Page, relevant: boolean): Promise<void> {
  let isFirst = true;
  for (const contest of contests) {
    const { quick, full, items } = contest;
    const [ofQuick, quickTime] = await milliseconds(() => quick(page));
    const [ofFull, fullTime] = await milliseconds(() => full(page));
    if (isFirst) {
      const key = `${contest.kind} ${relevant ? '' : 'not '}about the topic, ${contest.rule}`;
      const time = times.get(key) ?? { quick: 0, full: 0, pages: 0, characters: 0 };
      times.set(key, time);
      time.quick += quickTime;
      time.full += fullTime;
      time.pages += 1;
      time.characters += page.text.length;
    }
    isFirst = false;
    countLinks(contest, ofQuick, ofFull);
    const verdicts = [
      [ofQuick, items.quick],
      [ofFull, items.full],
    ] as const;
    const accepted = verdicts.map(([judgement, list]) => {
      list.push({ score: judgement.score, accepted: judgement.accepted, relevant });
      return judgement.accepted;
    });
    contest.differing += Number(accepted[0] !== accepted[1]);
  }
}

function articlePages(topic: string): { readonly page: Page; readonly relevant: boolean }[] {
  return unseen
    .filter((_, index) => index % every === 0)
    .map(({ id, title, text }) => ({
      page: { ...emptyPage(`http://wiki.example/${id}`), title, text },
      relevant: topics.get(topic)?.has(id) ?? false,
    }));
}

function realPages(topic: string): { readonly page: Page; readonly relevant: boolean }[] {
  const reader = createPageReader();
  return [...readRealPages(dataFolder())]
    .filter(
      ({ labels }, index) =>
        // Pages about a topic are few: all of them.
        !labels.includes(`${topic}?`) && (labels.includes(topic) || index % Math.ceil(every / 4) === 0),
    )
    .map(({ labels, url, body }) => ({
      page: reader.read(body, url, 'text/html'),
      relevant: labels.includes(topic),
    }));
}

const show = (value: number | null): string => (value === null ? '    –' : value.toFixed(3));
const MEASURES = ['averagePrecision', 'f1', 'auroc'] as const;
const figures = (m: Pick<RankingMetrics, (typeof MEASURES)[number]>): string =>
  MEASURES.map((name) => show(m[name])).join('  ');
console.log(
  'topic      pages     classifier                     full: AP    F1  AUROC  lexicon: AP   F1  AUROC  differ of      same IRI',
);
const rows = new Map<string, { readonly full: RankingMetrics; readonly quick: RankingMetrics }[]>();
for (const [topic, roles] of chosen) {
  const corpus = writeTexts(
    topic,
    articles.filter(({ id }) => roles.get(id) === 'corpus'),
  );
  await build(topic, corpus, writeTexts('background', background));
  const kinds = values.pages === 'both' ? ['articles', 'real'] : [values.pages];
  for (const kind of kinds) {
    const contests = await Promise.all(CLASSIFIERS.map((name) => open(kind, topic, name)));
    const pages = kind === 'real' ? realPages(topic) : articlePages(topic);
    for (const { page, relevant } of sample(pages, pages.length, seededRandom(Number(values.seed))))
      await judge(contests, page, relevant);
    for (const { rule, items, differing, linked } of contests) {
      const [full, quick] = [measureRanking(items.full), measureRanking(items.quick)];
      rows.set(`${kind} ${rule}`, [...(rows.get(`${kind} ${rule}`) ?? []), { full, quick }]);
      console.log(
        `${topic.padEnd(10)} ${kind.padEnd(9)} ${rule.padEnd(29)} ${figures(full)}  ${figures(quick)}  ${String(differing).padStart(6)} of ${String(items.full.length).padEnd(5)} ${linked.same} of ${linked.both} of ${linked.full}`,
      );
    }
  }
}
const mean = (measured: readonly RankingMetrics[]): Pick<RankingMetrics, (typeof MEASURES)[number]> =>
  Object.fromEntries(
    MEASURES.map((name) => [name, measured.reduce((sum, m) => sum + (m[name] ?? 0), 0) / measured.length]),
  ) as Pick<RankingMetrics, (typeof MEASURES)[number]>;
for (const [name, measured] of rows)
  console.log(
    `mean ${name.padEnd(45)} ${figures(mean(measured.map(({ full }) => full)))}  ${figures(mean(measured.map(({ quick }) => quick)))}`,
  );
for (const [key, { pages, characters, full, quick }] of times)
  console.log(
    `${pages} ${key}, of ${(characters / pages).toFixed(0)} characters: full ${(full / pages).toFixed(1)} ms, by the lexicon ${(quick / pages).toFixed(1)} ms of the processor per page, ${(full / quick).toFixed(1)} times as fast`,
  );
rmSync(folder, { recursive: true, force: true });
