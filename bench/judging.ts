/**
 * How well the classifiers judge: of encyclopedia articles and of real pages of the Web, by topics that are known and by held-out
 * ones. Classifiers learn from the corpora of topics and a background, as the product does it, by the same code, but without
 * knowledge bases. Prints a row for each classifier: the means over the topics, and with --details those of each topic.
 *
 *     npm run bench -- judging [--seed 1 --background 400 --every 3 --topics all --pages both --classifiers LIST]
 *
 * --topics known,similar,development,held-out,earlier-held-out,linked: the three topics that come with the Wikispeedia collection; five
 *   of articles that are similar to ten given ones, with labels of the real pages; three times five of bench/data (real pages only);
 *   twelve of articles that link to each other (articles only). Default: all but both held-out kinds, by which nothing may be chosen.
 * --only LIST: of these topics those of these names.
 * --texts N: topics learn from so many of their texts at most, drawn by the seed.
 * --pages articles|real|both. Pages come in an order drawn by the seed; a threshold that moves begins anew for each kind.
 * --every N judges each Nth article that nothing was learned from.
 * --collection: the ensemble and the regression learn from all articles, unlabelled, which words belong together.
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
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { areEnoughLabels } from '../src/model/labels.js';
import { sigmoid } from '../src/judging/learning/logistic-regression.js';
import { readWordSpace } from '../src/language/text/word-space-file.js';
import { openWordReader } from '../src/judging/judge/english.js';
import { ENGLISH } from '../src/judging/judge/languages.js';
import { readBoxed } from '../src/app/topics/building/boxed-background.js';
import type { CrawlEvent } from '../src/model/crawl.js';
import type { Acceptance, LabelledScore } from '../src/model/judging.js';
import { NOTHING_TO_JUDGE, TRAINED_CLASSIFIERS, type Judgement } from '../src/model/topic.js';
import { firstOfHosts, nearestPages } from '../src/crawling/ratings/nearest-pages.js';
import { createPageReader } from '../src/web/page/reader.js';
import { sample, seededRandom } from '../src/support/random.js';
import { given } from '../src/support/given.js';
import { spreadOf } from '../src/support/statistics.js';
import { verdictBy } from '../src/support/verdict.js';
import { trainingText, type TrainingText } from '../src/judging/topic/excerpts.js';
import { judgedText } from '../src/judging/topic/judged-text.js';
import {
  contentOfDocument,
  contentOfPage,
  plainTerms,
  type PageContent,
} from '../src/judging/topic/page-content.js';
import type { Label } from '../src/judging/topic/label-scores.js';
import {
  LABELS_TO_LEARN_FROM,
  moveThreshold,
  trainWithLabels,
  type LabelledModel,
} from '../src/judging/topic/labelled-model.js';
import { toProfile } from '../src/judging/topic/profile.js';
import { proseMeasure } from '../src/judging/topic/prose.js';
import type { TrainingSet } from '../src/judging/topic/scorer.js';
import { scorerOf, trainModel, type TrainedModel } from '../src/judging/topic/trained-model.js';
import { acceptanceBy } from '../src/judging/topic/trained-rule.js';
import { learnWordSpace, openGeneralSpace, openWordSpace } from '../src/judging/topic/word-space.js';
import { openAnnotations } from './support/annotated-texts.js';
import { communities } from './support/communities.js';
import { calibratedRule, expansionOf, paperRule, type CountsRule } from './support/in-memory-topic.js';
import { measureRanking, type RankingMetrics, type ScoredItem } from './support/ranking-metrics.js';
import { LABELLED_SETS, openLabelledTopics } from './support/labelled-topics.js';
import { similarTopics } from './support/similar-topics.js';
import { dataFolder, drawBackground, readCollection, type Article } from './support/wikispeedia.js';

const CLASSIFIERS = ['krs-paper', 'krs-calibrated', ...TRAINED_CLASSIFIERS] as const;
const TOPIC_KINDS = ['known', 'similar', 'development', 'held-out', 'earlier-held-out', 'linked'] as const;
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
    collection: { type: 'boolean', default: false },
    accept: { type: 'string', default: 'balanced' },
    labels: { type: 'string', default: '' },
    asked: { type: 'string', default: '' },
    draws: { type: 'string', default: '1' },
    details: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const wanted = CLASSIFIERS.filter((name) => values.classifiers.split(',').includes(name));
/** Groups of linked articles: how fine, of what sizes, how many of them, and what share of a group is the corpus. */
const LINKED = { resolution: 3, least: 40, most: 250, topics: 12, corpus: 0.3 };

