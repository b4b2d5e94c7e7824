import type { Sentence, Token } from '../../model/noun.js';
import type { LabelIndex } from './label-index-file.js';
import { POSSESSIVE_KEY } from '../../language/linking/labels/label-paths.js';
import { acronymKeyOf } from '../../language/linking/labels/label-trie.js';
import { wordsOf } from './label-words.js';
import { remember } from '../../support/remember.js';
import { gapBetween, isBareNumberOrLetter, mayName } from '../../language/linking/nouns/token-runs.js';
import { hashWord, SequenceHash, WordHasher, type WordHash } from './word-hash.js';

/** A run of tokens that matches a key of an index. */
export interface IndexMatch {
  readonly begin: number;
  readonly end: number;
  readonly tokens: readonly Token[];
  /** Position of its candidates. */
  readonly place: number;
}

/** Whether a matching run may link. */
export type MayLink = (run: readonly Token[], sentence: Sentence) => boolean;

const REMEMBERED = 100_000;
const POSSESSIVE = hashWord(POSSESSIVE_KEY);

/**
 * Returns a function that finds the longest keys of an index in a text, from left to right.
 *
 * Tokens are compared in lower case as written, the last token of a run also by its lemma. Between tokens there may
 * be only spaces and hyphens, or a possessive ending where the key has one. Acronyms match capitals only, and
 * acronyms that are words of the language only in sentences that are not all in capitals.
 */
export function createIndexMatcher(
  index: LabelIndex,
  mayLink: MayLink,
): (text: string, sentences: readonly Sentence[]) => IndexMatch[] {
  const words = createTokenWords();
  const search: Search = { index, mayLink, words, state: new SequenceHash(), trial: new SequenceHash() };
  return (text, sentences) => {
    const matches: IndexMatch[] = [];
    for (const sentence of sentences) {
      words.read(sentence.tokens);
      for (let start = 0; start < sentence.tokens.length;) {
        const match = longest(search, text, sentence, start);
        if (match !== undefined) matches.push(match);
        start += match?.tokens.length ?? 1;
      }
    }
    return matches;
  };
}

interface Search {
  readonly index: LabelIndex;
  readonly mayLink: MayLink;
  readonly words: TokenWords;
  /** The hash of the run so far. */
  readonly state: SequenceHash;
  /** One for trying the last token of the run. */
  readonly trial: SequenceHash;
}

/** The position of the key made of the run so far and this token, as written or else by its lemma. */
function findWith({ index, words, state, trial }: Search, token: Token, position: number): number {
  trial.copy(state);
  words.push(trial, position);
  const { high, low } = trial;
  const place = index.find(high, low);
  if (place >= 0 || token.lemma === token.surface) return place;
  trial.copy(state);
  words.pushText(trial, token.lemma);
  return trial.high === high && trial.low === low ? place : index.find(trial.high, trial.low);
}

function findAcronym(search: Search, sentence: Sentence, start: number): IndexMatch | undefined {
  const { index, words, trial } = search;
  const acronym = words.acronymAt(start);
  if (acronym === undefined) return undefined;
  trial.reset();
  trial.push(acronym);
  const place = index.find(trial.high, trial.low);
  const run = place < 0 ? [] : sentence.tokens.slice(start, start + 1);
  return run.length > 0 && mayBeAcronym(run, sentence) ? toMatch(run, place) : undefined;
}

function longest(search: Search, text: string, sentence: Sentence, start: number): IndexMatch | undefined {
  const { index, mayLink, words, state } = search;
  const { tokens } = sentence;
  let token = tokens[start];
  let best = findAcronym(search, sentence, start);
  state.reset();
  for (let position = start; token !== undefined; position += 1) {
    if (position > start || (best === undefined && !token.stopWord)) {
      const place = findWith(search, token, position);
      const run = place < 0 ? [] : tokens.slice(start, position + 1);
      if (place >= 0 && mayName(run) && mayLink(run, sentence)) best = toMatch(run, place);
    }
    words.push(state, position);
    const next = tokens[position + 1];
    if (next === undefined || !index.mayContinue(state.high, state.low)) return best;
    const gap = gapBetween(text, token, next);
    if (gap === 'apart') return best;
    if (gap === 'possessive') state.push(POSSESSIVE);
    token = next;
  }
  return best;
}

/** The words of the tokens of a sentence as hashes. */
interface TokenWords {
  /** Reads another sentence. */
  read(tokens: readonly Token[]): void;
  /** Adds the words of the token at a position. */
  push(sequence: SequenceHash, position: number): void;
  /** Adds the words of a text. */
  pushText(sequence: SequenceHash, text: string): void;
  /** The key of the token, if it is an acronym. */
  acronymAt(position: number): WordHash | undefined;
}

/** The hashes of a token that is not plain letters. */
interface Written {
  readonly words: readonly WordHash[];
  readonly acronym?: WordHash;
}

function createTokenWords(): TokenWords {
  const hasher = new WordHasher();
  const writtenAs = remember(readWritten, REMEMBERED);
  let highs = new Int32Array(256);
  let lows = new Int32Array(256);
  let others: (Written | undefined)[] = [];
  return {
    read: (tokens) => {
      if (tokens.length > highs.length) {
        highs = new Int32Array(2 * tokens.length);
        lows = new Int32Array(2 * tokens.length);
      }
      others = [];
      tokens.forEach(({ surface }, position) => {
        if (hasher.hashPlain(surface)) {
          highs[position] = hasher.high;
          lows[position] = hasher.low;
        } else others[position] = writtenAs(surface);
      });
    },
    push: (sequence, position) => {
      const other = others[position];
      if (other === undefined) sequence.pushHalves(highs[position] ?? 0, lows[position] ?? 0);
      else for (const word of other.words) sequence.push(word);
    },
    pushText: (sequence, text) => {
      if (hasher.hashPlain(text)) sequence.push(hasher);
      else for (const word of writtenAs(text).words) sequence.push(word);
    },
    acronymAt: (position) => others[position]?.acronym,
  };
}

function toMatch(tokens: readonly Token[], place: number): IndexMatch {
  return { begin: tokens[0]?.begin ?? 0, end: tokens.at(-1)?.end ?? 0, tokens, place };
}

function readWritten(surface: string): Written {
  const words = wordsOf(surface).map(hashWord);
  const acronym = acronymKeyOf(surface);
  return acronym === undefined ? { words } : { words, acronym: hashWord(acronym) };
}

function mayBeAcronym(run: readonly Token[], { tokens }: Sentence): boolean {
  if (isBareNumberOrLetter(run)) return false;
  return mayName(run) || tokens.some(({ surface }) => /\p{Ll}/u.test(surface));
}
