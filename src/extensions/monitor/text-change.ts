import { hammingDistance, simHash, wordsOf } from '../../support/text/text-sketch.js';
import { sha256 } from '../../support/hash.js';

/** How the text of a page has changed, in short. */
export interface TextChange {
  /** Lines that were added and removed, the longest first: {@link MOST_LINES} at most, of each {@link LONGEST_LINE} characters. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Words that stand more often in the new text, those with the greatest difference first. */
  readonly terms: readonly string[];
  /** Bits of 64 in which the SimHashes of the texts differ: 0 to 3 for a few words, about 32 for another text. */
  readonly difference: number;
}

const MOST_LINES = 5;
const LONGEST_LINE = 200;
/** Other lines that a line is compared with, and characters that are shown before the first that differs. */
const MOST_COMPARED = 100;
const BEFORE_DIFFERENCE = 40;
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
  const [added, removed] = [onlyIn(now, old), onlyIn(old, now)];
  const words = { before: wordsOf(before), after: wordsOf(after) };
  return {
    added: shortened(added, removed),
    removed: shortened(removed, added),
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

/** The longest lines, cut around where they differ from the most similar of the other lines. */
function shortened(lines: readonly string[], others: readonly string[]): readonly string[] {
  const compared = others.slice(0, MOST_COMPARED);
  return [...lines]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_LINES)
    .map((line) => {
      const same = Math.max(0, ...compared.map((other) => commonStart(line, other)));
      return cutAround(line, Array.from(line.slice(0, same)).length);
    });
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** The part of a line that is shown. @param place the character at which it must not be cut */
function cutAround(line: string, place: number): string {
  const characters = Array.from(line);
  if (characters.length <= LONGEST_LINE) return line;
  const start = Math.max(0, Math.min(place - BEFORE_DIFFERENCE, characters.length - LONGEST_LINE + 1));
  const isCutBefore = start > 0;
  const end = start + LONGEST_LINE - (isCutBefore ? 1 : 0);
  const isCutAfter = end < characters.length;
  const shown = characters.slice(start, isCutAfter ? end - 1 : end).join('');
  return `${isCutBefore ? '…' : ''}${shown}${isCutAfter ? '…' : ''}`;
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
