import { openLemmatizer } from '../../../language/text/english.js';
import { STOP_WORDS, stopWordsOf } from '../../../language/text/stop-words.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { fitsLanguage } from '../../../language/linking/labels/label-entry.js';
import { LABEL_KINDS, type LabelKind, type Vocabulary } from './vocabulary.js';
import { withoutQualifier } from '../../../support/text/ends.js';

/** A label in a text. */
export interface LabelMatch {
  /** The concepts that the label names. */
  readonly concepts: readonly number[];
  /** Kind of the label for the first of them. */
  readonly kind: LabelKind;
  /** Number of its words. */
  readonly words: number;
  /** Place of its first word among the words of the text, from 0. */
  readonly word: number;
  /** Offsets in the text. */
  readonly begin: number;
  readonly end: number;
}

/** Finds labels of a vocabulary in texts. */
export interface LabelMatcher {
  /** Labels from left to right; of those that begin at a word the longest, and the next begins after it. */
  find(text: string): readonly LabelMatch[];
  /** Number of words in a text, as places are counted. */
  count(text: string): number;
}

/** Words of a label at most; longer labels are hardly ever written out. */
const MAX_WORDS = 8;
const WORD = /[\p{L}\p{N}]+(?:[’'][\p{L}]+)*/gu;
/** Characters between the words of a label. */
const GAP = /^[\s\-‐‑–/’']+$/u;

interface Word {
  readonly key: string;
  /** As written, where it may be an acronym. */
  readonly capitals: boolean;
  readonly isStop: boolean;
  readonly begin: number;
  readonly end: number;
}

/** A concept that a label names. */
interface Named {
  readonly concept: number;
  readonly kind: LabelKind;
}

/** Concepts by their labels. */
interface LabelTable {
  /** By key: the preferred ones first. */
  readonly entries: Map<string, readonly Named[]>;
  /** By the first word of labels: the number of words in the longest. */
  readonly longest: Map<string, number>;
}

/** A matcher of the labels in a language, and of those without one. */
export function matcherOf(vocabulary: Vocabulary, language: string): LabelMatcher {
  const keys = wordKeys(language);
  const table: LabelTable = { entries: new Map(), longest: new Map() };
  vocabulary.concepts.forEach(({ labels }, concept) => {
    for (const { text, kind } of labels.filter((label) => fitsLanguage(label.language, language)))
      for (const form of formsOf(text)) addForm(table, form, { concept, kind }, keys);
  });
  return {
    find: (text) => findLabels(text, table, keys),
    count: (text) => wordsOf(text, keys).length,
  };
}

/** A label, and how it is written in texts: without a qualifier in parentheses, and with an inverted heading turned. */
function formsOf(label: string): readonly string[] {
  const plain = withoutQualifier(label);
  const inverted = /^([^,()]+), ([^,()]+)$/u.exec(plain);
  const turned = inverted === null ? undefined : `${inverted[2] ?? ''} ${inverted[1] ?? ''}`;
  return [...new Set([label, plain, ...(turned === undefined ? [] : [turned])])].filter(
    (form) => form !== '',
  );
}

function addForm({ entries, longest }: LabelTable, form: string, named: Named, keys: WordKeys): void {
  const words = wordsOf(form, keys);
  const [first] = words;
  if (first === undefined || words.length > MAX_WORDS || !canName(words)) return;
  const key = keyOfRun(words, form);
  const start = words.length === 1 ? key : first.key;
  if ((longest.get(start) ?? 0) < words.length) longest.set(start, words.length);
  const rank = ({ kind }: Named): number => LABEL_KINDS.indexOf(kind);
  const known = entries.get(key) ?? [];
  // Labels of a concept come in the order of their kinds.
  if (known.some(({ concept }) => concept === named.concept)) return;
  entries.set(
    key,
    [...known, named].sort((a, b) => rank(a) - rank(b) || a.concept - b.concept),
  );
}

/** Stop words, single letters and numbers name nothing by themselves. */
function canName(words: readonly Word[]): boolean {
  return words.some(
    ({ key, isStop, capitals }) => (!isStop || capitals) && key.length > 1 && !/^\p{N}+$/u.test(key),
  );
}

/** An acronym as a label matches capitals only. */
function keyOfRun(words: readonly Word[], form: string): string {
  const [only, more] = words;
  return more === undefined && only?.capitals === true
    ? `=${form.slice(only.begin, only.end)}`
    : words.map(({ key }) => key).join(' ');
}

function wordsOf(text: string, { keyOf, isStopWord }: WordKeys): readonly Word[] {
  const words: Word[] = [];
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const lower = written.toLowerCase().replace(/[’']s$/u, '');
    const capitals = /^\p{Lu}{2,5}$/u.test(written);
    words.push({
      key: keyOf(lower),
      capitals,
      isStop: isStopWord(lower),
      begin: index,
      end: index + written.length,
    });
  }
  return words;
}

function findLabels(text: string, table: LabelTable, keys: WordKeys): readonly LabelMatch[] {
  const words = wordsOf(text, keys);
  const found: LabelMatch[] = [];
  for (let place = 0; place < words.length;) {
    const match = longestAt(text, words, place, table);
    if (match !== undefined) found.push(match);
    place += match?.words ?? 1;
  }
  return found;
}

function longestAt(
  text: string,
  words: readonly Word[],
  place: number,
  table: LabelTable,
): LabelMatch | undefined {
  const first = words[place];
  if (first === undefined) return undefined;
  const { entries, longest } = table;
  const acronym = first.capitals ? entries.get(`=${text.slice(first.begin, first.end)}`) : undefined;
  const most = runLength(text, words, place, longest.get(first.key) ?? 0);
  for (let length = most; length >= 1; length -= 1) {
    const run = words.slice(place, place + length);
    if (length === 1 && first.isStop) continue;
    const entry = entries.get(run.map(({ key }) => key).join(' '));
    if (entry !== undefined) return matchOf(entry, run, place);
  }
  return acronym === undefined ? undefined : matchOf(acronym, [first], place);
}

/** Number of words from a place on that may belong to one label: only spaces and hyphens stand between them. */
function runLength(text: string, words: readonly Word[], place: number, most: number): number {
  let length = Math.min(1, most);
  while (length < most) {
    const [left, right] = [words[place + length - 1], words[place + length]];
    if (left === undefined || right === undefined || !GAP.test(text.slice(left.end, right.begin))) break;
    length += 1;
  }
  return length;
}

function matchOf(named: readonly Named[], run: readonly Word[], place: number): LabelMatch {
  return {
    concepts: named.map(({ concept }) => concept),
    kind: named[0]?.kind ?? 'hidden',
    words: run.length,
    word: place,
    begin: run[0]?.begin ?? 0,
    end: run.at(-1)?.end ?? 0,
  };
}

/** Comparison of the words of labels and texts in a language. */
interface WordKeys {
  /** The same for the forms of a word, as far as rules tell. */
  readonly keyOf: (word: string) => string;
  readonly isStopWord: (word: string) => boolean;
}

/** Endings of plurals and cases that are taken off longer words, by language. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  de: /(?:en|er|es|e|s)$/,
  es: /(?:es|s)$/,
  fr: /(?:s|x)$/,
  it: /[aeio]$/,
  nl: /(?:en|s)$/,
  pt: /(?:es|s)$/,
};

/** Words without an ending must have as many letters left. */
const MIN_LEFT = 3;

/** The keys of words in a language, by its ISO 639-1 code. English has lemmas; in other languages some endings are taken off. */
function wordKeys(language: string): WordKeys {
  if (language === ENGLISH) {
    const lemmatize = openLemmatizer();
    return {
      keyOf: (word) => (word.endsWith('s') && word.length > 3 ? lemmatize(word) : word),
      isStopWord: (word) => STOP_WORDS.has(word),
    };
  }
  const ending = ENDINGS[language];
  const stopWords = stopWordsOf(language) ?? new Set<string>();
  return {
    keyOf: (word) => {
      const short = ending === undefined ? word : word.replace(ending, '');
      return short.length >= MIN_LEFT ? short : word;
    },
    isStopWord: (word) => stopWords.has(word),
  };
}
