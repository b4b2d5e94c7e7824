import type { PartOfSpeech } from './wordnet-files.js';

/** A set of synonyms. */
export interface Synset {
  /** Unique among the synsets of its part of speech. */
  readonly offset: number;
  readonly partOfSpeech: PartOfSpeech;
  /** Number of the lexicographer file, the broad category: see {@link LEXICOGRAPHER_FILES}. */
  readonly lexicographerFile: number;
  /** As spelled, with spaces between words: 'insulin shock', 'George Bush'. */
  readonly words: readonly string[];
  /** Offsets of the more general synsets (pointer `@`). */
  readonly hypernyms: readonly number[];
  /** Offsets of what this is an instance of (pointer `@i`); only for single persons, places and so on. */
  readonly instanceHypernyms: readonly number[];
  /** Offsets of its topics (pointer `;c`), such as biology for the cell of an organism. */
  readonly topics: readonly number[];
  /** Definition and examples. */
  readonly gloss: string;
}

/** Numbers of WordNet's lexicographer files (lexnames(5WN)) that are used. */
export const LEXICOGRAPHER_FILES = { person: 18 } as const;

/** Splits a line of a data file. */
function splitSynset(line: string): {
  readonly fields: readonly string[];
  readonly words: readonly string[];
  readonly pointers: readonly string[];
  readonly gloss: string;
} {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar < 0 ? undefined : bar).split(' ');
  const wordCount = parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: wordCount }, (_, index) =>
    (fields[4 + 2 * index] ?? '').replaceAll('_', ' '),
  );
  const first = 5 + 2 * wordCount;
  const pointers = fields.slice(first, first + 4 * Number(fields[first - 1] ?? 0));
  return { fields, words, pointers, gloss: bar < 0 ? '' : line.slice(bar + 3).trim() };
}

/** Parses a line of a data file (wndb(5WN)). */
export function parseSynset(line: string, partOfSpeech: PartOfSpeech): Synset {
  const { fields, words, pointers, gloss } = splitSynset(line);
  return {
    offset: Number(fields[0]),
    partOfSpeech,
    lexicographerFile: Number(fields[1]),
    words,
    hypernyms: targetsOf(pointers, '@', partOfSpeech),
    instanceHypernyms: targetsOf(pointers, '@i', partOfSpeech),
    topics: targetsOf(pointers, ';c', 'noun'),
    gloss,
  };
}

/** Offsets of the direct hyponyms of the synset of a line, including instances. */
export function hyponymsIn(line: string, partOfSpeech: PartOfSpeech): number[] {
  const { pointers } = splitSynset(line);
  return ['~', '~i'].flatMap((symbol) => targetsOf(pointers, symbol, partOfSpeech));
}

/** A pointer is a symbol, an offset, the part of speech of the target, and four digits. */
function targetsOf(pointers: readonly string[], symbol: string, partOfSpeech: PartOfSpeech): number[] {
  const letter = partOfSpeech === 'noun' ? 'n' : 'v';
  const targets: number[] = [];
  for (let index = 0; index + 3 < pointers.length; index += 4) {
    if (pointers[index] === symbol && pointers[index + 2] === letter)
      targets.push(Number(pointers[index + 1]));
  }
  return targets;
}
