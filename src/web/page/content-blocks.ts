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
  if (root.words === 0) return [];
  const partition = new Partition(alpha, minimumWords);
  partition.cut(root, 0);
  return partition.blocks();
}

/** A page being cut. Pieces follow each other in the document, so that they are known by where they end. */
class Partition {
  private readonly runs: Block[] = [];
  /** The number of runs at the end of each piece, and its words. */
  private readonly ends: number[] = [];
  private readonly words: number[] = [];

  constructor(
    private readonly alpha: number,
    private readonly minimumWords: number,
  ) {}

  /** Adds the pieces of an element. */
  cut(whole: BlockElement, depth: number): void {
    const element = depth < MAXIMUM_DEPTH ? insideOf(whole) : whole;
    if (depth >= MAXIMUM_DEPTH || this.isWhole(element)) {
      this.endPiece(this.addRuns(element));
      return;
    }
    const first = this.ends.length;
    for (const part of element.parts) {
      if (part.words === 0) continue;
      if (isBlockElement(part)) this.cut(part, depth + 1);
      else this.endPiece(this.addRun(part));
    }
    this.mergeSmall(first);
  }

  private isWhole({ parts, words }: BlockElement): boolean {
    let count = 0;
    let crumbs = 0;
    for (const part of parts) {
      if (part.words > 0) count += 1;
      if (part.words < this.minimumWords) crumbs += part.words;
    }
    return count < 2 || crumbs > this.alpha * words;
  }

  /** Adds all text of an element; with a stack of its own, for pages that are nested too deeply. @returns its words */
  private addRuns(element: BlockElement): number {
    let words = 0;
    const waiting: (Block | BlockElement)[] = [element];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (!isBlockElement(part)) words += this.addRun(part);
      // One by one: a table of 200,000 rows would be as many arguments.
      else
        for (let index = part.parts.length - 1; index >= 0; index -= 1) {
          const inner = part.parts[index];
          if (inner !== undefined) waiting.push(inner);
        }
    }
    return words;
  }

  private addRun(run: Block): number {
    this.runs.push(run);
    return run.words;
  }

  private endPiece(words: number): void {
    this.ends.push(this.runs.length);
    this.words.push(words);
  }

  /** Merges pieces that are too small with the one behind them, from one of them on. */
  private mergeSmall(first: number): void {
    const { ends, words } = this;
    let kept = first;
    let waiting = 0;
    for (let piece = first; piece < ends.length; piece += 1) {
      waiting += words[piece] ?? 0;
      if (waiting < this.minimumWords) continue;
      ends[kept] = ends[piece] ?? 0;
      words[kept] = waiting;
      kept += 1;
      waiting = 0;
    }
    if (waiting > 0) {
      if (kept > first) {
        kept -= 1;
        waiting += words[kept] ?? 0;
      }
      ends[kept] = this.runs.length;
      words[kept] = waiting;
      kept += 1;
    }
    ends.length = kept;
    words.length = kept;
  }

  blocks(): readonly (readonly Block[])[] {
    let begin = 0;
    const blocks: Block[][] = [];
    for (const end of this.ends) {
      blocks.push(this.runs.slice(begin, end));
      begin = end;
    }
    return blocks;
  }
}

/** The innermost element that holds all text of an element, and that has other parts than one element. */
function insideOf(whole: BlockElement): BlockElement {
  let element = whole;
  for (let only = onlyPart(element); only !== undefined && isBlockElement(only); only = onlyPart(element))
    element = only;
  return element;
}

/** The only part with text; undefined for none, and for several. */
function onlyPart({ parts }: BlockElement): Block | BlockElement | undefined {
  let found: Block | BlockElement | undefined;
  for (const part of parts) {
    if (part.words === 0) continue;
    if (found !== undefined) return undefined;
    found = part;
  }
  return found;
}
