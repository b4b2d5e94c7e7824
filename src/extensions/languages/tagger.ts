import { remember } from '../../support/remember.js';
import { normalForm } from '../../support/text/normal-form.js';

/** Parts of speech that the tagger distinguishes, as of Universal Dependencies; X is all others. */
export const TAGS = ['NOUN', 'PROPN', 'ADJ', 'VERB', 'DET', 'ADP', 'ADV', 'NUM', 'X'] as const;

/** Place of a tag in {@link TAGS}. */
export type TagNumber = number;

/** Of each feature what it adds to each tag: {@link TAGS} numbers, or fewer where the last are nought. */
export type TaggerWeights = ReadonlyMap<string, readonly number[]>;

const COUNT = TAGS.length;
/** The tag before the first word. */
const START = COUNT;
const REMEMBERED = 20_000;
const LONGEST_ENDING = 4;

/** The features of a word without a word before or after it. */
export const NO_WORD = { before: '<^', after: '>$' } as const;

/** Shapes of a word: small, with a capital, with one at the beginning of its sentence, in capitals, in a sentence in capitals. */
const SHAPES = ['low', 'Cap', 'First', 'ALL', 'LOUD', 'num', 'mix'] as const;
export type Shape = (typeof SHAPES)[number];

/** A word form, wherever it stands. */
export interface WordForm {
  /** In lower case, composed (Unicode NFC). */
  readonly lower: string;
  /** Shape inside of a sentence. */
  readonly shape: Shape;
  /** True if it tells if its sentence is in capitals: it has two characters and a letter. */
  readonly tells: boolean;
}

/** Describes a word form. */
export function wordForm(surface: string): WordForm {
  const word = normalForm(surface);
  const lower = word.toLowerCase();
  const hasLetters = /\p{L}/u.test(word);
  return { lower, shape: hasLetters ? shapeOf(word, lower) : 'num', tells: hasLetters && word.length > 1 };
}

function shapeOf(word: string, lower: string): Shape {
  if (lower === word) return /\d/.test(word) ? 'mix' : 'low';
  if (word.length > 1 && word === word.toUpperCase()) return 'ALL';
  return word.charAt(0) === lower.charAt(0) ? 'mix' : 'Cap';
}

/** Share of words in capitals from which on capitals tell nothing. */
const LOUD_SHARE = 0.7;

/** Shape of each word of a sentence. */
export function shapesOf(forms: readonly WordForm[]): Shape[] {
  let telling = 0;
  let loud = 0;
  for (const { tells, shape } of forms) {
    if (!tells) continue;
    telling += 1;
    if (shape === 'ALL') loud += 1;
  }
  const isLoud = telling > 1 && loud > LOUD_SHARE * telling;
  return forms.map(({ shape }, place) => {
    if (isLoud) return shape === 'num' ? shape : 'LOUD';
    return shape === 'Cap' && place === 0 ? 'First' : shape;
  });
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

/** A word form with the sums of its features, by how it is written; those that were not needed yet are absent. */
export interface KnownForm extends WordForm {
  readonly sums: FormSums[];
}

/** The sums of a form: of it as it is, as the word before another, as the word after another, and by the tag before it. */
interface FormSums {
  readonly own: Sums;
  readonly asBefore: Sums;
  readonly asAfter: Sums;
  readonly joined: Sums[];
}

/** A number for each tag. */
type Sums = Float64Array;

/** Tags words. */
export interface Tagger {
  /** The form of a word. Forms are remembered with their sums. */
  readonly formOf: (surface: string) => KnownForm;
  /** The tags of the words of a sentence. */
  readonly tag: (sentence: readonly KnownForm[]) => readonly TagNumber[];
}

/**
 * A tagger that goes from left to right and takes for each word the tag with the largest sum of weights: of the word, its
 * ending and its capitals, of the words next to it, and of the tags before it.
 */
export function createTagger(weights: TaggerWeights): Tagger {
  const sum = (features: readonly string[]): Sums => sumOf(features, weights);
  const sumsOf = ({ lower, sums }: KnownForm, shape: Shape): FormSums =>
    (sums[SHAPES.indexOf(shape)] ??= {
      own: sum(ownFeatures(lower, shape)),
      asBefore: sum(beforeFeatures(lower)),
      asAfter: sum(afterFeatures(lower, shape)),
      joined: [],
    });
  const byTags: Sums[] = [];
  const sumOfTags = (shape: Shape, before: TagNumber, second: TagNumber): Sums =>
    (byTags[(SHAPES.indexOf(shape) * (COUNT + 1) + before) * (COUNT + 1) + second] ??= sum(
      tagFeatures(before, second, shape),
    ));
  const [first, last] = [sum([NO_WORD.before]), sum([NO_WORD.after])];
  return {
    formOf: remember((surface: string): KnownForm => ({ ...wordForm(surface), sums: [] }), REMEMBERED),
    tag: (sentence) => {
      const shapes = shapesOf(sentence);
      const forms = sentence.map((form, place) => sumsOf(form, shapes[place] ?? 'low'));
      const tags: TagNumber[] = [];
      for (let place = 0; place < forms.length; place += 1) {
        const [form, here, shape = 'low'] = [forms[place], sentence[place], shapes[place]];
        if (form === undefined || here === undefined) break;
        const [before = START, second = START] = [tags[place - 1], tags[place - 2]];
        const joined = (form.joined[before] ??= sum(joinedFeatures(before, here.lower)));
        const left = forms[place - 1]?.asBefore ?? first;
        const right = forms[place + 1]?.asAfter ?? last;
        tags.push(largest(form.own, left, right, sumOfTags(shape, before, second), joined));
      }
      return tags;
    },
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
