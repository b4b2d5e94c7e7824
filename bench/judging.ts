/**
 * How well the classifiers judge: of encyclopedia articles and of real pages of the Web, by topics that are known and by held-out
 * ones. Classifiers learn from the corpora of topics and a background, as the product does it, by the same code, but without
 * knowledge bases. Prints a row for each classifier: the means over the topics, and with --details those of each topic.
 *
 *     npm run bench -- judging [--seed 1 --background 400 --every 3 --topics all --pages both --classifiers LIST]
 *
 * --topics known,similar,development,held-out,earlier-held-out,linked: the three topics that come with the Wikispeedia collection; five
 *   of articles that are similar to ten given ones, with labels of the real pages; five, five and ten of bench/data (real pages
 *   only); twelve of articles that link to each other (articles only). Default: all but both held-out kinds, by which nothing may be
 *   chosen.
 * --only LIST: of these topics those of these names.
 * --texts N: topics learn from at most N of their texts, drawn by the seed.
 * --pages articles|real|both. Pages come in an order drawn by the seed; a threshold that moves begins again for each kind.
 * --every N judges each Nth article that nothing was learned from.
 * --labels LIST: also what labels bring, such as 10,50: half of the real pages are a crawl from which that many are labelled, those
 *   that sfwc rate --choose nearest asks about; judged is the other half, with 0 labels for comparison.
 * --asked LIST: the same with the pages that a running crawl asks about, five at a time, as its control room does; with each
 *   number, what their answers bring by the threshold alone, and by a model that is trained with them.
 * --draws N: how often the real pages are put in order and cut in halves, by further seeds; figures are means.
 * --background N: that many articles drawn as the background; box: the texts that come with sfwc instead.
 * --accept LIST: how much is accepted, as `sfwc crawl --accept`; several values to compare them.
 *
 * krs-paper counts every noun as linked. The nouns of all texts are kept in the system's folder for temporary files, for later runs:
 * the first run takes an hour, later ones some minutes.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { areEnoughLabels } from '../src/model/label-use.js';
import { readWordSpace } from '../src/language/text/word-space-file.js';
import { keptOf } from '../src/judging/relevance/acceptance.js';
import { openWordReader } from '../src/language/text/english.js';
import { ENGLISH } from '../src/language/text/words-only-annotator.js';
import { readBoxed } from '../src/app/topics/building/boxed-background.js';
import type { LabelledReason } from '../src/model/judging.js';
import { TRAINED_CLASSIFIERS } from '../src/judging/classifiers/classifier-table.js';
import { createPageReader } from '../src/web/page/reader.js';
import { sample, seededRandom } from '../src/support/random.js';
import { spreadOf } from '../src/support/statistics.js';
import { type TrainingText, type TrainingSet, trainingText } from '../src/judging/topic/scorer.js';
import { judgedText } from '../src/judging/topic/evidence-mentions.js';
import { contentOfPage, plainTerms, type PageContent } from '../src/judging/topic/page-content.js';
import { contentOfDocument } from '../test/support/content-of-document.js';
import {
  LABELS_TO_LEARN_FROM,
  moveThreshold,
  trainWithLabels,
  type Label,
  type LabelledModel,
} from '../src/extensions/teach/labelled-model.js';
import { toProfile } from '../src/knowledge/krs/document-profile.js';
import { trainModel, type TrainedModel } from '../src/judging/topic/trained-model.js';
import { openGeneralSpace } from '../src/judging/topic/word-space.js';
import { openAnnotations } from './support/annotated-texts.js';
import { expansionOf, paperRule, type CountsRule } from './support/in-memory-topic.js';
import { judgeContents, type JudgingSettings } from './support/judged-contents.js';
import { loadLearners } from './support/learners.js';
import { tasksOf, TOPIC_KINDS, type Task } from './support/judging-tasks.js';
import { askDuringCrawl, labelsOfNearest, type LabelledPage } from './support/labelling.js';
import { measureRanking, type RankingMetrics, type ScoredItem } from './support/ranking-metrics.js';
import { readRealPages } from './support/real-pages.js';
import { dataFolder, drawBackground, readCollection, type Article } from './support/wikispeedia.js';

const CLASSIFIERS = ['krs-paper', ...TRAINED_CLASSIFIERS] as const;
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    background: { type: 'string', default: '400' },
    every: { type: 'string', default: '3' },
    topics: { type: 'string', default: TOPIC_KINDS.filter((kind) => !kind.endsWith('held-out')).join(',') },
    only: { type: 'string', default: '' },
    texts: { type: 'string', default: 'Infinity' },
    pages: { type: 'string', default: 'both' },
    classifiers: { type: 'string', default: CLASSIFIERS.join(',') },
    accept: { type: 'string', default: 'balanced' },
    labels: { type: 'string', default: '' },
    asked: { type: 'string', default: '' },
    draws: { type: 'string', default: '1' },
    details: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const learnerOf = await loadLearners();
const wanted = CLASSIFIERS.filter((name) => values.classifiers.split(',').includes(name));

type Kind = 'articles' | 'real';
const kinds: readonly Kind[] = values.pages === 'both' ? ['articles', 'real'] : [values.pages as Kind];

/** What is judged: a page or an article, and whether it is about a topic; null where that is not known. */
interface Judged {
  readonly url: string;
  readonly content: PageContent;
  readonly isAbout: (task: Task) => boolean | null;
}

