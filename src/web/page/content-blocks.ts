import { isBlockElement, type Block, type BlockElement } from './blocks.js';

/** How a page is cut into content blocks. */
export interface PartitionOptions {
  /**
   * Share of an element's words, from 0 to 1. An element is not cut where pieces too small to stand alone would hold
   * more than this share of its words: then it is one thing (a paragraph with its caption, a table of facts). 0 leaves
   * the page nearly whole, 1 cuts it down to paragraphs, which are then merged by size alone.
   */
  readonly alpha: number;
  /** Words that a content block has at the least; smaller pieces are merged with a neighbour. */
  readonly minimumWords: number;
}

/** α as in Lu et al. 2016; the smallest block holds about two sentences or a short list of links. */
export const DEFAULT_PARTITION: PartitionOptions = { alpha: 0.5, minimumWords: 20 };

/** Elements inside elements are cut this deep; it bounds the work on markup made to be slow. */
const MAXIMUM_DEPTH = 40;

/**
 * Cuts a page into content blocks: the content block partition (CBP) that Lu et al. 2016 take from Peng, Zhang and Zuo
 * 2008 ("Tunneling enhanced by web page content block partition for focused crawling").
 *
 * As there: the page's tree of HTML block elements is gone through from the top, an element is cut into its children
 * or kept whole, and a parameter α decides. Neither paper prints the rule itself; ours is:
 *
 *     cut(e)  ⇔  Σ words of children of e with fewer than m words ≤ α · words(e), and two or more children have text
 *
 * Children that are too small for a block of their own (m = {@link PartitionOptions.minimumWords}) are merged with the
 * piece behind them, since a heading belongs to what it heads; at the end of their element with the piece before.
 * So every word of the page is in exactly one block, blocks follow document order, and none crosses the border of an
 * element that was cut.
 *
 * @returns the runs of text of each content block; empty for a page without text
 */
export function partitionBlocks(
  root: BlockElement,
  { alpha, minimumWords }: PartitionOptions = DEFAULT_PARTITION,
): readonly (readonly Block[])[] {
  const cut = (element: BlockElement, depth: number): Block[][] => {
    const parts = element.parts.filter((part) => part.words > 0);
    const crumbs = parts.reduce((sum, { words }) => sum + (words < minimumWords ? words : 0), 0);
    const only = parts.length === 1 ? parts[0] : undefined;
    if (only !== undefined && isBlockElement(only) && depth < MAXIMUM_DEPTH) return cut(only, depth);
    if (parts.length < 2 || crumbs > alpha * element.words || depth >= MAXIMUM_DEPTH)
      return [runsOf(element)];
    return mergeSmall(
      parts.flatMap((part) => (isBlockElement(part) ? cut(part, depth + 1) : [[part]])),
      minimumWords,
    );
  };
  return root.words === 0 ? [] : cut(root, 0);
}

function mergeSmall(pieces: readonly Block[][], minimumWords: number): Block[][] {
  const merged: Block[][] = [];
  let waiting: Block[] = [];
  for (const piece of pieces) {
    const whole = [...waiting, ...piece];
    waiting = [];
    if (wordsOf(whole) < minimumWords) waiting = whole;
    else merged.push(whole);
  }
  if (waiting.length > 0) merged.push([...(merged.pop() ?? []), ...waiting]);
  return merged;
}

function wordsOf(runs: readonly Block[]): number {
  return runs.reduce((sum, { words }) => sum + words, 0);
}

/** All text of an element, in document order; with a stack of its own, for pages that are nested too deeply. */
function runsOf(element: BlockElement): Block[] {
  const runs: Block[] = [];
  const waiting: (Block | BlockElement)[] = [element];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    // One by one: a table of 200,000 rows would be as many arguments.
    if (isBlockElement(part)) for (const inner of part.parts.toReversed()) waiting.push(inner);
    else runs.push(part);
  }
  return runs;
}
