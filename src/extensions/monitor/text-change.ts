import { sha256 } from '../../support/hash.js';

/** Lines that were added and removed, the longest first, cut. */
export interface TextChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const [MAX_LINES, MAX_CHARACTERS] = [5, 500];
/** Parts of dates and times that are words. */
const DATE_WORDS =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|today|yesterday|(?:second|minute|hour|day|week|month|year)s? ago|[ap]m|utc|gmt)\b/g;

/**
 * Recognises a text: texts that differ only in numbers, dates, times, case, spaces and the order of their lines
 * have the same digest, so that a date of today or a counter of visitors is not a change of a page.
 */
export function textDigest(text: string): string {
  return sha256([...linesOf(text).keys()].sort().join('\n'));
}

/** The lines by which two texts differ. Lines that are equal by {@link textDigest} do not. */
export function textChange(before: string, after: string): TextChange {
  const [old, now] = [linesOf(before), linesOf(after)];
  const onlyIn = (lines: Lines, others: Lines): readonly string[] =>
    [...lines]
      .flatMap(([key, line]) => (others.has(key) ? [] : [line]))
      .sort((a, b) => b.length - a.length)
      .slice(0, MAX_LINES)
      .map((line) => {
        const characters = Array.from(line);
        return characters.length <= MAX_CHARACTERS
          ? line
          : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
      });
  return { added: onlyIn(now, old), removed: onlyIn(old, now) };
}

/** Lines as they were written, by their form without numbers and dates. */
type Lines = ReadonlyMap<string, string>;

function linesOf(text: string): Lines {
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
