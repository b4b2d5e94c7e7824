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
    const ends = texts.map((text) => lastWords(text.slice(-REACH)));
    const beginnings = texts.map((text) => firstWords(text.slice(0, REACH)));
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
  let before = lastWords(text.slice(sentenceBegin(text, from, begin), begin));
  let after = firstWords(text.slice(end, sentenceEnd(text, end, to)));
  if (before.length + after.length < MIN_WORDS) {
    before = lastWords(text.slice(from, begin));
    for (let at = index - 1; isWanting(before, at, index, runs); at -= 1)
      before = [...(runs.ends[at] ?? []), ...before].slice(-CONTEXT_WORDS);
    after = firstWords(text.slice(end, to));
    for (let at = index + 1; isWanting(after, at, index, runs); at += 1)
      after = [...after, ...(runs.beginnings[at] ?? [])].slice(0, CONTEXT_WORDS);
  }
  return [...before, ...(anchorText === '' ? [] : [anchorText]), ...after].join(' ');
}

/** True if a further run is searched for words. */
function isWanting(words: readonly string[], at: number, index: number, { texts }: Runs): boolean {
  return words.length < CONTEXT_WORDS && at >= 0 && at < texts.length && Math.abs(at - index) <= MAX_RUNS;
}

function lastWords(text: string): readonly string[] {
  return wordsOf(text).slice(-CONTEXT_WORDS);
}

function firstWords(text: string): readonly string[] {
  return wordsOf(text).slice(0, CONTEXT_WORDS);
}

/** Not a dash, a bullet or another mark that stands alone. */
function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word.length > 1 || WORD.test(word));
}

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
