/**
 * ITFIDF beside TFIDF on Reuters-21578, after Figure 2 of Lu et al. 2016: the same pruning, the same Naive Bayes, only the
 * weights differ. ModApte split, the ten largest topics; every seed trains on another four fifths of the training stories.
 *
 *     npm run bench -- classifiers [--seeds 5 --features 5000 --headline 2 --setups one-of-ten,against-rest]
 *     npm run bench -- classifiers --choose
 *
 * --choose measures numbers of features and weights of headlines on five folds of the training part alone, one of ten, and
 * says which is best; the defaults are its choice, so that nothing was chosen by the stories that are tested with.
 *
 * Two set-ups: one of ten (stories of just one of the ten topics, as the paper's 5,480 documents of ten topics), and one
 * against the rest (all stories, each topic for itself, as a crawler asks), at even odds.
 */
import { parseArgs } from 'node:util';
import {
  informationGain,
  learnTermWeights,
  SECTION_WEIGHTS,
  weightedVector,
} from '../src/extensions/lab/classifiers/itfidf.js';
import { sectionFrequencies, type SectionCounts } from '../src/judging/learning/tf-idf.js';
import { FOLDS } from '../src/judging/learning/folds.js';
import { pruneByMutualInformation, trainNaiveBayes } from '../src/extensions/lab/classifiers/bayes.js';
import { scoreNaiveBayes } from './support/naive-bayes-score.js';
import { documentFrequencies, vocabularyOf, type TermCounts } from '../src/judging/learning/term-counts.js';
import { spreadOf } from '../src/support/statistics.js';
import { contentOfDocument } from '../test/support/content-of-document.js';
import { readReuters } from './support/reuters.js';
import { sample, seededRandom } from '../src/support/random.js';
import { openWordReader } from '../src/language/text/english.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    features: { type: 'string', default: '5000' },
    headline: { type: 'string', default: String(SECTION_WEIGHTS.headline) },
    setups: { type: 'string', default: 'one-of-ten,against-rest' },
    choose: { type: 'boolean', default: false },
  },
});
const SCHEMES = ['tfidf', 'itfidf', 'itfidf, sections alike', 'tfidf with sections'] as const;
type Scheme = (typeof SCHEMES)[number];
const ALIKE = { headline: 1, keywords: 1, anchors: 1, body: 1 };

interface Item {
  readonly topics: readonly string[];
  readonly train: boolean;
  readonly sections: SectionCounts;
  /** Frequencies with all sections alike. */
  readonly plain: TermCounts;
}

/** What is chosen on the training part. */
interface Choice {
  readonly features: number;
  /** Weight of the headline; the body has 1, and news stories have no other sections. */
  readonly headline: number;
}

const words = openWordReader();
const NO_NOUNS = { lemmas: [], mentions: [], linked: [] };
const items = readReuters().map(({ title, text, topics, part }): Item => {
  const { sections } = contentOfDocument({ title, text }, NO_NOUNS, words);
  return { topics, train: part === 'train', sections, plain: sectionFrequencies(sections, ALIKE) };
});
const sizes = documentFrequencies(
  items.filter(({ train }) => train).map(({ topics }) => new Map(topics.map((topic) => [topic, 1]))),
);
const ten = [...sizes.byTerm]
  .sort((a, b) => b[1] - a[1])
  .slice(0, 10)
  .map(([topic]) => topic);

/** Right, chosen and true documents of a topic. */
interface Outcome {
  right: number;
  chosen: number;
  truth: number;
}
const f1 = ({ right, chosen, truth }: Outcome): number =>
  chosen + truth === 0 ? 0 : (2 * right) / (chosen + truth);
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** TFIDF has one text, ITFIDF has sections and IG; the two between say which of them makes the difference. */
function frequenciesOf(item: Item, scheme: Scheme, { headline }: Choice): TermCounts {
  return scheme === 'itfidf' || scheme === 'tfidf with sections'
    ? sectionFrequencies(item.sections, { ...ALIKE, headline })
    : item.plain;
}

