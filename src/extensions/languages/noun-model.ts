import { readCheckedJson, writeCheckedJson, type CheckedFormat } from '../../knowledge/files/checked-json.js';
import { InputError } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { TAGS, type TaggerWeights } from './tagger.js';

/** Model of a language: how words are tagged, and their base forms. */
export interface NounModel {
  readonly weights: TaggerWeights;
  readonly nouns: LemmaRules;
  readonly adjectives: LemmaRules;
}

/** Texts from which a model was made. */
export interface NounModelHeader {
  /** ISO 639-1 code. */
  readonly language: string;
  /** {@link MODEL_VERSION} of the version that it was made by. */
  readonly model: number;
  readonly sources: readonly string[];
}

/** Weights as integers, {@link TAGS} numbers for each feature. */
interface PackedModel {
  readonly features: string;
  readonly weights: readonly number[];
  readonly nouns: LemmaRules;
  readonly adjectives: LemmaRules;
}

/** To be raised when words are split or tagged otherwise than before, or a model is another: topics must be built again. */
export const MODEL_VERSION = 1;

const HINT = 'install sfwc again';
const FORMAT: CheckedFormat = { name: 'sfwc noun model', version: 1, hint: HINT };
/** Integers per unit: halves are as good as quarters. */
const PER_UNIT = 2;

/** The file of a language that comes with the package; `scripts/make-noun-models.js` makes it. */
function nounModelFile(language: string): string {
  return packagedPath(`corpora/nouns-${language}.json.gz`);
}

/** Saves a model. The same model gives the same bytes. @throws OutputError */
export async function writeNounModel(file: string, header: NounModelHeader, model: NounModel): Promise<void> {
  const rounded = [...model.weights]
    .map(([feature, own]) => [feature, own.map((weight) => Math.round(weight * PER_UNIT) + 0)] as const)
    .filter(([, own]) => own.some((weight) => weight !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { nouns, adjectives } = model;
  const features = rounded.map(([feature]) => feature).join(' ');
  const weights = rounded.flatMap(([, own]) => own);
  await writeCheckedJson<NounModelHeader, PackedModel>(file, FORMAT, {
    header,
    body: { features, weights, nouns, adjectives },
  });
}

/** Reads a model. @throws InputError for a file that is missing, damaged or of another version */
export async function readNounModel(language: string, file = nounModelFile(language)): Promise<NounModel> {
  const read = await readCheckedJson<NounModelHeader, PackedModel>(file, FORMAT);
  if (read === undefined) throw new InputError(`${file} is missing`, { hint: HINT });
  const { header, body } = read;
  if (header.language !== language || header.model !== MODEL_VERSION)
    throw new InputError(`${file} is not the noun model of this version for '${language}'`, { hint: HINT });
  const weights = new Map<string, readonly number[]>();
  for (const [place, feature] of body.features.split(' ').entries()) {
    const own = body.weights.slice(place * TAGS.length, (place + 1) * TAGS.length);
    weights.set(
      feature,
      own.map((weight) => weight / PER_UNIT),
    );
  }
  return { weights, nouns: body.nouns, adjectives: body.adjectives };
}

/**
 * Changes of the last letters of words to the base form: ending → the number of letters to take off, and what to add. A whole word
 * has a circumflex before it. The longest ending that a word has counts.
 */
export type LemmaRules = Readonly<Record<string, readonly [cut: number, added: string]>>;

/** Letters of an ending at most. */
export const LONGEST = 6;

/** The base form of a word in lower case by rules; the word itself where no rule has its ending. */
export function baseForm(word: string, rules: LemmaRules): string {
  for (const ending of endingsOf(word)) {
    const rule = Object.hasOwn(rules, ending) ? rules[ending] : undefined;
    if (rule !== undefined) return changed(word, rule);
  }
  return word;
}

/** The whole word, then its endings, the longest first. */
export function endingsOf(word: string): string[] {
  const endings = [`^${word}`];
  for (let length = Math.min(LONGEST, word.length); length > 0; length -= 1)
    endings.push(word.slice(word.length - length));
  return endings;
}

/** A word by a rule. */
export function changed(word: string, [cut, added]: readonly [number, string]): string {
  const base = word.slice(0, Math.max(word.length - cut, 0)) + added;
  return base === '' ? word : base;
}
