import type { AnnotatedText, EntityClass, Noun, Sentence, Token } from '../../../model/noun.js';
import { createFormFinder } from './noun-forms.js';
import { detachNounEndings } from '../../wordnet/morphology.js';
import type { Mention } from './noun-senses.js';
import {
  gapBetween,
  isBareNumberOrLetter,
  isPartOfName,
  isProperNoun,
  mayName,
  namesOfPersons,
} from './token-runs.js';
import { spanKey, type Span } from '../../../support/text/spans.js';
import type { Sense, WordNet } from '../../wordnet/wordnet.js';

/** A mention of a noun in WordNet, with at least one possible sense. */
export interface FoundMention {
  readonly begin: number;
  readonly end: number;
  /** Number of tokens. */
  readonly length: number;
  readonly mention: Mention;
  readonly senses: readonly Sense[];
}

/** Longest phrase that is looked up, in tokens. */
const MAX_TOKENS = 5;

/** Data about a text that is used repeatedly. */
interface Scene {
  readonly text: string;
  readonly wordNet: WordNet;
  /** The forms of a run that are in WordNet. */
  readonly formsOf: (run: readonly Token[]) => readonly string[];
  readonly sensesOf: (mention: Mention) => readonly Sense[];
  /** The text's nouns by span. */
  readonly nouns: ReadonlyMap<number, Noun>;
  /** Lower-case words that are names more often than not in the middle of sentences. */
  readonly names: ReadonlySet<string>;
}

/** A sentence and its names of persons with several words. */
interface Setting {
  readonly sentence: Sentence;
  readonly persons: readonly Noun[];
}

/**
 * Returns a function that finds mentions of nouns in WordNet, in order and without overlap: at each token the longest
 * run in WordNet, else the token alone when it is a noun. A single proper noun within a longer name of a person is
 * skipped unless WordNet has the longer name.
 *
 * @param sensesOf the possible senses of a mention; without senses it is not one
 */
export function createMentionFinder(
  wordNet: WordNet,
  sensesOf: (mention: Mention) => readonly Sense[],
): (text: AnnotatedText) => FoundMention[] {
  const formsOf = createFormFinder(wordNet);
  return ({ text, sentences, nouns }) => {
    const scene: Scene = {
      wordNet,
      sensesOf,
      text,
      formsOf: (run) => formsOf(text, run),
      nouns: new Map(nouns.map((noun) => [spanKey(noun), noun])),
      names: namesIn(sentences),
    };
    return mentionsInAll(scene, sentences, nouns);
  };
}

function mentionsInAll(scene: Scene, sentences: readonly Sentence[], nouns: readonly Noun[]): FoundMention[] {
  const persons = namesOfPersons(nouns);
  return sentences.flatMap((sentence) => {
    const inside = persons.filter(({ begin, end }) => begin >= sentence.begin && end <= sentence.end);
    return mentionsIn(scene, { sentence, persons: inside });
  });
}

function mentionsIn(scene: Scene, setting: Setting): FoundMention[] {
  const found: FoundMention[] = [];
  const { tokens } = setting.sentence;
  for (let start = 0; start < tokens.length;) {
    const first = tokens[start];
    if (first === undefined || !mayBeMention(scene.wordNet, first)) {
      start += 1;
      continue;
    }
    const run = longestRun(scene, tokens, start);
    const mention =
      mentionOf(scene, setting, run) ??
      (run.length > 1 ? mentionOf(scene, setting, run.slice(0, 1)) : undefined);
    if (mention !== undefined) found.push(mention);
    start += mention?.length ?? 1;
  }
  return found;
}

/** Whether a mention may begin with a token: a noun, or the first word of a phrase. */
function mayBeMention(wordNet: WordNet, token: Token): boolean {
  return token.tag !== undefined || (!token.stopWord && beginsPhrase(wordNet, token));
}