type Kind = 'articles' | 'real';
const kinds: readonly Kind[] = values.pages === 'both' ? ['articles', 'real'] : [values.pages as Kind];

/** What is judged: a page or an article, and whether it is about a topic; null where that is not known. */
interface Judged {
  readonly url: string;
  readonly content: PageContent;
  readonly isAbout: (task: Task) => boolean | null;
}

/** A topic: its articles, those that are its corpus, and how the real pages are labelled for it. */
interface Task {
  readonly name: string;
  readonly kind: (typeof TOPIC_KINDS)[number];
  readonly group: readonly Article[];
  readonly corpus: readonly Article[];
  readonly pages?: (file: string, labels: readonly string[]) => boolean | null;
}

const words = openWordReader();
const annotations = openAnnotations();
const { articles, topics } = readCollection();

const known: readonly Task[] = [...topics].map(([name, roles]) => ({
  name,
  kind: 'known',
  group: articles.filter(({ id }) => roles.has(id)),
  corpus: articles.filter(({ id }) => roles.get(id) === 'corpus'),
  pages: (_, labels) => (labels.includes(`${name}?`) ? null : labels.includes(name)),
}));

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

function similar(): readonly Task[] {
  const countsOf = (article: Article) => plainTerms(contentOfDocument(article, toProfile([]), words));
  return similarTopics(articles, countsOf).map(({ pages, ...topic }) => ({
    ...topic,
    kind: 'similar',
    pages: (file) => (pages.has(file) ? (pages.get(file) ?? null) : false),
  }));
}

function labelled(kind: Task['kind'], set: keyof typeof LABELLED_SETS): readonly Task[] {
  const byId = new Map(articles.map((article) => [article.id, article]));
  return openLabelledTopics(set).map(({ name, corpus, pages }): Task => {
    const texts = corpus.flatMap((id) => byId.get(id) ?? []);
    return {
      name,
      kind,
      group: texts,
      corpus: texts,
      pages: (file) => (pages.has(file) ? (pages.get(file) ?? null) : false),
    };
  });
}

function linked(): readonly Task[] {
  const groups = communities(articles, LINKED.resolution)
    .filter(({ length }) => length >= LINKED.least && length <= LINKED.most)
    .sort((a, b) => b.length - a.length);
  const step = Math.max(1, Math.floor(groups.length / LINKED.topics));
  return groups
    .filter((_, index) => index % step === 0)
    .slice(0, LINKED.topics)
    .map((group) => ({
      name: [...group].sort((a, b) => b.links.length - a.links.length)[0]?.title ?? '',
      kind: 'linked',
      group,
      corpus: sample(group, Math.round(group.length * LINKED.corpus), seededRandom(seed)),
    }));
}

const chosen = values.topics.split(',');
const mostTexts = Number(values.texts);
const drawnFrom = (corpus: readonly Article[]): readonly Article[] =>
  corpus.length <= mostTexts ? corpus : sample(corpus, mostTexts, seededRandom(seed));
const named = (task: Task): boolean => values.only === '' || values.only.split(',').includes(task.name);
const tasks: readonly Task[] = [
  ...(chosen.includes('known') ? known : []),
  ...(chosen.includes('similar') ? similar() : []),
  ...(chosen.includes('development') ? labelled('development', 'development') : []),
  ...(chosen.includes('held-out') ? labelled('held-out', 'heldOut') : []),
  ...(chosen.includes('earlier-held-out') ? labelled('earlier-held-out', 'earlierHeldOut') : []),
  ...(chosen.includes('linked') ? linked() : []),
].filter(named);
/** Articles that are drawn where the background is boxed: they keep the choice of articles that are judged. */
const DRAWN = 400;
/** A compiled benchmark does not lie where the package does. */
const BOX = 'corpora/background-en.json.gz';
const WORD_SPACE = 'corpora/word-space-en.gz';
const isBoxed = values.background === 'box';
const { background, unseen } = drawBackground(
  { articles, topics },
  isBoxed ? DRAWN : Number(values.background),
  seed,
);
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
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  execFileSync('tar', ['-xzf', path.join(place, 'pages.tar.gz'), '-C', folder]);
  const reader = createPageReader();
  const read = readFileSync(path.join(place, 'labels.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line): Judged => {
      const [file = '', labels = '', address = ''] = line.split('\t');
      const url = /^https?:/.test(address) ? address : `http://page.example/${file}`;
      const whole = reader.read(readFileSync(path.join(folder, 'pages', file)), url, 'text/html');
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
        isAbout: (task) => task.pages?.(file, labels.split(',')) ?? null,
      };
    });
  rmSync(folder, { recursive: true });
  return read;
}