const words = openWordReader();
const annotations = openAnnotations();
const collection = readCollection();
const { articles } = collection;

const counted = new Map<string, PageContent>();
function contentOf(article: Article): PageContent {
  const before = counted.get(article.id);
  if (before !== undefined) return before;
  const content = contentOfDocument(article, toProfile(annotations.nouns(article)), words);
  counted.set(article.id, content);
  return content;
}
const trained = new Map<string, TrainingText>();
function trainingTextOf(article: Article): TrainingText {
  const text = trained.get(article.id) ?? trainingText(annotations.places(article), words);
  trained.set(article.id, text);
  return text;
}

/** The words by which articles are similar. */
const countsOf = (article: Article) => plainTerms(contentOfDocument(article, toProfile([]), words));
const chosen = values.topics.split(',');
const mostTexts = Number(values.texts);
const drawnFrom = (corpus: readonly Article[]): readonly Article[] =>
  corpus.length <= mostTexts ? corpus : sample(corpus, mostTexts, seededRandom(seed));
const named = (task: Task): boolean => values.only === '' || values.only.split(',').includes(task.name);
const tasks = TOPIC_KINDS.filter((kind) => chosen.includes(kind))
  .flatMap((kind) => tasksOf(kind, { collection, countsOf, seed }))
  .filter(named);
/** Articles that are drawn where the background is boxed: they keep the choice of articles that are judged. */
const DRAWN = 400;
/** A compiled benchmark does not lie where the package does. */
const BOX = 'corpora/background-en.json.gz';
const WORD_SPACE = 'corpora/word-space-en.gz';
const isBoxed = values.background === 'box';
const { background, unseen } = drawBackground(collection, isBoxed ? DRAWN : Number(values.background), seed);
const boxed = isBoxed ? await readBoxed(BOX, ENGLISH) : undefined;

function judgedArticles(): readonly (Judged & { readonly id: string })[] {
  const isUnseen = new Set(unseen);
  return articles
    .filter((article, index) => isUnseen.has(article) && index % Number(values.every) === 0)
    .map((article) => ({
      id: article.id,
      url: `http://articles.example/${article.id}`,
      content: contentOf(article),
      isAbout: ({ corpus, group }) => (corpus.includes(article) ? null : group.includes(article)),
    }));
}

/** The labelled pages of the Web; none where they are absent. */
function realPages(): readonly Judged[] {
  const place = path.join(dataFolder(), 'real-pages');
  if (!existsSync(place)) {
    console.error(`skipped: ${place} does not exist`);
    return [];
  }
  const reader = createPageReader();
  return Array.from(readRealPages(dataFolder()), ({ file, labels, url, body }): Judged => {
    const whole = reader.read(body, url, 'text/html');
    const { page } = judgedText(whole);
    const { nouns, mentions } = annotations.places(page);
    const placed = mentions.map(([begin, end, place]) => ({
      lemma: nouns[place]?.lemma ?? '',
      begin,
      end,
    }));
    const content = contentOfPage({ page, nouns: placed }, words);
    return {
      url,
      content,
      isAbout: (task) => task.pages?.(file, labels) ?? null,
    };
  });
}

