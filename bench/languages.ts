/**
 * How well the ensemble judges texts in other languages than English: by a topic in their language, with the background that comes with
 * sfwc and with a given one; and by a topic in English.
 *
 *     npm run bench -- languages --language de --texts FILE --topics Sport,Kultur [--english FILE --lines FILE]
 *       [--train 20 --background 200 --accept balanced --seeds 1,2,3]
 *
 * --texts: lines of JSON with the fields `topic`, `title` and `text`, of texts in one language.
 * --train: that many texts about a topic are its corpus; those that are left and 300 of other topics are judged.
 * --background: that many texts about anything are the given background; they are drawn from all texts, without their topics.
 * --english: as --texts, of texts in English about the same topics; texts of one `package` in both files are not learned and judged.
 * Of texts with a `language`, as scripts/make-bilingual-texts.js makes them, only those in the language count.
 * --lines: a table of topics and lines about them in English (bench/data/language-lines.tsv).
 *
 * Prints the means over the seeds: F1 at the threshold of the ensemble, which adapts to the texts as in a crawl, the best F1 of any
 * threshold, and the average precision. `corpus` and `line` are of topics in English, which read the texts by the space of their language;
 * `as English` is the first of them if it takes the words of the texts for English ones.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBoxed } from '../src/app/topics/building/boxed-background.js';
import { ENGLISH } from '../src/language/text/words-only-annotator.js';
import { wordReaderFor } from '../src/language/text/word-readers.js';
import { type TrainingText, type TrainingSet, trainingText } from '../src/judging/topic/scorer.js';
import { beginningOf, inLanguage, lineOf, type PageContent } from '../src/judging/topic/page-content.js';
import { contentOfDocument } from '../test/support/content-of-document.js';
import { generalSpace } from '../src/judging/topic/word-space.js';
import { toProfile } from '../src/knowledge/krs/document-profile.js';
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
    english: { type: 'string', default: '' },
    lines: { type: 'string', default: '' },
  },
});

const NO_NOUNS = toProfile([]);

interface LabelledText {
  readonly topic: string;
  readonly package?: string;
  readonly language?: string;
  readonly title: string;
  readonly text: string;
}

const words = wordReaderFor(values.language);
const english = { words: wordReaderFor(ENGLISH), general: generalSpace() };
const texts = textsIn(values.texts);
const englishTexts = values.english === '' ? [] : textsIn(values.english, ENGLISH);
const lines = new Map(
  (values.lines === '' ? [] : linesIn(values.lines)).map((line) => line.split('\t') as [string, string]),
);
// A compiled benchmark does not lie where the package does.
const boxed = await readBoxed(`corpora/background-${values.language}.json.gz`, values.language);
const boxedEnglish = await readBoxed('corpora/background-en.json.gz', ENGLISH);

function linesIn(file: string): string[] {
  return readFileSync(file, 'utf8').trim().split('\n');
}

function textsIn(file: string, wanted = values.language): LabelledText[] {
  return linesIn(file)
    .map((line) => JSON.parse(line) as LabelledText)
    .filter(({ language = wanted }) => language === wanted);
}

function learned({ title, text }: LabelledText, by = words): TrainingText {
  return trainingText({ title, text, nouns: [], mentions: [] }, by);
}

function judged({ title, text }: LabelledText, by = words): PageContent {
  const content = contentOfDocument({ title, text }, NO_NOUNS, by);
  return { ...content, ...beginningOf(by(title), by(text), () => NO_NOUNS) };
}

/** What the ensemble makes of texts, in the given order. */
function judgeAll(
  set: TrainingSet,
  items: readonly LabelledText[],
  topic: string,
  read: (item: LabelledText) => PageContent = (item) => judged(item),
): RankingMetrics {
  const model = trainModel(ensemble.learner, set, { features: 0, expansion: new Map() });
  const labelled = items.map((item) => ({ content: read(item), relevant: item.topic === topic }));
  const spaces = { general: set.general };
  return measureRanking(
    judgeContents(model, labelled, { accept: values.accept, spaces, learner: ensemble.learner }),
  );
}

type Measured = readonly [name: string, metrics: RankingMetrics];

/** By topics in English: with texts and a line, with the line alone, and with texts that read all words as English ones. */
function byEnglish(items: readonly LabelledText[], topic: string, random: () => number): readonly Measured[] {
  const line = lines.get(topic);
  if (line === undefined) return [];
  const packages = new Set(items.map((item) => item.package));
  const about = englishTexts.filter(
    (one) => one.topic === topic && (one.package === undefined || !packages.has(one.package)),
  );
  const corpus = sample(about, Number(values.train), random).map((text) => learned(text, english.words));
  const alone = {
    corpus: [],
    background: boxedEnglish.contents,
    general: english.general,
    line: lineOf(line, english.words),
  };
  const inSpace = (item: LabelledText): PageContent => inLanguage(judged(item), values.language);
  const whole: readonly Measured[] =
    corpus.length === 0
      ? []
      : [
          ['corpus', judgeAll({ ...alone, corpus }, items, topic, inSpace)],
          ['as English', judgeAll({ ...alone, corpus }, items, topic, (item) => judged(item, english.words))],
        ];
  return [...whole, ['line', judgeAll(alone, items, topic, inSpace)]];
}

function measure(topic: string, seed: number): readonly Measured[] {
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
  const corpus = about.slice(0, Number(values.train)).map((text) => learned(text));
  const unseen = [...about.slice(Number(values.train)), ...others];
  const taken = new Set([...about, ...others]);
  const rest = texts.filter((one) => !taken.has(one));
  const background = sample(rest, Number(values.background), random).map((text) => learned(text));
  const items = sample(unseen, unseen.length, random);
  return [
    ['given', judgeAll({ corpus, background }, items, topic)],
    ['box', judgeAll({ corpus, background: boxed.contents }, items, topic)],
    ...byEnglish(items, topic, random),
  ];
}

const mean = (numbers: readonly number[]): string =>
  (numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(2);

console.log('topic\tbackground\tprecision\trecall\tF1\tbest F1\taverage precision');
for (const topic of values.topics.split(',')) {
  const measured = values.seeds.split(',').map((seed) => measure(topic, Number(seed)));
  for (const [place, [name]] of (measured[0] ?? []).entries()) {
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
