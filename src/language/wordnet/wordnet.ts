import { WORDNET_BASE } from '../../model/vocabulary.js';
import { detachNounEndings, irregularSingulars } from './morphology.js';
import { openWordNetFiles, type SharedWordNet, type WordNetFiles } from './wordnet-files.js';
import { once } from '../../support/once.js';
import { remember } from '../../support/remember.js';
import { normalForm } from '../../support/text/normal-form.js';

export interface Sense {
  /** Byte offset of the synset in `data.noun`, which is its number in WordNet 3.1. */
  readonly offset: number;
  /** Number of times that the sense was tagged in the texts of WordNet; mostly 0. */
  readonly tagCount: number;
}

/** WordNet's nouns. Words and phrases are in lower case, with spaces or underscores. */
export interface WordNet {
  /** Version of WordNet, '3.1'. */
  readonly version: string;
  /** The senses of a word, the most frequent first; empty when this form is not in WordNet. */
  sensesOf(noun: string): readonly Sense[];
  /** True if the noun is in WordNet in this form: cheaper than its senses. */
  holds(noun: string): boolean;
  /** The noun if it is in WordNet, else those that it may be a plural of: 'boxes' → 'box', 'indices' → 'index'. */
  baseForms(noun: string): readonly string[];
  beginsPhrase(noun: string): boolean;
  /** True if a phrase begins with these two words, however joined and punctuated: much cheaper than a look-up. */
  mayBeginPhrase(first: string, second: string): boolean;
  /** Number of times that a word was tagged in WordNet's texts, over all parts of speech and senses. */
  tagCountOf(word: string): number;
  /** The synset at an offset; undefined when none begins there. */
  synset(offset: number): Synset | undefined;
  /** Offsets of the direct hyponyms, including instances (pointers `~`, `~i`). */
  hyponymsOf(offset: number): readonly number[];
}

/** Cached answers; a corpus repeats its nouns. */
const REMEMBERED = 20_000;

let shared: WordNet | undefined;

/** Opens WordNet 3.1, once per process or thread. @param memory its files, where another thread has read them @throws InputError */
export function openWordNet(memory?: SharedWordNet): WordNet {
  return (shared ??= createWordNet(openWordNetFiles(memory)));
}

function createWordNet(files: WordNetFiles): WordNet {
  const nouns = once(() => new Set(files.words()));
  const holds = (noun: string): boolean => nouns().has(keyOf(noun));
  const beginnings = once(() => new Set(phraseBeginnings(files.words())));
  const tagCounts = once(() => countTags(files));
  const synset = (offset: number): Synset | undefined => {
    const line = files.synset(offset);
    return line === undefined ? undefined : parseSynset(line);
  };
  return {
    version: files.version,
    sensesOf: remember((noun: string) => readSenses(files, keyOf(noun)), REMEMBERED),
    holds,
    baseForms: (noun) => {
      if (holds(noun)) return [noun];
      const regular = detachNounEndings(noun).filter(holds);
      return regular.length > 0 ? regular : irregularSingulars(noun).filter(holds);
    },
    beginsPhrase: (noun) => beginnings().has(keyOf(noun)),
    mayBeginPhrase: createPairFilter(files),
    tagCountOf: (word) => tagCounts().get(keyOf(word)) ?? 0,
    synset,
    hyponymsOf: (offset) => synset(offset)?.hyponyms ?? [],
  };
}

/** {@link WordNet.mayBeginPhrase}: of the parts of both words, the first two. */
function createPairFilter(files: WordNetFiles): (first: string, second: string) => boolean {
  const pairs = once(() => new Set(phrasePairs(files.words())));
  const partsOf = remember((word: string) => plainParts(keyOf(word.toLowerCase())), REMEMBERED);
  return (first, second) => {
    const [one, two] = partsOf(first);
    const [three = '', four = ''] = partsOf(second);
    return pairs().has(one === undefined ? `${three} ${four}` : `${one} ${two ?? three}`);
  };
}

/** Text before each joint between the words of a phrase: a blank, a hyphen, `'s `. */
function* phraseBeginnings(keys: Iterable<string>): Generator<string> {
  for (const key of keys)
    for (let at = 1; at < key.length; at += 1) {
      const joint = key[at];
      if (joint === '_' || joint === '-' || (joint === "'" && key.startsWith("'s_", at)))
        yield key.slice(0, at);
    }
}

const JOINED = /[_-]/;