const items: Readonly<Record<Kind, readonly Judged[]>> = {
  articles: kinds.includes('articles') ? judgedArticles() : [],
  real: kinds.includes('real') ? realPages() : [],
};
const general = openGeneralSpace(readWordSpace(WORD_SPACE));
const spaces = { general };

/** Judges pages in an order drawn by a seed. */
type Judging = (judged: readonly Judged[], task: Task, draw: number) => Promise<ScoredItem[]>;

function inOrder(judged: readonly Judged[], draw: number): readonly Judged[] {
  return sample(judged, judged.length, seededRandom(draw));
}

/** Those of which it is known whether they are about the topic. */
function knownIn(judged: readonly Judged[], task: Task, draw: number): readonly LabelledPage[] {
  return inOrder(judged, draw).flatMap(({ url, content, isAbout }) => {
    const relevant = isAbout(task);
    return relevant === null ? [] : [{ url, content, relevant }];
  });
}

/** The pages that a crawl has fetched, and the others, which are judged by what answers about those teach. */
function halves(
  judged: readonly Judged[],
  task: Task,
  draw: number,
): readonly [readonly LabelledPage[], readonly LabelledPage[]] {
  const known = knownIn(judged, task, draw);
  const half = Math.floor(known.length / 2);
  return [known.slice(0, half), known.slice(half)];
}

function byRule(rule: CountsRule): Judging {
  return async (judged, task, draw) => {
    const scored: ScoredItem[] = [];
    for (const { content, relevant } of knownIn(judged, task, draw)) {
      const { score, accepted } = await rule(content);
      scored.push({ score, accepted, relevant });
    }
    return scored;
  };
}

/** How the texts of pages are judged by a model. */
function judgingOf({ classifier }: TrainedModel, accept: string): JudgingSettings {
  return { accept, spaces, learner: learnerOf(classifier) };
}

function byModel(model: TrainedModel, accept: string): Judging {
  return (judged, task, draw) =>
    Promise.resolve(judgeContents(model, knownIn(judged, task, draw), judgingOf(model, accept)));
}

/** A classifier under each acceptance that it knows, with labels for their rows. */
async function judgingsBy(
  name: (typeof CLASSIFIERS)[number],
  set: TrainingSet,
): Promise<readonly (readonly [label: string, judging: Judging])[]> {
  if (name === 'krs-paper') return [[name, byRule(paperRule(set))]];
  const settings = {
    features: 5000,
    expansion: name.startsWith('semantic') ? await expansionOf(set) : new Map(),
  };
  const learner = learnerOf(name);
  const model = trainModel(learner, set, settings);
  const [first = ''] = acceptances;
  if (model.adapts === undefined) return [[name, byModel(model, first)]];
  const rows = acceptances.map((accept) => [`${name}, ${accept}`, byModel(model, accept)] as const);
  const plain = rows.length === 1 ? [[name, byModel(model, first)] as const] : rows;
  const train = (labels: readonly Label[]) =>
    labels.length < LABELS_TO_LEARN_FROM
      ? moveThreshold(model, learner, set, labels).model
      : trainWithLabels(learner, set, labels, settings).model;
  const labelled = numbersOfLabels.map(
    (count) => [`${name}, ${count} labels`, byLabels(model, count, train)] as const,
  );
  const teach = (labels: readonly Label[]) => trainWithLabels(learner, set, labels, settings, 0);
  const asked = numbersAsked.flatMap((count) =>
    (['threshold', 'trained'] as const).map(
      (how) =>
        [
          `${name}, ${count} asked, ${how}`,
          byAnswers(model, count, how === 'trained' ? teach : undefined),
        ] as const,
    ),
  );
  return [...plain, ...labelled, ...asked];
}

/** Judges one half of the pages by what answers about the other half, which a crawl has fetched, teach. */
function byAnswers(
  model: TrainedModel,
  count: number,
  teach: ((labels: readonly Label[]) => LabelledModel) | undefined,
): Judging {
  return (judged, task, draw) => {
    const [pool, others] = halves(judged, task, draw);
    const settings = judgingOf(model, acceptances[0] ?? '');
    const { answers, labels } = askDuringCrawl(model, pool, { ...settings, count });
    const judge = (by: TrainedModel, answered: readonly LabelledReason[]): Promise<ScoredItem[]> =>
      Promise.resolve(judgeContents(by, others, settings, answered));
    if (teach === undefined || !areEnoughLabels(labels)) return judge(model, answers);
    const { model: taught, used } = teach(labels);
    const heldOut = used.map(({ label, text }) => ({
      reason: text ? keptOf(text) : {},
      relevant: label.positive,
    }));
    return judge(taught, heldOut);
  };
}

