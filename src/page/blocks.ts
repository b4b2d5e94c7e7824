import { headingLevel, isBlock, isUnseen, zoneMark, type ZoneMark } from './elements.js';
import { walk, type TreeNode } from './tree.js';
import { collapseWhitespace } from './whitespace.js';

/** A part of the page that counts as main part or as boilerplate, with the part around it. */
export interface Zone extends ZoneMark {
  readonly parent: Zone | undefined;
}

/** A run of visible text without a paragraph break. */
export interface Block {
  /** Not empty; whitespace collapsed, NFC. */
  readonly text: string;
  /** Characters of the text, blanks not counted, and how many of them are link text. */
  readonly characters: number;
  readonly linkCharacters: number;
  /** 1 to 6 for the first block of an `h1` to `h6`, else 0. */
  readonly heading: number;
  /** The innermost zone that the block lies in. */
  readonly zone: Zone | undefined;
}

/** Zones inside zones are followed this deep; it bounds the work on markup made to be slow. */
const MAXIMUM_ZONES = 16;

/** Elements that stand between the letters of a word without parting it; others that are left out part words. */
const LEAVES_NO_GAP = /^(?:#.*|script|style|noscript|template)$/;

/** Collects blocks while the tree is walked. */
class BlockCollector {
  readonly blocks: Block[] = [];
  private parts: string[] = [];
  private linkCharacters = 0;
  private lineBroken = false;
  private heading = 0;
  private links = 0;
  private preformatted = 0;
  private readonly zones: { readonly node: TreeNode; readonly zone: Zone }[] = [];

  constructor(private readonly omit: (node: TreeNode) => boolean) {}

  enter(node: TreeNode): boolean {
    if (node.name === '#text') {
      this.addText(node.text);
      return false;
    }
    if (isUnseen(node) || this.omit(node) || (node.name === 'button' && this.heading === 0)) {
      if (!LEAVES_NO_GAP.test(node.name)) this.parts.push(' ');
      return false;
    }
    if (node.name === 'br') this.breakLine();
    if (isBlock(node.name)) this.endBlock();
    this.openZone(node);
    this.count(node, 1);
    if (headingLevel(node.name) > 0) this.heading = headingLevel(node.name);
    return true;
  }

  leave(node: TreeNode): void {
    if (isBlock(node.name)) this.endBlock();
    this.count(node, -1);
    if (headingLevel(node.name) > 0) this.heading = 0;
    if (this.zones.at(-1)?.node === node) this.zones.pop();
  }

  private count(node: TreeNode, step: 1 | -1): void {
    if (node.name === 'a' && node.attribute('href') !== undefined) this.links += step;
    if (node.name === 'pre') this.preformatted += step;
  }

  private openZone(node: TreeNode): void {
    const mark = this.zones.length < MAXIMUM_ZONES ? zoneMark(node) : undefined;
    if (mark === undefined) return;
    const kinds = this.zones.map(({ zone }) => zone.kind);
    // The header of an article or of the main part carries its headline; only the page's own is boilerplate.
    if (node.name === 'header' && (kinds.includes('main') || kinds.includes('article'))) return;
    this.zones.push({ node, zone: { ...mark, parent: this.zones.at(-1)?.zone } });
  }

  private addText(text: string): void {
    const paragraphs = this.preformatted > 0 ? text.split(/\n[^\S\n]*\n/) : [text];
    paragraphs.forEach((paragraph, index) => {
      if (index > 0) this.endBlock();
      this.parts.push(paragraph);
      const characters = visibleLength(paragraph);
      if (characters > 0) this.lineBroken = false;
      if (this.links > 0) this.linkCharacters += characters;
    });
  }

  /** A second line break with nothing in between is how old pages separate paragraphs. */
  private breakLine(): void {
    if (this.lineBroken) this.endBlock();
    else this.parts.push('\n');
    this.lineBroken = true;
  }

  private endBlock(): void {
    const text = collapseWhitespace(this.parts.join(''));
    if (text !== '') {
      this.blocks.push({
        text,
        characters: visibleLength(text),
        linkCharacters: this.linkCharacters,
        heading: this.heading,
        zone: this.zones.at(-1)?.zone,
      });
      this.heading = 0; // what follows in a heading that nobody closed is text
    }
    this.parts = [];
    this.linkCharacters = 0;
    this.lineBroken = false;
  }

  finish(): readonly Block[] {
    this.endBlock();
    return this.blocks;
  }
}

function visibleLength(text: string): number {
  return text.replace(/\s+/g, '').length;
}

/**
 * All visible text below a node as blocks in document order: one for each paragraph, list item, heading, table cell
 * or other run of text between the borders of block elements; two `br` in a row and an empty line in `pre` end a
 * block too. Buttons are left out except in headings.
 *
 * @param omit further elements to leave out with all they hold
 */
export function collectBlocks(
  root: TreeNode,
  omit: (node: TreeNode) => boolean = () => false,
): readonly Block[] {
  const collector = new BlockCollector(omit);
  walk(root, { enter: (node) => collector.enter(node), leave: (node) => collector.leave(node) });
  return collector.finish();
}

/** Blocks as one text, separated by empty lines. */
export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => block.text).join('\n\n');
}
