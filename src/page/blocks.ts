import { headingLevel, isBlock, isHidden, isUnrendered, zoneMark, type ZoneMark } from './elements.js';
import { walk, type TreeNode } from './tree.js';
import { visibleLength } from './whitespace.js';
import { cleanText } from './clean-text.js';
import { given } from '../support/given.js';

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
  readonly words: number;
  /** The anchors in it (`a[href]`) with the part of the text that is theirs, in document order. */
  readonly anchors: readonly AnchorSpan[];
  /** The nodes that its text is of, where {@link BlockOptions.texts} asks for them; one may be part of several blocks. */
  readonly texts?: readonly TreeNode[];
}

/** Where the text of an anchor stands in the text of a block; end exclusive. */
export interface AnchorSpan {
  readonly node: TreeNode;
  readonly begin: number;
  readonly end: number;
}

/** A block element of a page with what is in it: runs of text and further block elements, in document order. */
export interface BlockElement {
  readonly parts: readonly (Block | BlockElement)[];
  /** Words of all text in it. */
  readonly words: number;
}

export function isBlockElement(part: Block | BlockElement): part is BlockElement {
  return 'parts' in part;
}

/** What {@link readBlocks} finds. */
export interface PageBlocks {
  readonly blocks: readonly Block[];
  /** The same blocks in the tree of block elements. */
  readonly root: BlockElement;
  /** True when elements were left out because they are hidden. */
  readonly hides: boolean;
}

/** What {@link readBlocks} reads of a page. */
export interface BlockOptions {
  /** Further elements to leave out with all they hold. */
  readonly omit?: (node: TreeNode) => boolean;
  /** Reads what is hidden until a script reveals it. */
  readonly hidden?: boolean;
  /** Notes which nodes the text of each block is of. */
  readonly texts?: boolean;
}

/** Zones inside zones are followed this deep; it bounds the work on markup made to be slow. */
const MAXIMUM_ZONES = 16;

