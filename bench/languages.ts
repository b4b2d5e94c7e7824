/**
 * How well the ensemble judges texts in other languages than English, with the background that comes with sfwc and with a given one.
 *
 *     npm run bench -- languages --language de --texts FILE --topics Sport,Kultur [--train 20 --background 200 --accept balanced --seeds 1,2,3]
 *
 * --texts: lines of JSON with the fields `topic`, `title` and `text`, of texts in one language.
 * --train: that many texts about a topic are its corpus; those that are left and 300 of other topics are judged.
 * --background: that many texts about anything are the given background; they are drawn from all texts, without their topics.
 *
 * Prints the means over the seeds: F1 at the threshold of the ensemble, which adapts to the texts as in a crawl, the best F1 of any
 * threshold, and the average precision.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBoxed } from '../src/app/topics/building/boxed-background.js';
import { wordReaderFor } from '../src/judging/judge/languages.js';
import { trainingText, type TrainingText } from '../src/judging/topic/training-text.js';
import { contentOfDocument, type PageContent } from '../src/judging/topic/page-content.js';
import { toProfile } from '../src/judging/topic/profile.js';
import type { TrainingSet } from '../src/judging/topic/scorer.js';
import { ensemble } from '../src/judging/classifiers/ensemble.js';
import { trainModel } from '../src/judging/topic/trained-model.js';
import { sample, seededRandom } from '../src/support/random.js';
import { judgeContents } from './support/judged-contents.js';
import { measureRanking, type RankingMetrics } from './support/ranking-metrics.js';

const { values } = parseArgs({
  options: {
    language: { type: 'string', default: 'de' },
    texts: { type: 'string', default: '' },
    topics: { type: 'string', default: '' },
    train: { type: 'string', default: '20' },
    others: { type: 'string', default: '300' },
    background: { type: 'string', default: '200' },
    accept: { type: 'string', default: 'balanced' },
    seeds: { type: 'string', default: '1,2,3' },
  },
});

interface LabelledText {
  readonly topic: string;
  readonly title: string;
  readonly text: string;
}

const words = wordReaderFor(values.language);
const texts = readFileSync(values.texts, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LabelledText);
// A compiled benchmark does not lie where the package does.
const boxed = await readBoxed(`corpora/background-${values.language}.json.gz`, values.language);

function learned({ title, text }: LabelledText): TrainingText {
  return trainingText({ title, text, nouns: [], mentions: [] }, words);
}

function judged({ title, text }: LabelledText): PageContent {
  return contentOfDocument({ title, text }, toProfile([]), words);
}

/** What the ensemble makes of texts, in the given order. */
function judgeAll(set: TrainingSet, items: readonly LabelledText[], topic: string): RankingMetrics {
  const model = trainModel(ensemble.learner, set, { features: 0, expansion: new Map() });
  const labelled = items.map((item) => ({ content: judged(item), relevant: item.topic === topic }));
  return measureRanking(
    judgeContents(model, labelled, { accept: values.accept, spaces: {}, learner: ensemble.learner }),
  );
}

function measure(topic: string, seed: number): readonly (readonly [name: string, metrics: RankingMetrics])[] {
  const random = seededRandom(seed);
  const about = sample(
    texts.filter((one) => one.topic === topic),
    Number(values.train) + 300,
    random,
  );
  const others = sample(
    texts.filter((one) => one.topic !== topic),
    Number(values.others),
    random,
  );
  const corpus = about.slice(0, Number(values.train)).map(learned);
  const unseen = [...about.slice(Number(values.train)), ...others];
  const taken = new Set([...about, ...others]);
  const rest = texts.filter((one) => !taken.has(one));
  const background = sample(rest, Number(values.background), random).map(learned);
  const items = sample(unseen, unseen.length, random);
  return [
    ['given', judgeAll({ corpus, background }, items, topic)],
    ['box', judgeAll({ corpus, background: boxed.contents }, items, topic)],
  ];
}

const mean = (numbers: readonly number[]): string =>
  (numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(2);

console.log('topic\tbackground\tprecision\trecall\tF1\tbest F1\taverage precision');
for (const topic of values.topics.split(',')) {
  const measured = values.seeds.split(',').map((seed) => measure(topic, Number(seed)));
  for (const [place, name] of ['given', 'box'].entries()) {
    const runs = measured.flatMap((one) => one[place]?.[1] ?? []);
    const of = (read: (metrics: RankingMetrics) => number | null): string =>
      mean(runs.map((run) => read(run) ?? 0));
    const columns = [
      of(({ precision }) => precision),
      of(({ recall }) => recall),
      of(({ f1 }) => f1),
      of(({ bestF1 }) => bestF1),
      of(({ averagePrecision }) => averagePrecision),
    ];
    console.log([topic, name, ...columns].join('\t'));
  }
}
