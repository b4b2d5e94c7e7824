import type { LinkPlace } from '../../model/page.js';
import { firstOf, PAGE_LIMITS } from './limits.js';
import type { AnchorSpan, Block } from './blocks.js';
import type { PageElement } from './tree.js';

/** Words of context on each side of an anchor at most. */
export const CONTEXT_WORDS = 20;
/** With fewer words around it a sentence says nothing, and the block is looked at instead. */
const MIN_WORDS = 5;
/** Characters that are looked at on each side: twenty words and more. */
const REACH = 240;
const SENTENCE_ENDERS = '.!?\u2026\u3002';
const CLOSERS = ')]"\'\u2019\u201D';
const SPACE = 0x20;
const WORD = /[\p{L}\p{N}]/u;

/** A text run of a content block that anchors stand in. */
interface AnchorRun {
  readonly run: Block;
  /** Index of the run in the block, and of the block in the page. */
  readonly index: number;
  readonly block: number;
  readonly around: Neighbours;
  /** The one behind it. */
  next: AnchorRun | undefined;
}

/** An anchor and the first run that it stands in. */
interface AnchorPlace {
  readonly span: AnchorSpan;
  readonly first: AnchorRun;
}

/** Finds where anchors stand: content block, anchor text and context. */
export class AnchorLocator {
  private known: ReadonlyMap<PageElement, AnchorPlace> | undefined;

  constructor(private readonly contentBlocks: readonly (readonly Block[])[]) {}

  /** Of an anchor that has text in several runs, the first counts; undefined for one that has it in none. */
  placeOf(element: PageElement): LinkPlace | undefined {
    this.known ??= anchorPlaces(this.contentBlocks);
    const place = this.known.get(element);
    if (place === undefined) return undefined;
    let span: AnchorSpan | undefined = place.span;
    for (let at: AnchorRun | undefined = place.first; at !== undefined && span !== undefined; at = at.next) {
      if (at.run.anchors.length > 0 && span.begin < span.end) return placeIn(at, span);
      span = spanFromBefore(at.next?.run, element);
    }
    return undefined;
  }
}

function anchorPlaces(contentBlocks: readonly (readonly Block[])[]): ReadonlyMap<PageElement, AnchorPlace> {
  const places = new Map<PageElement, AnchorPlace>();
  let last: AnchorRun | undefined;
  for (let block = 0; block < contentBlocks.length; block += 1) {
    const runs = contentBlocks[block] ?? [];
    const around = new Neighbours(runs);
    for (let index = 0; index < runs.length; index += 1) {
      const run = runs[index];
      if (run === undefined || run.allAnchors.length === 0) continue;
      const first: AnchorRun = { run, index, block, around, next: undefined };
      if (last !== undefined) last.next = first;
      last = first;
      for (const span of run.allAnchors)
        if (!places.has(span.element)) places.set(span.element, { span, first });
    }
  }
  return places;
}

/** Place of an anchor in a run that begins within it. */
function spanFromBefore(run: Block | undefined, element: PageElement): AnchorSpan | undefined {
  for (const span of run?.allAnchors ?? []) {
    if (span.begin > 0) return undefined;
    if (span.element === element) return span;
  }
  return undefined;
}

function placeIn({ run: { text }, index, block, around }: AnchorRun, span: AnchorSpan): LinkPlace {
  const anchorText = firstOf(text.slice(span.begin, span.end), PAGE_LIMITS.anchorText);
  return { anchorText, context: contextOf(span, anchorText, text, around, index), block };
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
  const from = Math.max(0, begin - REACH);
  const to = Math.min(text.length, end + REACH);
  const left = wordsBefore(text, lastSentenceEnd(text, from, begin), begin, CONTEXT_WORDS);
  const right = wordsAfter(text, end, firstSentenceEnd(text, end, to), CONTEXT_WORDS);
  if (left.count + right.count >= MIN_WORDS) return joined(left.text, anchorText, right.text);
  const before = wordsBefore(text, from, begin, CONTEXT_WORDS);
  const after = wordsAfter(text, end, to, CONTEXT_WORDS);
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
function wordsBefore(text: string, from: number, to: number, most: number): Words {
  let begin = to;
  let end = to;
  let count = 0;
  let others = false;
  for (let at = to; at > from && count < most;) {
    const start = blankBefore(text, from, at) + 1;
    const isOne = isWordAt(text, start, at);
    if (isOne && count === 0) end = at;
    if (isOne) begin = start;
    if (isOne) count += 1;
    others ||= !isOne && start < at;
    at = start - 1;
  }
  return wordsBetween(text, begin, end, count, others);
}

/** The first words after a place. */
function wordsAfter(text: string, from: number, to: number, most: number): Words {
  let begin = from;
  let end = from;
  let count = 0;
  let others = false;
  for (let at = from; at < to && count < most;) {
    const stop = blankFrom(text, at, to);
    const isOne = isWordAt(text, at, stop);
    if (isOne && count === 0) begin = at;
    if (isOne) end = stop;
    if (isOne) count += 1;
    others ||= !isOne && at < stop;
    at = stop + 1;
  }
  return wordsBetween(text, begin, end, count, others);
}

/** Offset of the last blank in a range, else `from - 1`. Bounded, since a text may have no blank for megabytes. */
function blankBefore(text: string, from: number, to: number): number {
  let at = to - 1;
  while (at >= from && text.charCodeAt(at) !== SPACE) at -= 1;
  return at;
}

/** Offset of the first blank in a range, else `to`. */
function blankFrom(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== SPACE) at += 1;
  return at;
}

