/**
 * How well the classifiers judge topics that nobody looked at while they were made: groups of Wikispeedia articles that
 * link to each other, 40 to 250 articles each. 30 % of a group are its corpus, 400 articles of the rest an unlabelled
 * background, every third other article is judged. Without knowledge bases, by the same code that learns and scores for them.
 *
 *     npm run bench -- held-out [--seed 1 --background 400 --topics 12 --nouns FILE --classifiers LIST --given --senses LIST]
 *
 * --classifiers with 'thesaurus' judges by what sfwc thesaurus suggest proposes, unedited.
 * --given judges the collection's own three topics instead, with their own corpora.
 * --senses related,none trains the semantic classifiers with and without expanding topics; default: related;
 *   related@0.05 leaves out what is related by less.
 * --nouns FILE keeps the nouns that the annotator found, for the next run; finding them takes most of the time.
 */
import type { TopicThesaurus } from '../src/model/thesaurus.js';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureRanking, type RankingMetrics } from './support/ranking-metrics.js';
import { suggestFacets, thesaurusQuads } from '../src/extensions/thesaurus/suggest-thesaurus.js';
import { checkThesaurus, toTopicThesaurus } from '../src/extensions/thesaurus/check-thesaurus.js';
import { openWordNet } from '../src/language/wordnet/wordnet.js';
import { TRAINED_CLASSIFIERS } from '../src/judging/classifiers/classifier-table.js';
import { THESAURUS } from '../src/model/thesaurus.js';
import type { AnnotatedPage, TopicExpansion } from '../src/model/topic.js';
import { loadLearners } from './support/learners.js';
import { spreadOf } from '../src/support/statistics.js';
import { type PageContent } from '../src/judging/topic/page-content.js';
import { contentOfDocument } from '../test/support/content-of-document.js';
import { toProfile } from '../src/knowledge/krs/document-profile.js';
import { trainModel } from '../src/judging/topic/trained-model.js';
import { openGeneralSpace } from '../src/judging/topic/word-space.js';
import { readWordSpace } from '../src/language/text/word-space-file.js';
import { thesaurusScorer, thesaurusThreshold } from '../src/extensions/thesaurus/thesaurus-rule.js';
import {
  characteristicOf,
  DEFAULT_EXPANSION,
  EMPTY_PAGE,
  expansionOf,
  paperRule,
  type TaskTexts,
} from './support/in-memory-topic.js';
import { communities } from './support/communities.js';
import { readCollection, type Article } from './support/wikispeedia.js';
import { sample, seededRandom } from '../src/support/random.js';
import { openAnnotator, openWordReader } from '../src/language/text/english.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    background: { type: 'string', default: '400' },
    topics: { type: 'string', default: '12' },
    nouns: { type: 'string' },
    classifiers: { type: 'string', default: TRAINED_CLASSIFIERS.join(',') },
    given: { type: 'boolean', default: false },
    senses: { type: 'string', default: 'related' },
    least: { type: 'string', default: String(DEFAULT_EXPANSION.least) },
  },
});
const learnerOf = await loadLearners();
const wanted = TRAINED_CLASSIFIERS.filter((name) => values.classifiers.split(',').includes(name));
const RESOLUTION = 3;
const CORPUS_SHARE = 0.3;
const KRS = 'krs-paper';

const wordNet = openWordNet();
const senseChoices = values.senses.split(',');
const { articles, topics } = readCollection();
/** A compiled benchmark does not lie where the package does. */
const general = openGeneralSpace(readWordSpace('corpora/word-space-en.gz'));
const words = openWordReader();
const annotator = openAnnotator();
type Counts = Readonly<Record<string, number>>;
const known = new Map<string, Counts>();
if (values.nouns !== undefined && existsSync(values.nouns)) {
  for (const line of readFileSync(values.nouns, 'utf8').split('\n').filter(Boolean)) {
    const { id, nouns } = JSON.parse(line) as { id: string; nouns: Counts };
    known.set(id, nouns);
  }
}

function nounsOf({ id, title, text }: Article): Counts {
  const found = known.get(id);
  if (found !== undefined) return found;
  const counts = new Map<string, number>();
  for (const { lemma } of annotator.annotate(`${title}\n\n${text}`.normalize('NFC')).nouns)
    counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  const nouns = Object.fromEntries(counts);
  known.set(id, nouns);
  return nouns;
}

const contents = new Map<string, PageContent>();
function contentOf(article: Article): PageContent {
  const before = contents.get(article.id);
  if (before !== undefined) return before;
  const nouns = toProfile(Object.entries(nounsOf(article)).map(([lemma, mentions]) => ({ lemma, mentions })));
  const content = contentOfDocument(article, nouns, words);
  contents.set(article.id, content);
  return content;
}

/** Expands a topic as `sfwc expand` does; 'none' leaves it as it is. */
async function expansionBy(set: TaskTexts, choice: string): Promise<TopicExpansion> {
  const [chosen, least = values.least] = choice.split('@');
  return chosen === 'none' ? new Map() : expansionOf(set, Number(least));
}

/** What `sfwc thesaurus suggest` proposes, as it is, without the person who should edit it. */
function proposedThesaurus(set: TaskTexts): TopicThesaurus {
  const candidates = characteristicOf(set).map(({ lemma, weight }) => ({
    lemma,
    weight,
    documents: new Set(
      set.corpus.flatMap(({ nouns }, index) => (nouns.lemmas.includes(lemma) ? [String(index)] : [])),
    ),
  }));
  const facets = suggestFacets(wordNet, candidates, 6);
  return toTopicThesaurus(checkThesaurus(thesaurusQuads(facets, 'http://t.example/#'), 'en').thesaurus);
}

