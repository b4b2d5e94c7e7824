import { hammingDistance, simHash, wordsOf } from '../crawl/pages/simhash.js';
import { sha256 } from '../support/hash.js';

/** How the text of a page has changed, in short. */
export interface TextChange {
  /** Lines that were added and removed, the longest first: {@link MOST_LINES} at most, cut to {@link LONGEST_LINE} characters. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Words that stand more often in the new text, those with the greatest difference first. */
  readonly terms: readonly string[];
  /** Bits of 64 in which the SimHashes of the texts differ: 0 to 3 for a few words, about 32 for another text. */
  readonly difference: number;
}

const MOST_LINES = 5;
const LONGEST_LINE = 200;
const MOST_TERMS = 8;
/** Letters that a term has at least: shorter words are mostly articles and prepositions. */
const SHORTEST_TERM = 4;
/** Parts of dates and times that are words. */
const DATE_WORDS =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|today|yesterday|(?:second|minute|hour|day|week|month|year)s? ago|[ap]m|utc|gmt)\b/g;

/**
 * By what a text is recognised: texts that differ only in numbers, dates, times, case, spaces and the order of their lines
 * have the same digest, so that a date of today or a counter of visitors is not a change of a page.
 */
export function textDigest(text: string): string {
  return sha256([...countedLines(text).keys()].sort().join('\n'));
}

/** How a text has changed. Lines that are equal by {@link textDigest} did not. */
export function textChange(before: string, after: string): TextChange {
  const [old, now] = [countedLines(before), countedLines(after)];
  const onlyIn = (lines: Lines, others: Lines): readonly string[] =>
    [...lines].flatMap(([key, line]) => (others.has(key) ? [] : [line]));
  const words = { before: wordsOf(before), after: wordsOf(after) };
  return {
    added: shortened(onlyIn(now, old)),
    removed: shortened(onlyIn(old, now)),
    terms: risenTerms(words.before, words.after),
    difference: hammingDistance(simHash(words.before), simHash(words.after)),
  };
}

/** Lines as they were written, by what they are compared by. */
type Lines = ReadonlyMap<string, string>;

function countedLines(text: string): Lines {
  const lines = new Map<string, string>();
  for (const written of text.split('\n')) {
    const line = written.replace(/\s+/g, ' ').trim();
    const key = line
      .toLowerCase()
      .replace(DATE_WORDS, '#')
      .replace(/\p{N}+/gu, '#')
      .replace(/[^\p{L}#]+/gu, ' ')
      .replace(/(?:# ?)+/g, '# ')
      .trim();
    if (key !== '' && key !== '#') lines.set(key, line);
  }
  return lines;
}

function shortened(lines: readonly string[]): readonly string[] {
  return [...lines]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_LINES)
    .map((line) => {
      const characters = Array.from(line);
      return characters.length <= LONGEST_LINE ? line : `${characters.slice(0, LONGEST_LINE - 1).join('')}…`;
    });
}

function risenTerms(before: readonly string[], after: readonly string[]): readonly string[] {
  const rise = new Map<string, number>();
  const count = (words: readonly string[], step: number): void => {
    for (const word of words)
      if (word.length >= SHORTEST_TERM && !/\p{N}/u.test(word)) rise.set(word, (rise.get(word) ?? 0) + step);
  };
  count(after, 1);
  count(before, -1);
  return [...rise]
    .filter(([, risen]) => risen > 0)
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, MOST_TERMS)
    .map(([word]) => word);
}
