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
    const anchorText = firstOf(runs.textOf(index).slice(span.begin, span.end), PAGE_LIMITS.anchorText);
    return { anchorText, context: contextOf(span, anchorText, runs, index), block };
  }
}

function anchorPlaces(contentBlocks: readonly (readonly Block[])[]): ReadonlyMap<TreeNode, AnchorPlace> {
  const places = new Map<TreeNode, AnchorPlace>();
  for (const [block, list] of contentBlocks.entries()) {
    const runs = new Runs(list);
    for (const [index, { anchors }] of list.entries())
      for (const span of anchors)
        if (!places.has(span.element)) places.set(span.element, { span, index, block, runs });
  }
  return places;
}

/**
 * The words around an anchor, and its own: up to twenty on each side within its sentence; where the sentence has fewer
 * than five apart from the anchor (an entry of a list, 'read more'), within its content block.
 */
function contextOf({ begin, end }: AnchorSpan, anchorText: string, runs: Runs, index: number): string {
  const text = runs.textOf(index);
  const from = Math.max(0, begin - REACH);
  const to = Math.min(text.length, end + REACH);
  const left = lastOf(wordsOf(text.slice(sentenceBegin(text, from, begin), begin)), CONTEXT_WORDS);
  const right = wordsOf(text.slice(end, sentenceEnd(text, end, to))).slice(0, CONTEXT_WORDS);
  if (left.length + right.length >= MIN_WORDS) return joined(left, anchorText, right);
  const before = lastOf(wordsOf(text.slice(from, begin)), CONTEXT_WORDS);
  const after = wordsOf(text.slice(end, to)).slice(0, CONTEXT_WORDS);
  return joined([...runs.before(index, CONTEXT_WORDS - before.length), ...before], anchorText, [
    ...after,
    ...runs.after(index, CONTEXT_WORDS - after.length),
  ]);
}

function joined(before: readonly string[], anchorText: string, after: readonly string[]): string {
  return [...before, ...(anchorText === '' ? [] : [anchorText]), ...after].join(' ');
}

function lastOf(words: readonly string[], count: number): readonly string[] {
  return words.slice(Math.max(0, words.length - count));
}

/** The runs of a content block, with the words at their ends: read once per run, and only where they are needed. */
class Runs {
  private readonly ends: (readonly string[] | undefined)[] = [];
  private readonly beginnings: (readonly string[] | undefined)[] = [];

  constructor(private readonly runs: readonly Block[]) {}

  textOf(index: number): string {
    return this.runs[index]?.text ?? '';
  }

  /** At most `count` words before a run. Only the last twenty words of each run are used. */
  before(index: number, count: number): readonly string[] {
    let found: readonly string[] = [];
    for (let at = index - 1; at >= 0 && found.length < count && index - at <= MAX_RUNS; at -= 1) {
      this.ends[at] ??= lastOf(wordsOf(this.textOf(at).slice(-REACH)), CONTEXT_WORDS);
      found = [...(this.ends[at] ?? []), ...found];
    }
    return lastOf(found, count);
  }

  after(index: number, count: number): readonly string[] {
    const { runs, beginnings } = this;
    let found: readonly string[] = [];
    for (let at = index + 1; at < runs.length && found.length < count && at - index <= MAX_RUNS; at += 1) {
      beginnings[at] ??= wordsOf(this.textOf(at).slice(0, REACH)).slice(0, CONTEXT_WORDS);
      found = [...found, ...(beginnings[at] ?? [])];
    }
    return found.slice(0, Math.max(0, count));
  }
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