const allWords = openWordReader({ numbers: true });
const asPage = ({ title, text }: Article): AnnotatedPage => ({
  page: { ...EMPTY_PAGE, title, text },
  nouns: [],
});

/** A topic: its articles, and those of them that are its corpus. */
interface Task {
  readonly name: string;
  readonly group: readonly Article[];
  readonly corpus: readonly Article[];
}

function givenTasks(): Task[] {
  return [...topics].map(([name, roles]) => ({
    name,
    group: articles.filter(({ id }) => roles.has(id)),
    corpus: articles.filter(({ id }) => roles.get(id) === 'corpus'),
  }));
}

function linkedTasks(): Task[] {
  const groups = communities(articles, RESOLUTION)
    .filter(({ length }) => length >= 40 && length <= 250)
    .sort((a, b) => b.length - a.length);
  const step = Math.max(1, Math.floor(groups.length / Number(values.topics)));
  return groups
    .filter((_, index) => index % step === 0)
    .slice(0, Number(values.topics))
    .map((group) => ({
      name: [...group].sort((a, b) => b.links.length - a.links.length)[0]?.title ?? '',
      group,
      corpus: sample(group, Math.round(group.length * CORPUS_SHARE), seededRandom(Number(values.seed))),
    }));
}

const chosen = values.given ? givenTasks() : linkedTasks();
const measured = new Map<string, RankingMetrics[]>();
const show = (value: number): string => value.toFixed(3);
for (const { name: topic, group, corpus } of chosen) {
  const members = new Set(group.map(({ id }) => id));
  const corpusIds = new Set(corpus.map(({ id }) => id));
  const rest = articles.filter(({ id }) => !corpusIds.has(id));
  const background = sample(rest, Number(values.background), seededRandom(Number(values.seed)));
  const backgroundIds = new Set(background.map(({ id }) => id));
  const judged = rest.filter(({ id }, index) => !backgroundIds.has(id) && index % 3 === 0);
  const set = { corpus: corpus.map(contentOf), background: background.map(contentOf) };
  const relevant = judged.map(({ id }) => members.has(id));
  const lines: string[] = [];
  const enter = (name: string, metrics: RankingMetrics): void => {
    measured.set(name, [...(measured.get(name) ?? []), metrics]);
    lines.push(
      `${name} ${show(metrics.auroc ?? 0)}/${show(metrics.averagePrecision ?? 0)}/${show(metrics.f1 ?? 0)}`,
    );
  };
  const rule = paperRule(set);
  const judgements = await Promise.all(judged.map((article) => rule(contentOf(article))));
  enter(
    KRS,
    measureRanking(
      judgements.map(({ score, accepted }, index) => ({
        score,
        accepted,
        relevant: relevant[index] ?? false,
      })),
    ),
  );
  if (values.classifiers.split(',').includes(THESAURUS)) {
    const thesaurus = proposedThesaurus(set);
    const scoreOf = thesaurusScorer(thesaurus, allWords);
    const scores = (of: readonly Article[]): number[] => of.map((article) => scoreOf(asPage(article)));
    const threshold = thesaurusThreshold({ positives: scores(corpus), negatives: scores(background) });
    enter(
      'thesaurus as proposed',
      measureRanking(
        scores(judged).map((score, index) => ({
          score,
          accepted: score >= threshold,
          relevant: relevant[index] ?? false,
        })),
      ),
    );
  }
  for (const name of wanted) {
    const semantic = name.startsWith('semantic');
    for (const choice of semantic ? senseChoices : ['']) {
      const expansion: TopicExpansion = semantic ? await expansionBy(set, choice) : new Map();
      const model = trainModel(learnerOf(name), { ...set, general }, { features: 5000, expansion });
      const scorer = learnerOf(name).scorer(model.parameters, { general });
      enter(
        semantic ? `${name} ${choice}` : name,
        measureRanking(
          judged.map((article, index) => {
            const score = scorer.score(contentOf(article)) ?? Number.NEGATIVE_INFINITY;
            const accepted = model.boundary.slope * score + model.boundary.shift >= 0;
            return { score, accepted, relevant: relevant[index] ?? false };
          }),
        ),
      );
    }
  }
  console.error(`${topic} (${group.length}): AUROC/average precision/F1 ${lines.join(', ')}`);
}
if (values.nouns !== undefined)
  writeFileSync(values.nouns, [...known].map(([id, nouns]) => JSON.stringify({ id, nouns })).join('\n'));

console.log(
  `${chosen.length} topics, background ${values.background}, seed ${values.seed}; means over the topics`,
);
console.log('classifier                   accepted  precision  recall     F1  best F1  AUROC     AP');
for (const [name, all] of measured) {
  const mean = (of: (metrics: RankingMetrics) => number | null): string =>
    show(spreadOf(all.map((metrics) => of(metrics) ?? 0)).mean);
  console.log(
    `${name.padEnd(27)}     ${mean((m) => m.acceptedShare)}      ${mean((m) => m.precision)}   ${mean((m) => m.recall)}  ${mean((m) => m.f1)}    ${mean((m) => m.bestF1)}  ${mean((m) => m.auroc)}  ${mean((m) => m.averagePrecision)}`,
  );
}
