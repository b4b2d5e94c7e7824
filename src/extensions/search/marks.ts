import type { MarkedText } from '../../model/collection-search.js';

/** Marks of SQLite before and after a match. Texts in the index have no control characters. */
export const MARKS = { begin: '\u0001', end: '\u0002' } as const;

/** A text with marks as SQLite writes it. */
export function readMarks(marked: string): MarkedText {
  const marks: [number, number][] = [];
  let [text, begin] = ['', 0];
  // eslint-disable-next-line no-control-regex -- they mark the matches
  for (const part of marked.split(/([\u0001\u0002])/)) {
    if (part === MARKS.begin) begin = text.length;
    else if (part === MARKS.end) marks.push([begin, text.length]);
    else text += part;
  }
  return { text, marks };
}

/** Distance in which the end of a word is sought, so that a cut leaves it whole. */
const NEARBY = 20;

/**
 * The part of a text of about so many characters that has the most matches, in one line.
 * @param most characters, without the ellipses where it was cut
 */
export function excerptOf({ text, marks }: MarkedText, most: number): MarkedText {
  const line = text.replaceAll(/\s/g, ' ');
  if (line.length <= most) return { text: line, marks };
  const best = densest(marks, most);
  const first = marks[best]?.[0] ?? 0;
  const begin = wordBegin(line, Math.max(0, Math.min(first - most / 4, line.length - most)));
  const end = wordEnd(line, Math.min(line.length, begin + most));
  const [before, after] = [begin > 0 ? '… ' : '', end < line.length ? ' …' : ''];
  const shift = before.length - begin;
  return {
    text: `${before}${line.slice(begin, end)}${after}`,
    marks: marks
      .filter(([from, to]) => from >= begin && to <= end)
      .map(([from, to]) => [from + shift, to + shift] as const),
  };
}

/** The mark that begins the stretch with the most marks. */
function densest(marks: MarkedText['marks'], most: number): number {
  let [best, count] = [0, 0];
  for (const [place, [begin]] of marks.entries()) {
    const within = marks.filter(([from, to]) => from >= begin && to <= begin + (most * 3) / 4).length;
    if (within > count) [best, count] = [place, within];
  }
  return best;
}

function wordBegin(line: string, place: number): number {
  const blank = line.indexOf(' ', Math.floor(place));
  if (place <= 0) return 0;
  return blank >= 0 && blank - place < NEARBY ? blank + 1 : onBoundary(line, Math.floor(place));
}

function wordEnd(line: string, place: number): number {
  if (place >= line.length) return line.length;
  const blank = line.lastIndexOf(' ', place);
  return blank >= 0 && place - blank < NEARBY ? blank : onBoundary(line, place);
}

/** Not within a surrogate pair. */
function onBoundary(line: string, place: number): number {
  const unit = line.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff ? place + 1 : place;
}