/** Judges one half of the pages by what labels of the other half teach. */
function byLabels(
  model: TrainedModel,
  count: number,
  train: (labels: readonly Label[]) => TrainedModel,
): Judging {
  return (judged, task, draw) => {
    const [pool, others] = halves(judged, task, draw);
    const settings = judgingOf(model, acceptances[0] ?? '');
    const labels = labelsOfNearest(model, pool, { ...settings, count, seed: draw });
    const taught = areEnoughLabels(labels) ? train(labels) : model;
    return Promise.resolve(judgeContents(taught, others, settings));
  };
}

const acceptances = values.accept.split(',');
const numbersOfLabels = values.labels === '' ? [] : [0, ...values.labels.split(',').map(Number)];
const numbersAsked = values.asked === '' ? [] : values.asked.split(',').map(Number);
const measured: { task: Task; kind: Kind; name: string; metrics: RankingMetrics }[] = [];
const names = new Set<string>();
for (const task of tasks) {
  const begin = performance.now();
  const inGroup = new Set(task.corpus);
  const set = {
    corpus: drawnFrom(task.corpus).map(trainingTextOf),
    background: boxed?.contents ?? background.filter((article) => !inGroup.has(article)).map(trainingTextOf),
    ...spaces,
  };
  for (const name of wanted) {
    for (const [label, judging] of await judgingsBy(name, set)) {
      names.add(label);
      for (const kind of kinds) {
        if (kind === 'real' && task.pages === undefined) continue;
        // Of these topics only the corpus is known.
        if (kind === 'articles' && task.group.length === task.corpus.length) continue;
        if (kind === 'articles' && / (?:labels|asked, \w+)$/.test(label)) continue;
        for (let draw = seed; draw < seed + Number(values.draws); draw += 1) {
          const metrics = measureRanking(await judging(items[kind], task, draw));
          measured.push({ task, kind, name: label, metrics });
          console.error(
            `  ${task.name}, ${kind}, ${label}: F1 ${metrics.f1?.toFixed(3)}, average precision ${metrics.averagePrecision?.toFixed(3)}`,
          );
        }
      }
    }
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.error(`${task.name}: ${set.corpus.length} texts, ${seconds} s`);
}

const MEASURES = [
  'acceptedShare',
  'precision',
  'recall',
  'f1',
  'bestF1',
  'auroc',
  'averagePrecision',
] as const;
const HEADER = 'accepted  precision  recall     F1  best F1  AUROC     AP';
function print(label: string, all: readonly RankingMetrics[]): void {
  const means = MEASURES.map((measure) =>
    spreadOf(all.map((metrics) => metrics[measure] ?? 0))
      .mean.toFixed(3)
      .padStart(7),
  );
  console.log(`${label.padEnd(36)} ${means.join('  ')}`);
}
console.log(
  `seed ${values.seed}, background ${isBoxed ? 'box' : background.length}, ${items.articles.length} articles and ${items.real.length} pages judged`,
);
for (const kind of kinds)
  for (const topicKind of TOPIC_KINDS) {
    const here = measured.filter((one) => one.kind === kind && one.task.kind === topicKind);
    if (here.length === 0) continue;
    const count = new Set(here.map(({ task }) => task)).size;
    console.log(`\n${kind === 'real' ? 'real pages' : 'articles'}, ${count} ${topicKind} topics, means`);
    console.log(`${''.padEnd(36)} ${HEADER}`);
    for (const name of names) {
      const own = here.filter((one) => one.name === name);
      print(
        name,
        own.map(({ metrics }) => metrics),
      );
      if (!values.details) continue;
      for (const task of new Set(own.map((one) => one.task)))
        print(
          `  ${name}: ${task.name}`,
          own.filter((one) => one.task === task).map(({ metrics }) => metrics),
        );
    }
  }
