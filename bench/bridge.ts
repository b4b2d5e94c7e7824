/**
 * How well a topic in English judges texts in another language by the concepts of a vocabulary, next to a topic of texts in that language.
 *
 *     npm run bench -- bridge --texts FILE --vocabulary FILE --language de --topics mail,graphics [--train 20 --background 200 --seeds 1,2,3]
 *
 * --texts: lines of JSON with the fields `package`, `topic`, `language`, `title` and `text`: each text in English and in another language.
 * --vocabulary: SKOS with labels in both languages. `scripts/make-bilingual-texts.js` makes both files.
 * --train: that many texts about a topic are its corpus, in English or in the other language; up to 300 further ones and 300 of other
 *   topics are judged, in the other language.
 * --background: that many texts about anything are the background, in the language of the corpus.
 *
 * Prints the means over the seeds: F1 at the threshold of the ensemble, which adapts to the texts as in a crawl, the best F1 of any
 * threshold, and the average precision; of a topic in the language of the texts, with nouns, and of the topic in English.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { conceptWords } from '../src/extensions/vocabulary/concept-words.js';
import { matcherOf } from '../src/extensions/vocabulary/label-matcher.js';
import { readRdf } from '../src/extensions/vocabulary/rdf/read-rdf.js';
import { readSkos } from '../src/extensions/vocabulary/read-skos.js';
import { ensemble } from '../src/judging/classifiers/ensemble.js';
import { annotatorFor, loadAnnotator, wordReaderFor } from '../src/judging/judge/languages.js';
import { trainingText, type TrainingText } from '../src/judging/topic/training-text.js';
import { type PageContent } from '../src/judging/topic/page-content.js';
import { contentOfDocument } from '../test/support/content-of-document.js';
import { toProfile } from '../src/judging/topic/profile.js';
import { trainModel } from '../src/judging/topic/trained-model.js';
import { analysisOf } from '../src/knowledge/krs/analysis.js';
import type { WordReader } from '../src/model/topic.js';
import { sample, seededRandom } from '../src/support/random.js';
import { fullText } from '../src/support/text/full-text.js';
import { judgeContents } from './support/judged-contents.js';
import { measureRanking, type RankingMetrics } from './support/ranking-metrics.js';

const { values } = parseArgs({
  options: {
    language: { type: 'string', default: 'de' },
    texts: { type: 'string', default: '' },
    vocabulary: { type: 'string', default: '' },
    topics: { type: 'string', default: '' },
    train: { type: 'string', default: '20' },
    others: { type: 'string', default: '300' },
    background: { type: 'string', default: '200' },
    seeds: { type: 'string', default: '1,2,3' },
    accept: { type: 'string', default: 'balanced' },
  },
});

interface Text {
  readonly package: string;
  readonly topic: string;
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/** A text in both languages. */
interface Pair {
  readonly topic: string;
  readonly own: Text;
  readonly english: Text;
}

function readPairs(): Pair[] {
  const texts = readFileSync(values.texts, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Text);
  const english = new Map(
    texts.filter(({ language }) => language === 'en').map((text) => [text.package, text]),
  );
  return texts
    .filter(({ language }) => language === values.language)
    .flatMap((own) => {
      const other = english.get(own.package);
      return other === undefined ? [] : [{ topic: own.topic, own, english: other }];
    });
}

/** How texts are read. */
interface Reading {
  readonly learned: (text: Text) => TrainingText;
  readonly judged: (text: Text) => PageContent;
}

/** As a topic in the language reads its texts. */
async function readingIn(language: string): Promise<Reading> {
  await loadAnnotator(language);
  const [words, annotator] = [wordReaderFor(language), annotatorFor({ language })];
  const analysed = (text: Text) => {
    const annotated = annotator.annotate(fullText(text));
    return { ...text, ...analysisOf(annotated.nouns) };
  };
  return {
    learned: (text) => trainingText(analysed(text), words),
    judged: (text) => contentOfDocument(text, toProfile(analysed(text).nouns), words),
  };
}

function readingBy(words: WordReader): Reading {
  return {
    learned: ({ title, text }) => trainingText({ title, text, nouns: [], mentions: [] }, words),
    judged: (text) => contentOfDocument(text, toProfile([]), words),
  };
}

interface Task {
  readonly corpus: readonly Pair[];
  readonly background: readonly Pair[];
  readonly judged: readonly Pair[];
}

function taskOf(pairs: readonly Pair[], topic: string, seed: number): Task {
  const random = seededRandom(seed);
  const about = sample(
    pairs.filter((one) => one.topic === topic),
    Number(values.train) + 300,
    random,
  );
  const others = sample(
    pairs.filter((one) => one.topic !== topic),
    Number(values.others),
    random,
  );
  const taken = new Set([...about, ...others]);
  const background = sample(
    pairs.filter((one) => !taken.has(one)),
    Number(values.background),
    random,
  );
  const unseen = [...about.slice(Number(values.train)), ...others];
  return {
    corpus: about.slice(0, Number(values.train)),
    background,
    judged: sample(unseen, unseen.length, random),
  };
}

/** @param taught the side that is learned from, with how it is read */
function measure(
  { corpus, background, judged }: Task,
  topic: string,
  taught: { readonly side: 'own' | 'english'; readonly reading: Reading },
  reading: Reading,
): RankingMetrics {
  const read = (pair: Pair): TrainingText => taught.reading.learned(pair[taught.side]);
  const set = { corpus: corpus.map(read), background: background.map(read) };
  const model = trainModel(ensemble.learner, set, { features: 0, expansion: new Map() });
  const items = judged.map((pair) => ({
    content: reading.judged(pair.own),
    relevant: pair.topic === topic,
  }));
  return measureRanking(
    judgeContents(model, items, { accept: values.accept, spaces: {}, learner: ensemble.learner }),
  );
}

const mean = (numbers: readonly number[]): string =>
  (numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toFixed(2);

const pairs = readPairs();
const vocabulary = await readSkos([values.vocabulary], {
  readRdf,
  language: 'en',
  onFault: ({ where, message }) => console.error(`${where}: ${message}`),
});
const native = await readingIn(values.language);
const [english, other] = ['en', values.language].map((language) =>
  readingBy(
    conceptWords(matcherOf(vocabulary, language), wordReaderFor(language), (concept) => `#${concept}`),
  ),
) as [Reading, Reading];
console.log('topic\thow\tprecision\trecall\tF1\tbest F1\taverage precision');
const all = new Map<string, RankingMetrics[]>();
for (const topic of values.topics.split(',')) {
  const tasks = values.seeds.split(',').map((seed) => taskOf(pairs, topic, Number(seed)));
  const ways = {
    'own language': (task: Task) => measure(task, topic, { side: 'own', reading: native }, native),
    bridge: (task: Task) => measure(task, topic, { side: 'english', reading: english }, other),
  };
  for (const [how, way] of Object.entries(ways)) {
    const runs = tasks.map(way);
    all.set(how, [...(all.get(how) ?? []), ...runs]);
    print(topic, how, runs);
  }
}
for (const [how, runs] of all) print('all', how, runs);

function print(topic: string, how: string, runs: readonly RankingMetrics[]): void {
  const of = (read: (metrics: RankingMetrics) => number | null): string =>
    mean(runs.map((run) => read(run) ?? 0));
  console.log(
    [
      topic,
      how,
      of(({ precision }) => precision),
      of(({ recall }) => recall),
      of(({ f1 }) => f1),
      of(({ bestF1 }) => bestF1),
      of(({ averagePrecision }) => averagePrecision),
    ].join('\t'),
  );
}
