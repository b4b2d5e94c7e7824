import type { LinkPlace } from '../../model/page.js';
import type { AnchorSpan, Block } from './blocks.js';
import { once } from '../../support/once.js';
import type { PageElement } from './tree.js';

/** Words of context on each side of an anchor at most. */
export const CONTEXT_WORDS = 20;
/** With fewer words around it a sentence says nothing, and the block is looked at instead. */
const LEAST_WORDS = 5;
/** Characters that are looked at on each side: twenty words and more. */
const REACH = 240;
const SENTENCE_END = /[.!?\u2026\u3002][)\]"'\u2019\u201D]*\s/u;
const MAYBE_END = /[.!?\u2026\u3002]/;
const WORD = /[\p{L}\p{N}]/u;
const SENTENCE_ENDS = new RegExp(SENTENCE_END, 'gu');

/** An anchor in a text run of a content block, with the other runs around it. */
interface AnchorPlace {
  readonly span: AnchorSpan;
  readonly text: string;
  /** Index of the run in the block, and of the block in the page. */
  readonly index: number;
  readonly block: number;
  readonly around: Neighbours;
}

/**
 * Finds where anchors stand: content block, anchor text and context. Of an anchor that stands in several runs, the first
 * counts; undefined for one that stands in none.
 */
export function locateAnchors(
  contentBlocks: readonly (readonly Block[])[],
): (anchor: PageElement) => LinkPlace | undefined {
  const places = once(() => anchorPlaces(contentBlocks));
  return (element) => {
    const place = places().get(element);
    if (place === undefined) return undefined;
    const { span, text, index, block, around } = place;
    const anchorText = text.slice(span.begin, span.end);
    return { anchorText, context: contextOf(span, anchorText, text, around, index), block };
  };
}

function anchorPlaces(contentBlocks: readonly (readonly Block[])[]): ReadonlyMap<PageElement, AnchorPlace> {
  const places = new Map<PageElement, AnchorPlace>();
  contentBlocks.forEach((runs, block) => {
    const around = createNeighbours(runs);
    runs.forEach(({ text, anchors }, index) => {
      for (const span of anchors)
        if (!places.has(span.element)) places.set(span.element, { span, text, index, block, around });
    });
  });
  return places;
}

/**
 * The words around an anchor, and its own: up to twenty on each side within its sentence; where the sentence has fewer
 * than five apart from the anchor (an entry of a list, 'read more'), within its content block.
 */
function contextOf(
  { begin, end }: AnchorSpan,
  anchorText: string,
  text: string,
  around: Neighbours,
  index: number,
): string {
  const [from, to] = [Math.max(0, begin - REACH), Math.min(text.length, end + REACH)];
  const left = wordsBefore(text, lastSentenceEnd(text, from, begin), begin);
  const right = wordsAfter(text, end, firstSentenceEnd(text, end, to));
  if (left.count + right.count >= LEAST_WORDS) return joined(left.text, anchorText, right.text);
  const [before, after] = [wordsBefore(text, from, begin), wordsAfter(text, end, to)];
  return joined(
    joined(around.before(index, CONTEXT_WORDS - before.count), before.text, ''),
    anchorText,
    joined('', after.text, around.after(index, CONTEXT_WORDS - after.count)),
  );
}

/** Twenty words at most, as a text. */
interface Words {
  readonly text: string;
  readonly count: number;
}

const NO_WORDS: Words = { text: '', count: 0 };

/** The last words before a place. They are cut out of the text as a whole: pages have hundreds of anchors. */
function wordsBefore(text: string, from: number, to: number): Words {
  let [begin, end, count, others] = [to, to, 0, false];
  for (let at = to; at > from && count < CONTEXT_WORDS;) {
    const start = Math.max(from, text.lastIndexOf(' ', at - 1) + 1);
    const isOne = isWordAt(text, start, at);
    if (isOne && count === 0) end = at;
    if (isOne) [begin, count] = [start, count + 1];
    others ||= !isOne && start < at;
    at = start - 1;
  }
  return wordsBetween(text, begin, end, count, others);
}

