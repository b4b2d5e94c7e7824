import { remember } from '../../support/remember.js';

/** Parts of speech that the tagger distinguishes, as of Universal Dependencies; X is all others. */
export const TAGS = ['NOUN', 'PROPN', 'ADJ', 'VERB', 'DET', 'ADP', 'ADV', 'NUM', 'X'] as const;

/** Place of a tag in {@link TAGS}. */
export type TagNumber = number;

/** Of each feature what it adds to each tag: {@link TAGS} numbers, or fewer where the last are nought. */
export type TaggerWeights = ReadonlyMap<string, readonly number[]>;

/** Tags the words of a sentence: a place in {@link TAGS} for each. */
export type TagSentence = (words: readonly string[]) => readonly TagNumber[];

const COUNT = TAGS.length;
/** Tags before the first word, and of the word after the last. */
const START = COUNT;
const REMEMBERED = 20_000;
const LONGEST_ENDING = 4;

/** The features of a word without a word before or after it. */
export const NO_WORD = { before: '<^', after: '>$' } as const;

/** How a word is written. In a sentence in capitals, capitals tell nothing. */
export type Shape = 'low' | 'Cap' | 'First' | 'ALL' | 'LOUD' | 'num' | 'mix';

/** How each word of a sentence is written. */
export function shapesOf(words: readonly string[]): Shape[] {
  const isLoud = isInCapitals(words);
  return words.map((word, place) => {
    if (!/\p{L}/u.test(word)) return 'num';
    if (isLoud) return 'LOUD';
    const lower = word.toLowerCase();
    if (lower === word) return /\d/.test(word) ? 'mix' : 'low';
    if (word.length > 1 && word === word.toUpperCase()) return 'ALL';
    if (word.charAt(0) === lower.charAt(0)) return 'mix';
    return place === 0 ? 'First' : 'Cap';
  });
}

function isInCapitals(words: readonly string[]): boolean {
  let letters = 0;
  let loud = 0;
  for (const word of words) {
    if (word.length < 2 || word === word.toLowerCase()) {
      if (word.length > 1 && /\p{L}/u.test(word)) letters += 1;
      continue;
    }
    letters += 1;
    if (word === word.toUpperCase()) loud += 1;
  }
  return letters > 1 && loud > 0.7 * letters;
}

/** The features of a word that do not depend on where it stands. */
export function ownFeatures(lower: string, shape: Shape): string[] {
  const features = [`w${lower}`, `h${shape}`];
  for (let length = 1; length <= LONGEST_ENDING && length < lower.length; length += 1)
    features.push(`e${lower.slice(-length)}`, `${shape}${lower.slice(-length)}`);
  if (lower.length > 4) features.push(`b${lower.slice(0, 3)}`);
  if (lower.includes('-')) features.push(`-${shape}`);
  return features;
}

/** The features of a word that the word before it has, whatever its tag. */
export function beforeFeatures(lower: string): string[] {
  return [`<${lower}`, `<-${lower.slice(-3)}`];
}

/** The features of a word that the word after it has. */
export function afterFeatures(lower: string, shape: Shape): string[] {
  return [`>${lower}`, `>-${lower.slice(-3)}`, `>h${shape}`];
}

/** The features of a word by the tags of the two words before it. */
export function tagFeatures(before: TagNumber, secondBefore: TagNumber, shape: Shape): string[] {
  return [`t${before}`, `t${before},${secondBefore}`, `t${before}${shape}`];
}

/** The features of a word by the tag of the word before it and its ending. */
export function joinedFeatures(before: TagNumber, lower: string): string[] {
  return [`t${before}e${lower.slice(-3)}`, `t${before}w${lower}`];
}

/** The sums of a form: of it as it is, as the word before another, as the word after another, and by the tag before it. */
interface FormSums {
  readonly own: Sums;
  readonly asBefore: Sums;
  readonly asAfter: Sums;
  readonly joined: readonly Sums[];
}

/** A number for each tag. */
type Sums = Float64Array;

/**
 * A tagger that goes from left to right and takes for each word the tag with the largest sum of weights: of the word, its
 * ending and its capitals, of the words next to it, and of the tags before it. The sums of forms are remembered, so that a word
 * takes a microsecond.
 */
export function createTagger(weights: TaggerWeights): TagSentence {
  const sum = (features: readonly string[]): Sums => sumOf(features, weights);
  const formOf = remember((written: string): FormSums => {
    const slash = written.indexOf('/');
    const shape = written.slice(0, slash) as Shape;
    const lower = written.slice(slash + 1);
    return {
      own: sum(ownFeatures(lower, shape)),
      asBefore: sum(beforeFeatures(lower)),
      asAfter: sum(afterFeatures(lower, shape)),
      joined: Array.from({ length: COUNT + 1 }, (_, before) => sum(joinedFeatures(before, lower))),
    };
  }, REMEMBERED);
  const byTags = remember((key: string): Sums => {
    const [shape = 'low', before, secondBefore] = key.split(' ');
    return sum(tagFeatures(Number(before), Number(secondBefore), shape as Shape));
  }, REMEMBERED);
  const [first, last] = [sum([NO_WORD.before]), sum([NO_WORD.after])];
  return (words) => {
    const shapes = shapesOf(words);
    const forms = words.map((word, place) => formOf(`${shapes[place] ?? 'low'}/${word.toLowerCase()}`));
    const tags: TagNumber[] = [];
    for (const [place, { own, joined }] of forms.entries()) {
      const [before = START, second = START] = [tags[place - 1], tags[place - 2]];
      const left = forms[place - 1]?.asBefore ?? first;
      const right = forms[place + 1]?.asAfter ?? last;
      const tagged = byTags(`${shapes[place] ?? 'low'} ${before} ${second}`);
      tags.push(largest(own, left, right, tagged, joined[before] ?? own));
    }
    return tags;
  };
}

function sumOf(features: readonly string[], weights: TaggerWeights): Sums {
  const total = new Float64Array(COUNT);
  for (const feature of features)
    for (const [tag, weight] of (weights.get(feature) ?? []).entries())
      total[tag] = (total[tag] ?? 0) + weight;
  return total;
}

/** The tag of which five sums together are the largest; of equal ones the first. */
function largest(a: Sums, b: Sums, c: Sums, d: Sums, e: Sums): TagNumber {
  let best = 0;
  let most = -Infinity;
  for (let tag = 0; tag < COUNT; tag += 1) {
    const score = (a[tag] ?? 0) + (b[tag] ?? 0) + (c[tag] ?? 0) + (d[tag] ?? 0) + (e[tag] ?? 0);
    if (score <= most) continue;
    most = score;
    best = tag;
  }
  return best;
}
