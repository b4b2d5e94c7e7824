import type { LinkPlace } from '../../model/page.js';
import type { AnchorSpan, Block } from './blocks.js';
import { PAGE_LIMITS } from './limits.js';
import type { TreeNode } from './tree.js';
import { firstOf } from './whitespace.js';

/** Words of context on each side of an anchor at most. */
const CONTEXT_WORDS = 20;
/** With fewer words around it a sentence says nothing, and the block is looked at instead. */
const MIN_WORDS = 5;
/** Characters that are looked at on each side: twenty words and more. */
const REACH = 240;
/** Runs that are searched for words on each side; it bounds the work on pages of bullets. */
const MAX_RUNS = 200;
const SENTENCE_ENDERS = '.!?\u2026\u3002';
const CLOSERS = ')]"\'\u2019\u201D';
const WORD = /[\p{L}\p{N}]/u;

/** An anchor and the text run of a content block that it stands in. */
interface AnchorPlace {
  readonly span: AnchorSpan;
  readonly index: number;
  readonly block: number;
  readonly runs: Runs;
}

/** The runs of a content block, with the words at their ends. */
interface Runs {
  readonly texts: readonly string[];
  readonly ends: readonly (readonly string[])[];
  readonly beginnings: readonly (readonly string[])[];
}

/** Finds where anchors stand: content block, anchor text and context. */
export class AnchorLocator {
  private known: ReadonlyMap<TreeNode, AnchorPlace> | undefined;

  constructor(private readonly contentBlocks: readonly (readonly Block[])[]) {}

  /** Of an anchor that has text in several runs, the first counts; undefined for one that has it in none. */
  placeOf(element: TreeNode): LinkPlace | undefined {
    this.known ??= anchorPlaces(this.contentBlocks);
    const place = this.known.get(element);
    if (place === undefined) return undefined;
    const { span, runs, index, block } = place;
    const written = (runs.texts[index] ?? '').slice(span.begin, span.end);
    const anchorText = firstOf(written, PAGE_LIMITS.anchorText);
    return { anchorText, context: contextOf(place, anchorText), block };
  }
}

function anchorPlaces(contentBlocks: readonly (readonly Block[])[]): ReadonlyMap<TreeNode, AnchorPlace> {
  const places = new Map<TreeNode, AnchorPlace>();
  for (const [block, list] of contentBlocks.entries()) {
    if (list.every(({ anchors }) => anchors.length === 0)) continue;
    const texts = list.map(({ text }) => text);
    const ends = texts.map((text) => wordsOf(text.slice(-REACH), BEFORE));
    const beginnings = texts.map((text) => wordsOf(text.slice(0, REACH), AFTER));
    for (const [index, { anchors }] of list.entries())
      for (const span of anchors)
        if (!places.has(span.element))
          places.set(span.element, { span, index, block, runs: { texts, ends, beginnings } });
  }
  return places;
}

/**
 * The words around an anchor, and its own: up to twenty on each side within its sentence; where the sentence has fewer
 * than five apart from the anchor (an entry of a list, 'read more'), within its content block.
 */
function contextOf({ span: { begin, end }, index, runs }: AnchorPlace, anchorText: string): string {
  const text = runs.texts[index] ?? '';
  const from = Math.max(0, begin - REACH);
  const to = Math.min(text.length, end + REACH);
  let before = wordsOf(text.slice(sentenceBegin(text, from, begin), begin), BEFORE);
  let after = wordsOf(text.slice(end, sentenceEnd(text, end, to)), AFTER);
  if (before.length + after.length < MIN_WORDS) {
    before = withNeighbours(wordsOf(text.slice(from, begin), BEFORE), index, BEFORE, runs.ends);
    after = withNeighbours(wordsOf(text.slice(end, to), AFTER), index, AFTER, runs.beginnings);
  }
  return [...before, ...(anchorText === '' ? [] : [anchorText]), ...after].join(' ');
}

/** Sides of an anchor, as the step from a run to the next one there. */
const [BEFORE, AFTER] = [-1, 1];

/** The words on a side of an anchor that are nearest to it. */
const nearest = (words: readonly string[], side: number): readonly string[] =>
  side === BEFORE ? words.slice(-CONTEXT_WORDS) : words.slice(0, CONTEXT_WORDS);

/** The words of a text that are nearest to an anchor next to it; not a dash, a bullet or another mark that stands alone. */
function wordsOf(text: string, side: number): readonly string[] {
  const words = text.split(' ').filter((word) => word.length > 1 || WORD.test(word));
  return nearest(words, side);
}

/** Words of a run, with those of further runs on the same side until there are enough. On some pages most runs have none. */
const withNeighbours = (own: readonly string[], index: number, side: number, runs: Runs['ends']) => {
  const found = [own];
  let count = own.length;
  for (let distance = 1; count < CONTEXT_WORDS && distance <= MAX_RUNS; distance += 1) {
    const words = runs[index + side * distance] ?? [];
    if (words.length > 0) found.push(words);
    count += words.length;
  }
  return nearest((side === BEFORE ? found.reverse() : found).flat(), side);
};

/** Beginning of the last sentence between two places. */
function sentenceBegin(text: string, from: number, to: number): number {
  for (let at = to - 1; at > from; at -= 1) if (endsSentence(text, from, at)) return at + 1;
  return from;
}

/** End of the first sentence between two places, with the blank behind it. */
function sentenceEnd(text: string, from: number, to: number): number {
  for (let at = from + 1; at < to; at += 1) if (endsSentence(text, from, at)) return at + 1;
  return to;
}

/** True if a sentence ends at a blank: by a mark behind which quotes and brackets may close. */
function endsSentence(text: string, from: number, blank: number): boolean {
  if (text.charAt(blank) !== ' ') return false;
  let at = blank - 1;
  while (at >= from && CLOSERS.includes(text.charAt(at))) at -= 1;
  return at >= from && SENTENCE_ENDERS.includes(text.charAt(at));
}