/** @param others whether something that is not a word may stand between them */
function wordsBetween(text: string, begin: number, end: number, count: number, others: boolean): Words {
  if (count === 0) return NO_WORDS;
  const whole = text.slice(begin, end);
  return { text: others ? wordsOf(whole).join(' ') : whole, count };
}

/** Runs that are searched for words on each side; it bounds the work on pages of bullets. */
const MAX_RUNS = 200;

/** The words of the runs around anchors: read once per run, and only where they are needed. */
class Neighbours {
  /** The last and the first words of runs that were read. */
  private readonly ends: (Words | undefined)[] = [];
  private readonly beginnings: (Words | undefined)[] = [];

  constructor(private readonly runs: readonly Block[]) {}

  /** At most `count` words before a run. Only the last twenty words of each run are used. */
  before(index: number, count: number): string {
    let found = '';
    let missing = count;
    for (let run = index - 1; run >= 0 && missing > 0 && index - run <= MAX_RUNS; run -= 1) {
      const { text, count: words } = this.lastWords(run, missing);
      missing -= words;
      found = joined(text, found, '');
    }
    return found;
  }

  after(index: number, count: number): string {
    let found = '';
    let missing = count;
    const end = Math.min(this.runs.length, index + MAX_RUNS + 1);
    for (let run = index + 1; run < end && missing > 0; run += 1) {
      const { text, count: words } = this.firstWords(run, missing);
      missing -= words;
      found = joined('', found, text);
    }
    return found;
  }

  private lastWords(run: number, most: number): Words {
    const text = this.runs[run]?.text ?? '';
    const words = (this.ends[run] ??= wordsBefore(
      text,
      Math.max(0, text.length - REACH),
      text.length,
      CONTEXT_WORDS,
    ));
    return words.count <= most ? words : wordsBefore(words.text, 0, words.text.length, most);
  }

  private firstWords(run: number, most: number): Words {
    const text = this.runs[run]?.text ?? '';
    const words = (this.beginnings[run] ??= wordsAfter(text, 0, Math.min(REACH, text.length), CONTEXT_WORDS));
    return words.count <= most ? words : wordsAfter(words.text, 0, words.text.length, most);
  }
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter(isWord);
}

function isWord(text: string): boolean {
  return isWordAt(text, 0, text.length);
}

/** Texts with a blank between each two; those without characters are left out. */
function joined(before: string, text: string, after: string): string {
  const begun = before === '' || text === '' ? before + text : `${before} ${text}`;
  return begun === '' || after === '' ? begun + after : `${begun} ${after}`;
}

/** Beginning of the last sentence between two places. */
function lastSentenceEnd(text: string, from: number, to: number): number {
  for (let at = to - 1; at > from; at -= 1)
    if (text.charCodeAt(at) === SPACE && endsSentence(text, from, at)) return at + 1;
  return from;
}

/** End of the first sentence between two places, with the blank behind it. */
function firstSentenceEnd(text: string, from: number, to: number): number {
  for (let at = from + 1; at < to; at += 1)
    if (text.charCodeAt(at) === SPACE && endsSentence(text, from, at)) return at + 1;
  return to;
}

/** True if a sentence ends between two places, at the second: by a mark behind which quotes and brackets may close. */
function endsSentence(text: string, from: number, end: number): boolean {
  let at = end - 1;
  while (at >= from && CLOSERS.includes(text.charAt(at))) at -= 1;
  return at >= from && SENTENCE_ENDERS.includes(text.charAt(at));
}

/** Not a dash, a bullet or another mark that stands alone. */
function isWordAt(text: string, begin: number, end: number): boolean {
  return end - begin > 1 || (end > begin && WORD.test(text.charAt(begin)));
}