const items: Readonly<Record<Kind, readonly Judged[]>> = {
  articles: kinds.includes('articles') ? judgedArticles() : [],
  real: kinds.includes('real') ? realPages() : [],
};
const general = openGeneralSpace(readWordSpace(WORD_SPACE));
const space = values.collection ? openWordSpace(learnWordSpace(articles.map(contentOf))) : undefined;

const spaces = space === undefined ? { general } : { space };

/** Judges pages in an order drawn by a seed. */
type Judging = (judged: readonly Judged[], task: Task, draw: number) => Promise<ScoredItem[]>;

function inOrder(judged: readonly Judged[], draw: number): readonly Judged[] {
  return sample(judged, judged.length, seededRandom(draw));
}

/** The pages that a crawl has fetched, and the others, which are judged by what answers about those teach. */
function halves(
  judged: readonly Judged[],
  task: Task,
  draw: number,
): readonly [readonly Judged[], readonly Judged[]] {
  const known = inOrder(judged, draw).filter(({ isAbout }) => isAbout(task) !== null);
  const half = Math.floor(known.length / 2);
  return [known.slice(0, half), known.slice(half)];
}

function byRule(rule: CountsRule): Judging {
  return async (judged, task, draw) => {
    const scored: ScoredItem[] = [];
    for (const { content, isAbout } of inOrder(judged, draw)) {
      const relevant = isAbout(task);
      if (relevant === null) continue;
      const { score, accepted } = await rule(content);
      scored.push({ score, accepted, relevant });
    }
    return scored;
  };
}

function byModel(model: TrainedModel, accept: string, answers: readonly LabelledScore[] = []): Judging {
  const scorer = scorerOf(model, spaces);
  const likeness = model.adapts && proseMeasure(model.adapts.prose);
  return async (judged, task, draw) => {
    const acceptance = acceptanceBy(model, accept);
    if (answers.length > 0) acceptance?.steer({ labels: answers });
    const scored = inOrder(judged, draw).flatMap(({ content, isAbout }): ScoredItem[] => {
      const relevant = isAbout(task);
      if (relevant === null) return [];
      const raw = scorer.score(content);
      if (raw === null) return [{ score: NOTHING_TO_JUDGE, accepted: false, relevant }];
      const odds = model.boundary.slope * raw + model.boundary.shift;
      const judgement = judgementOf(model.classifier, odds, likeness?.(content));
      const { accepted } = verdictBy(acceptance, judgement);
      acceptance?.note(judgement);
      return [{ score: odds, accepted, relevant }];
    });
    return Promise.resolve(scored);
  };
}