/** Elements that stand between the letters of a word without parting it; others that are left out part words. */
const LEAVES_NO_GAP = /^(?:#.*|script|style|noscript|template)$/;

/** Elements whose text is shown as it was typed, braces included. */
const isCode = (name: string): boolean => /^(?:pre|code|kbd|samp|tt)$/.test(name);
/** What a script of the page would have replaced: `{{user.name}}` of Mustache, Angular and Vue. */
const PLACEHOLDER = /\{{2,3}[^{}]*\}{2,3}/g;

/** Collects blocks while the tree is walked. */
class BlockCollector {
  readonly blocks: Block[] = [];
  private parts: string[] = [];
  private length = 0;
  private anchors: OpenAnchor[] = [];
  private texts: TreeNode[] = [];
  private readonly openAnchors: TreeNode[] = [];
  private readonly elements: GrowingElement[] = [{ parts: [], words: 0 }];
  private linkCharacters = 0;
  private lineBroken = false;
  private heading = 0;
  private preformatted = 0;
  private code = 0;
  private hides = false;
  private readonly zones: { readonly node: TreeNode; readonly zone: Zone }[] = [];

  constructor(private readonly options: BlockOptions) {}

  enter(node: TreeNode): boolean {
    if (node.name === '#text') {
      this.addText(node);
      return false;
    }
    if (this.isLeftOut(node)) {
      if (!LEAVES_NO_GAP.test(node.name)) this.push(' ');
      return false;
    }
    if (node.name === 'br') this.breakLine();
    if (isBlock(node.name)) {
      this.endBlock();
      this.elements.push({ parts: [], words: 0 });
    }
    this.openZone(node);
    if (isAnchor(node)) this.openAnchor(node);
    if (node.name === 'pre') this.preformatted += 1;
    if (isCode(node.name)) this.code += 1;
    if (headingLevel(node.name) > 0) this.heading = headingLevel(node.name);
    return true;
  }

  private isLeftOut(node: TreeNode): boolean {
    const { omit, hidden = false } = this.options;
    if (isUnrendered(node) || (node.name === 'button' && this.heading === 0)) return true;
    if (hidden || !isHidden(node)) return omit?.(node) === true;
    this.hides = true;
    return true;
  }

  leave(node: TreeNode): void {
    if (isBlock(node.name)) {
      this.endBlock();
      this.closeElement();
    }
    if (isAnchor(node)) this.closeAnchor();
    if (node.name === 'pre') this.preformatted -= 1;
    if (isCode(node.name)) this.code -= 1;
    if (headingLevel(node.name) > 0) this.heading = 0;
    if (this.zones.at(-1)?.node === node) this.zones.pop();
  }

  private push(text: string): void {
    this.parts.push(text);
    this.length += text.length;
  }

  private openAnchor(node: TreeNode): void {
    this.openAnchors.push(node);
    this.anchors.push({ node, begin: this.length, end: this.length });
  }

  private closeAnchor(): void {
    const node = this.openAnchors.pop();
    const open = this.anchors.findLast((anchor) => anchor.node === node);
    if (open !== undefined) open.end = this.length;
  }

  private closeElement(): void {
    const element = this.elements.pop();
    const parent = this.elements.at(-1);
    if (element === undefined || parent === undefined || element.words === 0) return;
    parent.parts.push(element);
    parent.words += element.words;
  }

  private openZone(node: TreeNode): void {
    const mark = this.zones.length < MAXIMUM_ZONES ? zoneMark(node) : undefined;
    if (mark === undefined) return;
    const kinds = this.zones.map(({ zone }) => zone.kind);
    // The header of an article or of the main part carries its headline; only the page's own is boilerplate.
    if (node.name === 'header' && (kinds.includes('main') || kinds.includes('article'))) return;
    this.zones.push({ node, zone: { ...mark, parent: this.zones.at(-1)?.zone } });
  }

  private addText(node: TreeNode): void {
    const source = node.text;
    const text = this.code === 0 && source.includes('{{') ? source.replace(PLACEHOLDER, ' ') : source;
    const paragraphs = this.preformatted > 0 ? text.split(/\n[^\S\n]*\n/) : [text];
    paragraphs.forEach((paragraph, index) => {
      if (index > 0) this.endBlock();
      this.push(paragraph);
      if (this.options.texts === true) this.texts.push(node);
      const characters = visibleLength(paragraph);
      if (characters > 0) this.lineBroken = false;
      if (this.openAnchors.length > 0) this.linkCharacters += characters;
    });
  }

  /** A second line break with nothing in between is how old pages separate paragraphs. */
  private breakLine(): void {
    if (this.lineBroken) this.endBlock();
    else this.push('\n');
    this.lineBroken = true;
  }

  private endBlock(): void {
    for (const anchor of this.anchors) if (this.openAnchors.includes(anchor.node)) anchor.end = this.length;
    const { text, anchors } = cleanText(this.parts.join(''), this.anchors);
    if (text !== '') {
      const characters = visibleLength(text);
      const block: Block = {
        text,
        characters,
        linkCharacters: this.linkCharacters,
        heading: this.heading,
        zone: this.zones.at(-1)?.zone,
        words: text.length - characters + 1,
        anchors,
        ...(this.options.texts === true ? { texts: this.texts } : {}),
      };
      this.blocks.push(block);
      const element = this.elements.at(-1);
      element?.parts.push(block);
      if (element !== undefined) element.words += block.words;
      this.heading = 0; // what follows in a heading that nobody closed is text
    }
    this.parts = [];
    this.texts = [];
    this.length = 0;
    this.anchors = this.openAnchors.map((node) => ({ node, begin: 0, end: 0 }));
    this.linkCharacters = 0;
    this.lineBroken = false;
  }

  finish(): PageBlocks {
    this.endBlock();
    while (this.elements.length > 1) this.closeElement();
    return { blocks: this.blocks, root: this.elements[0] ?? { parts: [], words: 0 }, hides: this.hides };
  }
}

interface OpenAnchor {
  readonly node: TreeNode;
  readonly begin: number;
  end: number;
}

interface GrowingElement {
  readonly parts: (Block | BlockElement)[];
  words: number;
}

function isAnchor(node: TreeNode): boolean {
  return node.name === 'a' && node.attribute('href') !== undefined;
}

/**
 * All visible text below a node as blocks in document order: one for each paragraph, list item, heading, table cell or
 * other run of text between the borders of block elements; two `br` in a row and an empty line in `pre` also end a
 * block. Buttons are left out except in headings.
 *
 * @param omit further elements to leave out with all they hold
 */
export function collectBlocks(root: TreeNode, omit?: (node: TreeNode) => boolean): readonly Block[] {
  return readBlocks(root, given({ omit })).blocks;
}

/** Like {@link collectBlocks}, with the tree of block elements that they stand in. */
export function readBlocks(root: TreeNode, options: BlockOptions = {}): PageBlocks {
  const collector = new BlockCollector(options);
  walk(root, { enter: (node) => collector.enter(node), leave: (node) => collector.leave(node) });
  return collector.finish();
}

/** Blocks as one text, separated by empty lines. */
export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => block.text).join('\n\n');
}
