import { fitsLanguage } from '../../../language/linking/labels/label-entry.js';
import { LABEL_KINDS, type LabelKind, type Vocabulary } from './vocabulary.js';
import { wordKeys, type WordKeys } from './word-keys.js';
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

/** Concepts by their labels. */
interface LabelTable {
  /** By key: the concept with the kind in the two lowest bits; below 0 the place in `several`, from -1 down. */
  readonly entries: Map<string, number>;
  /** Concepts of the labels that name more than one. */
  readonly several: number[][];
  /** By the first word of labels: the number of words in the longest. */
  readonly longest: Map<string, number>;
}

/** A matcher of the labels in a language, and of those without one. */
export function matcherOf(vocabulary: Vocabulary, language: string): LabelMatcher {
  const keys = wordKeys(language);
  const table: LabelTable = { entries: new Map(), several: [], longest: new Map() };
  vocabulary.concepts.forEach(({ labels }, concept) => {
    for (const { text, kind } of labels.filter((label) => fitsLanguage(label.language, language)))
      for (const form of formsOf(text)) addForm(table, form, concept * 4 + LABEL_KINDS.indexOf(kind), keys);
  });
  return {
    find: (text) => findLabels(text, table, keys),
    count: (text) => wordsOf(text, keys).length,
  };
}

/** A label, and how it is written in texts: without a qualifier in parentheses, and with an inverted heading turned. */
export function formsOf(label: string): readonly string[] {
  const plain = withoutQualifier(label);
  const inverted = /^([^,()]+), ([^,()]+)$/u.exec(plain);
  const turned = inverted === null ? undefined : `${inverted[2] ?? ''} ${inverted[1] ?? ''}`;
  return [...new Set([label, plain, ...(turned === undefined ? [] : [turned])])].filter(
    (form) => form !== '',
  );
}

function addForm(
  { entries, several, longest }: LabelTable,
  form: string,
  value: number,
  keys: WordKeys,
): void {
  const words = wordsOf(form, keys);
  const [first] = words;
  if (first === undefined || words.length > MAX_WORDS || !canName(words)) return;
  const key = keyOfRun(words, form);
  const start = words.length === 1 ? key : first.key;
  if ((longest.get(start) ?? 0) < words.length) longest.set(start, words.length);
  const known = entries.get(key);
  if (known === undefined) {
    entries.set(key, value);
    return;
  }
  const values = known < 0 ? (several[-known - 1] ?? []) : [known];
  const place = values.findIndex((one) => one >> 2 === value >> 2);
  if (place >= 0) values[place] = Math.min(values[place] ?? value, value);
  else values.push(value);
  values.sort((a, b) => (a & 3) - (b & 3) || a - b);
  if (values.length === 1) entries.set(key, values[0] ?? value);
  else if (known >= 0) entries.set(key, -several.push(values));
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
  const { entries, longest, several } = table;
  const acronym = first.capitals ? entries.get(`=${text.slice(first.begin, first.end)}`) : undefined;
  const most = runLength(text, words, place, longest.get(first.key) ?? 0);
  for (let length = most; length >= 1; length -= 1) {
    const run = words.slice(place, place + length);
    if (length === 1 && first.isStop) continue;
    const entry = entries.get(run.map(({ key }) => key).join(' '));
    if (entry !== undefined) return matchOf(valuesOf(entry, several), run, place);
  }
  return acronym === undefined ? undefined : matchOf(valuesOf(acronym, several), [first], place);
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

function valuesOf(entry: number, several: readonly (readonly number[])[]): readonly number[] {
  return entry < 0 ? (several[-entry - 1] ?? []) : [entry];
}

function matchOf(values: readonly number[], run: readonly Word[], place: number): LabelMatch {
  return {
    concepts: values.map((value) => value >> 2),
    kind: LABEL_KINDS[(values[0] ?? 0) & 3] ?? 'hidden',
    words: run.length,
    word: place,
    begin: run[0]?.begin ?? 0,
    end: run.at(-1)?.end ?? 0,
  };
}