/** The first two words of every phrase. */
function* phrasePairs(keys: Iterable<string>): Generator<string> {
  for (const key of keys) {
    const [first, second] = JOINED.test(key) ? plainParts(key) : [];
    if (first !== undefined && second !== undefined) yield `${first} ${second}`;
  }
}

/** The parts of a phrase without punctuation that texts may write differently. */
function plainParts(key: string): string[] {
  return key
    .replace(/['’]s(?=_|$)|[.'’]/gu, '')
    .split(/[_\u2010\u2011-]/u)
    .filter((part) => part !== '');
}

/** The IRI of a noun's synset: {@link WORDNET_BASE}, its offset in eight digits, `-n`. */
export function synsetIri(offset: number): string {
  return `${WORDNET_BASE}${String(offset).padStart(8, '0')}-n`;
}

/** WordNet's spelling of an index entry: no accents, underscores for spaces. */
function keyOf(noun: string): string {
  if (/^[!-~]*$/.test(noun)) return noun;
  return normalForm(noun, 'NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, '_');
}

function isAscii(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** Sense keys of nouns. */
const NOUN_KEY = '%1:';

function readSenses(files: WordNetFiles, key: string): Sense[] {
  const entry = isAscii(key) ? files.word(key) : undefined;
  if (entry === undefined) return [];
  const fields = entry.trimEnd().split(' ');
  const offsets = fields.slice(fields.length - Number(fields[2])).map(Number);
  const tagCounts = new Map<number, number>();
  for (const line of files.senses(key)) {
    if (!line.startsWith(key + NOUN_KEY)) continue;
    const [, offset, , tagCount] = line.split(' ');
    tagCounts.set(Number(offset), Number(tagCount));
  }
  return offsets.map((offset) => ({ offset, tagCount: tagCounts.get(offset) ?? 0 }));
}

/** Tag counts of the words that have one, over all parts of speech and senses. */
function countTags(files: WordNetFiles): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of files.allSenses()) {
    const count = Number(line.slice(line.lastIndexOf(' ') + 1));
    const key = line.slice(0, line.indexOf('%'));
    if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/** A set of synonyms. */
interface Synset {
  readonly offset: number;
  /** Number of the lexicographer file, the broad category: see {@link LEXICOGRAPHER_FILES}. */
  readonly lexicographerFile: number;
  /** As spelled, with spaces between words: 'insulin shock', 'George Bush'. */
  readonly words: readonly string[];
  /** Offsets of the more general synsets (pointer `@`). */
  readonly hypernyms: readonly number[];
  /** Offsets of what this is an instance of (pointer `@i`); only for single persons, places and so on. */
  readonly instanceHypernyms: readonly number[];
  /** Offsets of the more special synsets and of instances (pointers `~`, `~i`). */
  readonly hyponyms: readonly number[];
  /** Offsets of its topics (pointer `;c`), such as biology for the cell of an organism. */
  readonly topics: readonly number[];
  /** Definition and examples. */
  readonly gloss: string;
}

/** Numbers of WordNet's lexicographer files (lexnames(5WN)) that are used. */
export const LEXICOGRAPHER_FILES = { person: 18 } as const;

/** Parses a line of a data file (wndb(5WN)). */
function parseSynset(line: string): Synset {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar < 0 ? undefined : bar).split(' ');
  const wordCount = parseInt(fields[3] ?? '0', 16);
  const first = 5 + 2 * wordCount;
  const pointers = fields.slice(first, first + 4 * Number(fields[first - 1] ?? 0));
  return {
    offset: Number(fields[0]),
    lexicographerFile: Number(fields[1]),
    words: Array.from({ length: wordCount }, (_, at) => (fields[4 + 2 * at] ?? '').replaceAll('_', ' ')),
    hypernyms: targetsOf(pointers, '@'),
    instanceHypernyms: targetsOf(pointers, '@i'),
    hyponyms: ['~', '~i'].flatMap((symbol) => targetsOf(pointers, symbol)),
    topics: targetsOf(pointers, ';c'),
    gloss: bar < 0 ? '' : line.slice(bar + 3).trim(),
  };
}

/** A pointer is a symbol, an offset, the part of speech of the target, and four digits. */
function targetsOf(pointers: readonly string[], symbol: string): number[] {
  const targets: number[] = [];
  for (let index = 0; index + 3 < pointers.length; index += 4) {
    if (pointers[index] === symbol && pointers[index + 2] === 'n') targets.push(Number(pointers[index + 1]));
  }
  return targets;
}
