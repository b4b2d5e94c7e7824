import { seededRandom } from '../../src/support/random.js';
import {
  baseForm,
  changed,
  endingsOf,
  LONGEST,
  type LemmaRules,
  type NounModel,
} from '../../src/extensions/languages/noun-model.js';
import type { LanguageRules } from '../../src/extensions/languages/language-rules.js';
import {
  afterFeatures,
  beforeFeatures,
  joinedFeatures,
  NO_WORD,
  ownFeatures,
  shapesOf,
  tagFeatures,
  TAGS,
  wordForm,
  type TaggerWeights,
} from '../../src/extensions/languages/tagger.js';
import { alignWords, type AlignedSentence, type TreebankSentence } from './treebank.js';

const COUNT = TAGS.length;
const EPOCHS = 8;
/** Occurrences of a feature below which it is not used: of those of a word itself, and of those of its neighbours. */
const MIN = { own: 2, context: 3 };
/** One sentence in so many is also learned in capitals. */
const IN_CAPITALS = 20;

/** A word form and its base form. */
export type Inflection = readonly [form: string, lemma: string];

/** Occurrences that an inflection of a dictionary counts as: even a single one makes a rule. */
const OF_DICTIONARY = 2;
/** The same of one in a text, which also tells how frequent it is. */
const OF_TEXT = 3;

/**
 * Learns the model of a language from sentences whose words are tagged. Deterministic.
 * @param dictionary nouns with their base forms, in lower case, for words that the sentences do not have
 */
export function trainNounModel(
  sentences: readonly TreebankSentence[],
  rules: LanguageRules,
  dictionary: readonly Inflection[] = [],
): NounModel {
  const aligned = sentences.map((sentence) => alignWords(sentence, rules));
  const loud = aligned
    .filter((_, place) => place % IN_CAPITALS === 0)
    .map(({ words, tags }) => ({ words: words.map((word) => word.toUpperCase()), tags }));
  return {
    weights: trainTagger([...aligned, ...loud]),
    nouns: learnLemmaRules([
      ...Array<readonly Inflection[]>(OF_DICTIONARY).fill(dictionary).flat(),
      ...Array<readonly Inflection[]>(OF_TEXT).fill(lemmasOf(sentences, 'NOUN')).flat(),
    ]),
    adjectives: learnLemmaRules(lemmasOf(sentences, 'ADJ')),
  };
}

function lemmasOf(sentences: readonly TreebankSentence[], wanted: string): Inflection[] {
  return sentences.flatMap(({ text, words }) =>
    words.flatMap(({ begin, end, tag, lemma }): Inflection[] => {
      const isWord = tag === wanted && lemma !== undefined && /^[\p{L}-]+$/u.test(lemma);
      return isWord ? [[text.slice(begin, end).toLowerCase(), lemma.toLowerCase()]] : [];
    }),
  );
}

/** The features of every word of a sentence whose tags are known. */
function* featuresIn({ words }: AlignedSentence, tags: readonly number[]): Generator<string[]> {
  const forms = words.map(wordForm);
  const lower = forms.map((form) => form.lower);
  const shapes = shapesOf(forms);
  for (let place = 0; place < words.length; place += 1) {
    const [word = '', shape = 'low'] = [lower[place], shapes[place]];
    const [before, after] = [lower[place - 1], lower[place + 1]];
    const [tag = COUNT, second = COUNT] = [tags[place - 1], tags[place - 2]];
    yield [
      ...ownFeatures(word, shape),
      ...(before === undefined ? [NO_WORD.before] : beforeFeatures(before)),
      ...(after === undefined ? [NO_WORD.after] : afterFeatures(after, shapes[place + 1] ?? 'low')),
      ...tagFeatures(tag, second, shape),
      ...joinedFeatures(tag, word),
    ];
  }
}

