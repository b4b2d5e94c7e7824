import type { AnnotatedText, EntityClass, Noun, Sentence, Token } from '../../../model/noun.js';
import { detachNounEndings } from '../../wordnet/morphology.js';
import { type Mention, gapBetween, isBareNumberOrLetter, isProperNoun, mayName } from './noun-senses.js';
import { spanKey, type Span } from '../../../support/text/cut-text.js';
import type { Sense, WordNet } from '../../wordnet/wordnet.js';
import { remember } from '../../../support/remember.js';

/** A mention of a noun in WordNet, with at least one possible sense. */
export interface FoundMention {
  readonly begin: number;
  readonly end: number;
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
  readonly forms: FormFinder;
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
 * Finds mentions of nouns in WordNet, in order and without overlap: at each token the longest run in WordNet, else a noun alone.
 * A single proper noun within a longer name of a person is skipped unless WordNet has the longer name.
 */
export function createMentionFinder(
  wordNet: WordNet,
  sensesOf: (mention: Mention) => readonly Sense[],
): (text: AnnotatedText) => FoundMention[] {
  const forms = createFormFinder(wordNet);
  return ({ text, sentences, nouns }) => {
    const bySpan = new Map(nouns.map((noun) => [spanKey(noun), noun]));
    const scene: Scene = { wordNet, sensesOf, text, forms, nouns: bySpan, names: namesIn(sentences) };
    const persons = nouns.filter(({ kind, entityClass }) => kind === 'phrase' && entityClass === 'person');
    const found: FoundMention[] = [];
    for (const sentence of sentences) {
      const { begin, end } = sentence;
      const own = persons.filter((person) => person.begin >= begin && person.end <= end);
      mentionsIn(scene, { sentence, persons: own }, found);
    }
    return found;
  };
}

/** Adds the mentions of a sentence. */
function mentionsIn(scene: Scene, setting: Setting, found: FoundMention[]): void {
  const { tokens } = setting.sentence;
  for (let start = 0; start < tokens.length;) {
    const first = tokens[start];
    // A mention begins with a noun, or with the first word of a phrase.
    const phrase = longestPhrase(scene, tokens, start);
    const mention =
      (phrase && mentionOf(scene, setting, phrase.run, phrase.forms)) ??
      (first?.tag && mentionOf(scene, setting, [first]));
    if (mention !== undefined) found.push(mention);
    start += mention?.length ?? 1;
  }
}

function namesIn(sentences: readonly Sentence[]): ReadonlySet<string> {
  const balance = new Map<string, number>();
  for (const { tokens } of sentences) {
    for (let place = 0; place < tokens.length; place += 1) {
      const token = tokens[place];
      if (token?.tag === undefined) continue;
      const proper = place > 0 && isProperNoun(token);
      if (!proper && !isSmall(token.surface)) continue;
      const word = token.surface.toLowerCase();
      balance.set(word, (balance.get(word) ?? 0) + (proper ? 1 : -1));
    }
  }
  const names = new Set<string>();
  for (const [word, surplus] of balance) if (surplus > 0) names.add(word);
  return names;
}

function isSmall(surface: string): boolean {
  return surface === surface.toLowerCase();
}

/** A run of tokens with its forms in WordNet. */
interface Phrase {
  readonly run: readonly Token[];
  readonly forms: readonly string[];
}

/** The longest run of tokens from `start` that is a phrase of WordNet. */
function longestPhrase(
  { text, wordNet, forms: finder }: Scene,
  tokens: readonly Token[],
  start: number,
): Phrase | undefined {
  const first = tokens[start];
  if (first === undefined || first.stopWord || !beginsPhrase(wordNet, first)) return undefined;
  let longest: Phrase | undefined;
  for (let end = start + 2; end <= Math.min(start + MAX_TOKENS, tokens.length); end += 1) {
    const [left, right] = [tokens[end - 2], tokens[end - 1]];
    if (left === undefined || right === undefined || gapBetween(text, left, right) === 'apart') break;
    if (end === start + 2 && !mayBegin(wordNet, left, right)) break;
    if (!endsName(right)) continue;
    const run = tokens.slice(start, end);
    const forms = mayName(run) ? finder.ofRun(text, run) : [];
    if (forms.length > 0) longest = { run, forms };
  }
  return longest;
}

function beginsPhrase(wordNet: WordNet, { surface, lemma }: Token): boolean {
  return wordNet.beginsPhrase(surface.toLowerCase()) || wordNet.beginsPhrase(lemma);
}

/** True if a phrase in WordNet may begin with the two tokens, as written or in a base form. */
function mayBegin(wordNet: WordNet, left: Token, right: Token): boolean {
  const written = right.surface.toLowerCase();
  if (mayGoOn(wordNet, left, written)) return true;
  if (right.lemma !== written && mayGoOn(wordNet, left, right.lemma)) return true;
  for (const ending of detachNounEndings(written)) if (mayGoOn(wordNet, left, ending)) return true;
  return false;
}

function mayGoOn(wordNet: WordNet, { surface, lemma }: Token, second: string): boolean {
  return wordNet.mayBeginPhrase(surface, second) || wordNet.mayBeginPhrase(lemma, second);
}

/** A phrase ends in a noun or, as 'vitamin A' does, in a capital letter. */
function endsName({ tag, surface }: Token): boolean {
  return tag !== undefined || /^\p{Lu}$/u.test(surface);
}

function mentionOf(
  scene: Scene,
  { sentence, persons }: Setting,
  run: readonly Token[],
  forms?: readonly string[],
): FoundMention | undefined {
  const [first, last] = [run[0], run.at(-1)];
  const head = run.findLast(({ tag }) => tag !== undefined);
  if (first === undefined || last === undefined || head?.tag === undefined) return undefined;
  if (isBareNumberOrLetter(run) || (run.length === 1 && isPartOfName(head, persons))) return undefined;
  const [begin, end] = [first.begin, last.end];
  const opens = run.length === 1 && begin === sentence.begin;
  const name = opens && isNameElsewhere(scene, head);
  const mention: Mention = {
    surface: run.length === 1 ? first.surface : scene.text.slice(begin, end),
    forms: forms ?? scene.forms.ofWord(first),
    tag: name ? 'NNP' : head.tag,
    entityClass: classOf(scene, { begin, end }, head),
    capitalByPosition: opens && !name,
  };
  const senses = scene.sensesOf(mention);
  return senses.length === 0 ? undefined : { begin, end, length: run.length, mention, senses };
}

function isPartOfName(head: Token, names: readonly Noun[]): boolean {
  return isProperNoun(head) && names.some(({ begin, end }) => begin <= head.begin && head.end <= end);
}

/** True if a capitalised word is a name elsewhere in the text. */
function isNameElsewhere({ names }: Scene, { surface }: Token): boolean {
  return !isSmall(surface) && names.has(surface.toLowerCase());
}

function classOf({ nouns }: Scene, run: Span, head: Token): EntityClass {
  return (nouns.get(spanKey(run)) ?? nouns.get(spanKey(head)))?.entityClass ?? 'other';
}

const REMEMBERED = 20_000;

/** Finds forms of words and phrases in WordNet. */
interface FormFinder {
  ofWord(token: Token): readonly string[];
  /** @param run two tokens or more of a text */
  ofRun(text: string, run: readonly Token[]): readonly string[];
}

/** Forms of tokens in WordNet: as written or with lemmas, also with spaces for hyphens; else by WordNet's rules. */
function createFormFinder(wordNet: WordNet): FormFinder {
  // Words recur; runs are mostly new and would evict them from the cache.
  const formsOf = remember((word: string) => readForms(wordNet, word.split('\t')), REMEMBERED);
  return {
    ofWord: ({ surface, lemma }) => formsOf(`${surface}\t${lemma}`),
    ofRun: (text, run) => {
      const [first, last] = [run[0], run.at(-1)];
      if (first === undefined || last === undefined) return [];
      const opening = text.slice(first.begin, last.begin);
      const lemmas = run.map(({ lemma }) => lemma).join(' ');
      return readForms(wordNet, [opening + last.surface, opening + last.lemma, lemmas]);
    },
  };
}

function readForms(wordNet: WordNet, spellings: readonly string[]): readonly string[] {
  const [written = '', ...others] = spellings.map(tidy);
  const variants = new Set([written, ...others].flatMap((form) => [form, form.replaceAll('-', ' ')]));
  const held = [...variants].filter((form) => wordNet.holds(form));
  return held.length > 0 ? held : wordNet.baseForms(written);
}

function tidy(written: string): string {
  return written
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\u2010\u2011]/gu, '-')
    .replaceAll(/\s+/gu, ' ');
}