/** A classifier under each acceptance that it knows, with labels for their rows. */
async function judgingsBy(
  name: (typeof CLASSIFIERS)[number],
  set: TrainingSet,
): Promise<readonly (readonly [label: string, judging: Judging])[]> {
  if (name === 'krs-paper') return [[name, byRule(paperRule(set))]];
  if (name === 'krs-calibrated') return [[name, byRule(calibratedRule(set))]];
  const settings = {
    features: 5000,
    expansion: name.startsWith('semantic') ? await expansionOf(set) : new Map(),
  };
  const model = trainModel(name, set, settings);
  const [first = ''] = acceptances;
  if (model.adapts === undefined) return [[name, byModel(model, first)]];
  const rows = acceptances.map((accept) => [`${name}, ${accept}`, byModel(model, accept)] as const);
  const plain = rows.length === 1 ? [[name, byModel(model, first)] as const] : rows;
  const train = (labels: readonly Label[]) =>
    labels.length < LABELS_TO_LEARN_FROM
      ? moveThreshold(model, set, labels).model
      : trainWithLabels(name, set, labels, settings).model;
  const labelled = numbersOfLabels.map(
    (count) => [`${name}, ${count} labels`, byLabels(model, count, train)] as const,
  );
  const teach = (labels: readonly Label[]) => trainWithLabels(name, set, labels, settings, 0);
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

/** Pages that are asked about at a time. */
const ASKED_AT_ONCE = 5;

/** Judges one half of the pages by what answers about the other half, which a crawl has fetched, teach. */
function byAnswers(
  model: TrainedModel,
  count: number,
  teach: ((labels: readonly Label[]) => LabelledModel) | undefined,
): Judging {
  return (judged, task, draw) => {
    const [pool, others] = halves(judged, task, draw);
    const { answers, labels } = ask(model, pool, task, count);
    const accept = acceptances[0] ?? '';
    if (count === 0 || teach === undefined) return byModel(model, accept, answers)(others, task, draw);
    const { model: taught, used } = teach(labels);
    const heldOut = used.map(({ label, odds }) => ({ score: sigmoid(odds), relevant: label.positive }));
    return byModel(taught, accept, heldOut)(others, task, draw);
  };
}

/** A page of the crawl from which pages are labelled. */
interface CrawledPage {
  readonly page: Judged;
  readonly place: number;
  readonly judgement: Judgement;
}

/** A crawl of these pages, and the threshold that it came to. */
function crawled(model: TrainedModel, pool: readonly Judged[]) {
  const scorer = scorerOf(model, spaces);
  const likeness = model.adapts && proseMeasure(model.adapts.prose);
  const acceptance = acceptanceBy(model, acceptances[0]);
  const pages = pool.flatMap((page, place): CrawledPage[] => {
    const raw = scorer.score(page.content);
    if (raw === null) return [];
    const odds = model.boundary.slope * raw + model.boundary.shift;
    const judgement = judgementOf(model.classifier, odds, likeness?.(page.content));
    acceptance?.note(judgement);
    return [{ page, place, judgement }];
  });
  return { pages, acceptance };
}

/** Its events, with verdicts by the threshold as it stands. */
function eventsOf(
  pages: Iterable<CrawledPage>,
  acceptance: Acceptance | undefined,
): ReadonlyMap<CrawlEvent, CrawledPage> {
  return new Map(
    [...pages].map((one) => {
      const judgement = verdictBy(acceptance, one.judgement);
      return [{ url: one.page.url, sequence: one.place, judgement } as CrawlEvent, one] as const;
    }),
  );
}

/** Asks about pages of a crawl as its control room does; the threshold moves with each answer. */
function ask(
  model: TrainedModel,
  pool: readonly Judged[],
  task: Task,
  count: number,
): { readonly answers: readonly LabelledScore[]; readonly labels: readonly Label[] } {
  const { pages, acceptance } = crawled(model, pool);
  const answers: LabelledScore[] = [];
  const labels: Label[] = [];
  const open = new Set(pages);
  while (labels.length < count && open.size > 0) {
    const asked = eventsOf(open, acceptance);
    const chosen = nearestPages(
      firstOfHosts(byDistance([...asked.keys()])),
      Math.min(ASKED_AT_ONCE, count - labels.length),
      { before: labels.length },
    );
    for (const event of chosen) {
      const one = asked.get(event);
      if (one === undefined) continue;
      open.delete(one);
      const relevant = one.page.isAbout(task) === true;
      answers.push({ score: one.judgement.score, relevant });
      labels.push({ where: one.page.url, positive: relevant, content: one.page.content });
    }
    acceptance?.steer({ labels: answers });
  }
  return { answers, labels };
}

/** Those whose scores are nearest to the threshold first. */
function byDistance(events: readonly CrawlEvent[]): readonly CrawlEvent[] {
  const distance = ({ judgement }: CrawlEvent): number =>
    Math.abs((judgement?.score ?? 0) - (judgement?.reason.band.low ?? 0));
  return [...events].sort((one, other) => distance(one) - distance(other));
}

/** Judges one half of the pages by what labels of the other half teach. */
function byLabels(
  model: TrainedModel,
  count: number,
  train: (labels: readonly Label[]) => TrainedModel,
): Judging {
  return (judged, task, draw) => {
    const [pool, others] = halves(judged, task, draw);
    const { pages, acceptance } = crawled(model, pool);
    const events = eventsOf(pages, acceptance);
    const labels = nearestPages([...events.keys()], count, { seed: draw }).flatMap((event): Label[] => {
      const page = events.get(event)?.page;
      const positive = page?.isAbout(task) === true;
      return page === undefined ? [] : [{ where: page.url, positive, content: page.content }];
    });
    const taught = areEnoughLabels(labels) ? train(labels) : model;
    return byModel(taught, acceptances[0] ?? '')(others, task, draw);
  };
}

function judgementOf(classifier: string, odds: number, likeness: number | undefined): Judgement {
  return {
    accepted: odds >= 0,
    score: sigmoid(odds),
    classifier,
    reason: {
      summary: '',
      meanIdf: null,
      band: { low: null, high: null },
      nouns: { distinct: 0, linked: 0, unknown: 0 },
      evidence: [],
      ...(likeness === undefined ? {} : { likeness }),
    },
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
    ...given({ isMixed: boxed?.isMixed }),
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