/** The first words after a place. */
function wordsAfter(text: string, from: number, to: number): Words {
  let [begin, end, count, others] = [from, from, 0, false];
  for (let at = from; at < to && count < CONTEXT_WORDS;) {
    const space = text.indexOf(' ', at);
    const stop = space < 0 ? to : Math.min(to, space);
    const isOne = isWordAt(text, at, stop);
    if (isOne && count === 0) begin = at;
    if (isOne) [end, count] = [stop, count + 1];
    others ||= !isOne && at < stop;
    at = stop + 1;
  }
  return wordsBetween(text, begin, end, count, others);
}

/** @param others whether something that is not a word may stand between them */
function wordsBetween(text: string, begin: number, end: number, count: number, others: boolean): Words {
  if (count === 0) return NO_WORDS;
  const whole = text.slice(begin, end);
  return { text: others ? wordsOf(whole).join(' ') : whole, count };
}

/** The words of the other runs of a content block. */
interface Neighbours {
  /** So many words before a run, at most; fewer than twenty of a run count. */
  before(index: number, count: number): string;
  after(index: number, count: number): string;
}

/** Runs without a word between an anchor and its neighbours at most; it bounds the work on pages of bullets. */
const MOST_RUNS = 200;

/** Reads the words of a run once for all anchors around it, and those of other runs not at all. */
function createNeighbours(runs: readonly Block[]): Neighbours {
  const ends = wordsByRun(runs, (text) => text.slice(-REACH));
  const beginnings = wordsByRun(runs, (text) => text.slice(0, REACH));
  return {
    before: (index, count) => {
      const parts: (readonly string[])[] = [];
      let missing = count;
      for (let run = index - 1; run >= 0 && missing > 0 && index - run <= MOST_RUNS; run -= 1) {
        const words = ends(run).slice(-missing);
        missing -= words.length;
        parts.push(words);
      }
      return parts.reverse().flat().join(' ');
    },
    after: (index, count) => {
      const parts: (readonly string[])[] = [];
      let missing = count;
      for (let run = index + 1; run < runs.length && missing > 0 && run - index <= MOST_RUNS; run += 1) {
        const words = beginnings(run).slice(0, missing);
        missing -= words.length;
        parts.push(words);
      }
      return parts.flat().join(' ');
    },
  };
}

/** The words of a part of each run. */
function wordsByRun(
  runs: readonly Block[],
  part: (text: string) => string,
): (run: number) => readonly string[] {
  const known: (readonly string[] | undefined)[] = [];
  return (run) => (known[run] ??= wordsOf(part(runs[run]?.text ?? '')));
}

function wordsOf(text: string): string[] {
  return text === '' ? [] : text.split(' ').filter((word) => isWordAt(word, 0, word.length));
}

/** Texts with a blank between each two; those without characters are left out. */
function joined(before: string, text: string, after: string): string {
  const begun = before === '' || text === '' ? before + text : `${before} ${text}`;
  return begun === '' || after === '' ? begun + after : `${begun} ${after}`;
}

function lastSentenceEnd(text: string, from: number, to: number): number {
  const part = text.slice(from, to);
  let end = 0;
  if (MAYBE_END.test(part))
    for (const match of part.matchAll(SENTENCE_ENDS)) end = match.index + match[0].length;
  return from + end;
}

function firstSentenceEnd(text: string, from: number, to: number): number {
  const match = SENTENCE_END.exec(text.slice(from, to));
  return match === null ? to : from + match.index + match[0].length;
}

/** Not a dash, a bullet or another mark that stands alone. */
function isWordAt(text: string, begin: number, end: number): boolean {
  return end - begin > 1 || (end > begin && WORD.test(text.charAt(begin)));
}