/** The averaged perceptron (Collins 2002): weights change at each error, and count by their mean over all steps. */
function trainTagger(sentences: readonly AlignedSentence[]): TaggerWeights {
  const occurrences = new Map<string, number>();
  for (const sentence of sentences)
    for (const features of featuresIn(sentence, sentence.tags))
      for (const feature of features) occurrences.set(feature, (occurrences.get(feature) ?? 0) + 1);
  const isUsed = (feature: string): boolean =>
    (occurrences.get(feature) ?? 0) >= (/^[<>t]/.test(feature) ? MIN.context : MIN.own);
  const weights = new Map<string, { readonly now: Float64Array; readonly sums: Float64Array }>();
  const random = seededRandom(1);
  const order = [...sentences];
  let step = 0;
  const change = (feature: string, tag: number, by: number): void => {
    const own = weights.get(feature) ?? { now: new Float64Array(COUNT), sums: new Float64Array(COUNT) };
    weights.set(feature, own);
    own.now[tag] = (own.now[tag] ?? 0) + by;
    own.sums[tag] = (own.sums[tag] ?? 0) + by * step;
  };
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const sentence of order) {
      const tags: number[] = [];
      for (const all of featuresIn(sentence, tags)) {
        step += 1;
        const features = all.filter(isUsed);
        const right = sentence.tags[tags.length] ?? 0;
        const guess = bestTag(features.map((feature) => weights.get(feature)?.now));
        tags.push(guess);
        if (guess === right) continue;
        for (const feature of features) {
          change(feature, right, 1);
          change(feature, guess, -1);
        }
      }
    }
  }
  return new Map(
    [...weights].map(([feature, { now, sums }]) => [
      feature,
      Array.from(now, (weight, tag) => weight - (sums[tag] ?? 0) / step),
    ]),
  );
}

function bestTag(weights: readonly (Float64Array | undefined)[]): number {
  const scores = new Float64Array(COUNT);
  for (const own of weights)
    if (own !== undefined)
      for (let tag = 0; tag < COUNT; tag += 1) scores[tag] = (scores[tag] ?? 0) + (own[tag] ?? 0);
  return scores.indexOf(Math.max(...scores));
}

function shuffle(items: AlignedSentence[], random: () => number): void {
  for (let place = items.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    const [one, two] = [items[place], items[other]];
    if (one !== undefined && two !== undefined) [items[place], items[other]] = [two, one];
  }
}

/** Pairs of a word and its base form with that many occurrences at least make a rule. */
const MIN_PAIRS = 2;

/** Learns rules from words and their base forms, both in lower case. Rules that say what shorter ones say are left out. */
export function learnLemmaRules(pairs: Iterable<readonly [form: string, lemma: string]>): LemmaRules {
  const counts = new Map<string, Map<string, number>>();
  for (const [form, lemma] of pairs) {
    const rule = JSON.stringify(ruleOf(form, lemma));
    for (const ending of endingsOf(form)) {
      const own = counts.get(ending) ?? new Map<string, number>();
      counts.set(ending, own.set(rule, (own.get(rule) ?? 0) + 1));
    }
  }
  const rules: Record<string, readonly [number, string]> = {};
  // The shortest first, whole words last, so that each is compared with what would count without it.
  const lengthOf = (ending: string): number => (ending.startsWith('^') ? LONGEST + 1 : ending.length);
  const ordered = [...counts].sort(([a], [b]) => lengthOf(a) - lengthOf(b) || (a < b ? -1 : 1));
  for (const [ending, own] of ordered) {
    const [best, count] = [...own].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? ['', 0];
    if (count < MIN_PAIRS) continue;
    const rule = JSON.parse(best) as readonly [number, string];
    const word = ending.replace('^', '');
    if (baseForm(word, rules) !== changed(word, rule) || rule[0] > word.length) rules[ending] = rule;
  }
  return rules;
}

function ruleOf(form: string, lemma: string): readonly [cut: number, added: string] {
  let common = 0;
  while (common < form.length && common < lemma.length && form[common] === lemma[common]) common += 1;
  return [form.length - common, lemma.slice(common)];
}