function evaluate(
  train: readonly Item[],
  test: readonly Item[],
  scheme: Scheme,
  labelOf: (item: Item) => string,
  choice: Choice,
): string[] {
  // Pruning sees the plain counts, so that it is the same for all.
  const terms = pruneByMutualInformation(
    train.map((item) => ({ label: labelOf(item), counts: item.plain })),
    choice.features,
  );
  const counts = train.map((item) => frequenciesOf(item, scheme, choice));
  const weights = learnTermWeights(
    counts,
    vocabularyOf(terms),
    scheme.startsWith('itfidf') ? 'itfidf' : 'tfidf',
  );
  const model = trainNaiveBayes(
    train.map((item, index) => ({
      label: labelOf(item),
      vector: weightedVector(counts[index] ?? new Map(), weights),
    })),
    terms.length,
  );
  return test.map((item) => {
    const scores = scoreNaiveBayes(model, weightedVector(frequenciesOf(item, scheme, choice), weights));
    return model.labels[scores.indexOf(Math.max(...scores))] ?? '';
  });
}

const DEFAULT_CHOICE: Choice = { features: Number(values.features), headline: Number(values.headline) };

function oneOfTen(
  train: readonly Item[],
  test: readonly Item[],
  scheme: Scheme,
  choice = DEFAULT_CHOICE,
): Outcome[] {
  const own = ({ topics }: Item): string => topics.find((topic) => ten.includes(topic)) ?? '';
  const chosen = evaluate(train, test, scheme, own, choice);
  return ten.map((topic) => ({
    right: test.filter((item, index) => own(item) === topic && chosen[index] === topic).length,
    chosen: chosen.filter((label) => label === topic).length,
    truth: test.filter((item) => own(item) === topic).length,
  }));
}

function oneAgainstRest(train: readonly Item[], test: readonly Item[], scheme: Scheme): Outcome[] {
  return ten.map((topic) => {
    const chosen = evaluate(
      train,
      test,
      scheme,
      ({ topics }) => (topics.includes(topic) ? topic : 'rest'),
      DEFAULT_CHOICE,
    );
    const picked = chosen.map((label) => label === topic);
    return {
      right: test.filter(({ topics }, index) => picked[index] === true && topics.includes(topic)).length,
      chosen: picked.filter(Boolean).length,
      truth: test.filter(({ topics }) => topics.includes(topic)).length,
    };
  });
}

const percent = (value: number): string => (100 * value).toFixed(1).padStart(5);
const meanOf = (numbers: readonly number[]): number => spreadOf(numbers).mean;

function table(
  name: string,
  documents: readonly Item[],
  run: (train: readonly Item[], test: readonly Item[], scheme: Scheme) => Outcome[],
): void {
  const train = documents.filter((item) => item.train);
  const test = documents.filter((item) => !item.train);
  const outcomes = new Map<Scheme, Outcome[][]>(SCHEMES.map((scheme) => [scheme, []]));
  for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
    const part = sample(train, Math.round(train.length * 0.8), seededRandom(seed));
    for (const scheme of SCHEMES) outcomes.get(scheme)?.push(run(part, test, scheme));
  }
  const cells = (scheme: Scheme, topic: number, of: (outcome: Outcome) => number): number =>
    meanOf(
      (outcomes.get(scheme) ?? []).map((bySeed) => of(bySeed[topic] ?? { right: 0, chosen: 0, truth: 0 })),
    );
  console.log(
    `\n${name}: ${train.length} stories to train with (four fifths a seed), ${test.length} to test with`,
  );
  console.log('              TFIDF                 ITFIDF');
  console.log('topic         prec.  recall     F1  prec.  recall     F1  difference');
  for (const [index, topic] of ten.entries()) {
    const row = (['tfidf', 'itfidf'] as const).flatMap((scheme) => [
      cells(scheme, index, ({ right, chosen }) => ratio(right, chosen)),
      cells(scheme, index, ({ right, truth }) => ratio(right, truth)),
      cells(scheme, index, f1),
    ]);
    console.log(
      `${topic.padEnd(12)}  ${row.map(percent).join('  ')}       ${percent((row[5] ?? 0) - (row[2] ?? 0))}`,
    );
  }
  const macro = (scheme: Scheme): number[] =>
    (outcomes.get(scheme) ?? []).map((bySeed) => meanOf(bySeed.map(f1)));
  const base = macro('tfidf');
  for (const scheme of SCHEMES) {
    const own = macro(scheme);
    const differences = own.map((value, index) => value - (base[index] ?? 0));
    const { mean, deviation, count } = spreadOf(differences);
    // Student's t of the paired differences; |t| > 2.78 is significant at 5 % for 5 seeds.
    const t = deviation === 0 ? 0 : mean / (deviation / Math.sqrt(count - 1));
    console.log(
      `mean F1, ${scheme.padEnd(24)} ${percent(meanOf(own))}${scheme === 'tfidf' ? '' : `, ${percent(mean)} points over TFIDF, t = ${t.toFixed(1)}`}`,
    );
  }
}

