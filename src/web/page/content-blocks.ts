import { isBlockElement, type Block, type BlockElement } from './blocks.js';

/** Options of cutting a page into content blocks. */
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
  return root.words === 0 ? [] : new Partition(alpha, minimumWords).cut(root, 0);
}

class Partition {
  constructor(
    private readonly alpha: number,
    private readonly minimumWords: number,
  ) {}

  cut(element: BlockElement, depth: number): Block[][] {
    let [filled, crumbs] = [0, 0];
    let only: Block | BlockElement | undefined;
    for (const part of element.parts) {
      if (part.words === 0) continue;
      filled += 1;
      only = part;
      if (part.words < this.minimumWords) crumbs += part.words;
    }
    if (depth >= MAXIMUM_DEPTH || only === undefined) return [runsOf(element)];
    if (filled === 1 && isBlockElement(only)) return this.cut(only, depth);
    if (filled === 1 || crumbs > this.alpha * element.words) return [runsOf(element)];
    const pieces: Block[][] = [];
    for (const part of element.parts) {
      if (part.words === 0) continue;
      if (!isBlockElement(part)) pieces.push([part]);
      else for (const piece of this.cut(part, depth + 1)) pieces.push(piece);
    }
    return this.mergeSmall(pieces);
  }

  /** Merges small pieces into the one before: the list of that grows, so that no piece is copied twice. */
  private mergeSmall(pieces: readonly Block[][]): Block[][] {
    const merged: Block[][] = [];
    let waiting: Block[] = [];
    let words = 0;
    for (const piece of pieces) {
      waiting = joined(waiting, piece);
      for (const run of piece) words += run.words;
      if (words < this.minimumWords) continue;
      merged.push(waiting);
      waiting = [];
      words = 0;
    }
    if (waiting.length > 0) merged.push(joined(merged.pop() ?? [], waiting));
    return merged;
  }
}

function joined(piece: Block[], more: Block[]): Block[] {
  if (piece.length === 0) return more;
  for (const run of more) piece.push(run);
  return piece;
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