function namesIn(sentences: readonly Sentence[]): ReadonlySet<string> {
  const balance = new Map<string, number>();
  for (const { tokens } of sentences) {
    tokens.forEach((token, index) => {
      const proper = index > 0 && isProperNoun(token);
      if (token.tag === undefined || (!proper && !isSmall(token.surface))) return;
      const word = token.surface.toLowerCase();
      balance.set(word, (balance.get(word) ?? 0) + (proper ? 1 : -1));
    });
  }
  return new Set([...balance].filter(([, surplus]) => surplus > 0).map(([word]) => word));
}

function isSmall(surface: string): boolean {
  return surface === surface.toLowerCase();
}

/** The longest run of tokens from `start` that is a phrase of WordNet, else the single token. */
function longestRun(
  { text, wordNet, formsOf }: Scene,
  tokens: readonly Token[],
  start: number,
): readonly Token[] {
  const single = tokens.slice(start, start + 1);
  const first = single[0];
  if (first === undefined || first.stopWord || !beginsPhrase(wordNet, first)) return single;
  let longest = single;
  for (let end = start + 2; end <= Math.min(start + MAX_TOKENS, tokens.length); end += 1) {
    const [left, right] = [tokens[end - 2], tokens[end - 1]];
    if (left === undefined || right === undefined || gapBetween(text, left, right) === 'apart') break;
    if (end === start + 2 && !mayBegin(wordNet, left, right)) break;
    const run = tokens.slice(start, end);
    if (endsName(right) && mayName(run) && formsOf(run).length > 0) longest = run;
  }
  return longest;
}

function beginsPhrase(wordNet: WordNet, { surface, lemma }: Token): boolean {
  return wordNet.beginsPhrase(surface.toLowerCase()) || wordNet.beginsPhrase(lemma);
}

/** Whether a phrase in WordNet may begin with the two tokens, as written or in a base form. */
function mayBegin(wordNet: WordNet, left: Token, right: Token): boolean {
  const seconds = new Set([right.surface.toLowerCase(), right.lemma]);
  for (const ending of detachNounEndings(right.surface.toLowerCase())) seconds.add(ending);
  return [...seconds].some(
    (second) => wordNet.mayBeginPhrase(left.surface, second) || wordNet.mayBeginPhrase(left.lemma, second),
  );
}

/** A phrase ends in a noun or, as 'vitamin A' does, in a capital letter. */
function endsName({ tag, surface }: Token): boolean {
  return tag !== undefined || /^\p{Lu}$/u.test(surface);
}

function mentionOf(
  scene: Scene,
  { sentence, persons }: Setting,
  run: readonly Token[],
): FoundMention | undefined {
  const [first, last] = [run[0], run.at(-1)];
  const head = run.findLast(({ tag }) => tag !== undefined);
  if (first === undefined || last === undefined || head?.tag === undefined) return undefined;
  if (isBareNumberOrLetter(run) || (run.length === 1 && isPartOfName(head, persons))) return undefined;
  const [begin, end] = [first.begin, last.end];
  const opens = run.length === 1 && begin === sentence.begin;
  const name = opens && isNameElsewhere(scene, head);
  const mention: Mention = {
    surface: scene.text.slice(begin, end),
    forms: scene.formsOf(run),
    tag: name ? 'NNP' : head.tag,
    entityClass: classOf(scene, { begin, end }, head),
    capitalByPosition: opens && !name,
  };
  const senses = scene.sensesOf(mention);
  return senses.length === 0 ? undefined : { begin, end, length: run.length, mention, senses };
}

/** The class of the noun with the span of the run, else of its head. */
function classOf({ nouns }: Scene, run: Span, head: Token): EntityClass {
  return (nouns.get(spanKey(run)) ?? nouns.get(spanKey(head)))?.entityClass ?? 'other';
}

/** Whether a capitalised word is a name elsewhere in the text. */
function isNameElsewhere({ names }: Scene, { surface }: Token): boolean {
  return !isSmall(surface) && names.has(surface.toLowerCase());
}