/** Why: how gain and IDF go together. */
function explainGain(documents: readonly Item[]): void {
  const counts = documents.filter(({ train }) => train).map(({ plain }) => plain);
  const gains = informationGain(counts);
  const { byTerm, documents: total } = documentFrequencies(counts);
  const pairs = [...byTerm]
    .filter(([, n]) => n >= 3)
    .map(([term, n]) => [Math.log2(total / n), gains.get(term) ?? 0] as const);
  const idf = spreadOf(pairs.map(([a]) => a));
  const gain = spreadOf(pairs.map(([, b]) => b));
  const correlation = meanOf(
    pairs.map(([a, b]) => ((a - idf.mean) / idf.deviation) * ((b - gain.mean) / gain.deviation)),
  );
  console.log(`\ncorrelation of IG and IDF over ${pairs.length} terms: ${correlation.toFixed(3)}`);
}

/** Mean F1 over the ten topics, on folds of the training part: no story that is tested with is looked at. */
function foldedF1(documents: readonly Item[], scheme: Scheme, choice: Choice): number {
  const train = documents.filter((item) => item.train);
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const inFold = (index: number): boolean => index % FOLDS === fold;
    const outcomes = oneOfTen(
      train.filter((_, index) => !inFold(index)),
      train.filter((_, index) => inFold(index)),
      scheme,
      choice,
    );
    return meanOf(outcomes.map(f1));
  });
  return meanOf(folds);
}

function best<T>(candidates: readonly T[], score: (candidate: T) => number): T {
  const scored = candidates.map((candidate) => [candidate, score(candidate)] as const);
  return scored.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

/** Features by the mean of both schemes without sections, since both have the same pruning; then the headline's weight. */
function choose(documents: readonly Item[]): void {
  console.log(`mean F1 on ${FOLDS} folds of the training part`);
  const features = best([500, 1000, 2000, 5000, 10_000], (kept) => {
    const choice = { features: kept, headline: 1 };
    const [tfidf = 0, itfidf = 0] = (['tfidf', 'itfidf, sections alike'] as const).map((scheme) =>
      foldedF1(documents, scheme, choice),
    );
    console.log(`${String(kept).padStart(6)} features: tfidf ${percent(tfidf)}, itfidf ${percent(itfidf)}`);
    return tfidf + itfidf;
  });
  const headline = best([1, 1.5, 2, 3, 4], (weight) => {
    const value = foldedF1(documents, 'itfidf', { features, headline: weight });
    console.log(`${features} features, headline ${weight}: itfidf ${percent(value)}`);
    return value;
  });
  console.log(`chosen: --features ${features} --headline ${headline}`);
}

const single = items.filter(({ topics }) => topics.filter((topic) => ten.includes(topic)).length === 1);
if (values.choose) choose(single);
else {
  console.log(
    `ten largest topics: ${ten.join(', ')}; ${values.features} terms kept, headlines weigh ${values.headline}, ${values.seeds} seeds`,
  );
  if (values.setups.includes('one-of-ten')) {
    table('one of ten', single, oneOfTen);
    explainGain(single);
  }
  if (values.setups.includes('against-rest')) table('one against the rest', items, oneAgainstRest);
}
