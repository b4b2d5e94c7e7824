import { isAnchor, isHidden, isMargin, zoneMark, type ZoneMark } from './elements.js';
import type { TreeNode } from './tree.js';
import { collapseWhitespace, composed, dropInvisible, visibleLength } from './whitespace.js';

/** A part of the page that counts as main part or as its margin, with the part around it. */
export interface Zone extends ZoneMark {
  /** This zone and those around it, the innermost first. */
  readonly path: readonly Zone[];
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
  /** The innermost zone that the block lies in; a margin inside it that holds more than half of its text. */
  readonly zone: Zone | undefined;
  readonly words: number;
  /** The anchors in it (`a[href]`) that have a part of the text, in document order. */
  readonly anchors: readonly AnchorSpan[];
  /** The nodes that its text is of; one may be part of several blocks. */
  readonly texts: readonly TreeNode[];
}

/** Place of the text of an anchor in the text of a block; end exclusive. */
export interface AnchorSpan {
  readonly element: TreeNode;
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

export interface PageBlocks {
  readonly blocks: readonly Block[];
  /** The same blocks in the tree of block elements. */
  readonly root: BlockElement;
  /** True when elements were left out because they are hidden. */
  readonly hides: boolean;
}

interface BlockOptions {
  /** Further elements to leave out with all they hold. */
  readonly omit?: (element: TreeNode) => boolean;
  /** Reads what is hidden until a script reveals it. */
  readonly hidden?: boolean;
}

/** Zones inside zones are followed this deep; it bounds the work on markup made to be slow. */
const MAX_ZONES = 16;

/** Placeholder that a script of the page would have replaced: `{{user.name}}` of Mustache, Angular and Vue. */
const PLACEHOLDER = /\{{2,3}[^{}]*\}{2,3}/g;

interface GrowingElement extends BlockElement {
  readonly parts: (Block | BlockElement)[];
  words: number;
}

/** A block while its text is read. */
class OpenBlock {
  raw = '';
  visible = 0;
  readonly anchors: { readonly element: TreeNode; begin: number; end: number }[];
  readonly texts: TreeNode[] = [];
  linkCharacters = 0;
  /** Visible characters in margins, and the first of these. */
  marginCharacters = 0;
  marginZone: Zone | undefined;

  /** @param within anchors that are open where it begins */
  constructor(readonly within: readonly TreeNode[]) {
    this.anchors = within.map((element) => ({ element, begin: 0, end: 0 }));
  }

  finish(heading: number, zone: Zone | undefined): Block {
    const text = collapseWhitespace(this.raw);
    const characters = visibleLength(text);
    return {
      text,
      characters,
      linkCharacters: this.linkCharacters,
      heading,
      // The zone around it, or the margin inside it with most of its text: `By <span class="author">Jane</span>`.
      zone: this.marginCharacters * 2 > this.visible ? this.marginZone : zone,
      words: text.length - characters + 1,
      anchors: placeStretches(this.raw, text, this.anchors),
      texts: this.texts,
    };
  }
}

/** Goes through a tree and collects its blocks. */
class BlockReader {
  readonly blocks: Block[] = [];
  hides = false;
  private block = new OpenBlock([]);
  private readonly openAnchors: TreeNode[] = [];
  private readonly root: GrowingElement = { parts: [], words: 0 };
  private element = this.root;
  private zone: Zone | undefined;
  private lineBroken = false;
  private heading = 0;
  private preformatted = 0;
  private code = 0;

  constructor(private readonly options: BlockOptions) {}

  finish(): PageBlocks {
    this.endBlock();
    return { blocks: this.blocks, root: this.root, hides: this.hides };
  }

  visit(node: TreeNode): void {
    if (node.name === '#text') this.text(node);
    else if (node.name.startsWith('#')) this.visitAll(node);
    else if (!this.isLeftOut(node)) this.enter(node);
    else if (!node.traits.isGapless) this.block.raw += ' ';
  }

  private visitAll(node: TreeNode): void {
    for (const child of node.children()) this.visit(child);
  }

  private isLeftOut(element: TreeNode): boolean {
    const { omit, hidden = false } = this.options;
    if (element.traits.isUnrendered || (element.name === 'button' && this.heading === 0)) return true;
    if (hidden || !isHidden(element)) return omit?.(element) === true;
    this.hides = true;
    return true;
  }

  private enter(element: TreeNode): void {
    const { name, traits } = element;
    const { zone, element: outer } = this;
    if (name === 'br') this.breakLine();
    if (traits.isBlock) {
      this.endBlock();
      this.element = { parts: [], words: 0 };
    }
    this.zone = this.zoneIn(element) ?? zone;
    if (traits.isCode) this.code += 1;
    if (name === 'pre') this.preformatted += 1;
    if (traits.heading > 0) this.heading = traits.heading;
    if (isAnchor(element)) this.visitAnchor(element);
    else this.visitAll(element);
    if (traits.isBlock) {
      this.endBlock();
      const inner = this.element;
      this.element = outer;
      if (inner.words > 0) this.addPart(inner);
    }
    if (traits.isCode) this.code -= 1;
    if (name === 'pre') this.preformatted -= 1;
    if (traits.heading > 0) this.heading = 0;
    this.zone = zone;
  }

  private visitAnchor(element: TreeNode): void {
    const begin = this.block.raw.length;
    this.openAnchors.push(element);
    this.block.anchors.push({ element, begin, end: begin });
    this.visitAll(element);
    this.openAnchors.pop();
    const anchor = this.block.anchors.findLast((one) => one.element === element);
    if (anchor !== undefined) anchor.end = this.block.raw.length;
  }

  private addPart(part: Block | BlockElement): void {
    this.element.parts.push(part);
    this.element.words += part.words;
  }

  private zoneIn(element: TreeNode): Zone | undefined {
    const around = this.zone?.path ?? [];
    const mark = around.length < MAX_ZONES ? zoneMark(element) : undefined;
    if (mark === undefined) return undefined;
    // The header of an article or of the main part carries its headline; only the page's own is boilerplate.
    if (element.name === 'header' && around.some(({ kind }) => kind === 'main' || kind === 'article'))
      return undefined;
    const path: Zone[] = [];
    const zone = { ...mark, path };
    path.push(zone, ...around);
    return zone;
  }

  private text(node: TreeNode): void {
    const source = node.text;
    const text = this.code === 0 && source.includes('{{') ? source.replace(PLACEHOLDER, ' ') : source;
    const paragraphs = this.preformatted === 0 ? [text] : text.split(/\n[^\S\n]*\n/);
    for (const [index, paragraph] of paragraphs.entries()) {
      if (index > 0) this.endBlock();
      this.addText(paragraph, node);
    }
  }

  private addText(text: string, node: TreeNode): void {
    const { block, zone } = this;
    block.raw += text;
    block.texts.push(node);
    const characters = visibleLength(text);
    if (characters === 0) return;
    block.visible += characters;
    this.lineBroken = false;
    if (this.openAnchors.length > 0) block.linkCharacters += characters;
    if (zone === undefined || !isMargin(zone)) return;
    block.marginZone ??= zone;
    block.marginCharacters += characters;
  }

  /** A second line break with nothing in between is how old pages separate paragraphs. */
  private breakLine(): void {
    if (this.lineBroken) this.endBlock();
    else this.block.raw += '\n';
    this.lineBroken = true;
  }

  private endBlock(): void {
    this.lineBroken = false;
    const { block } = this;
    if (block.visible > 0) {
      for (const anchor of block.anchors)
        if (this.openAnchors.includes(anchor.element)) anchor.end = block.raw.length;
      const finished = block.finish(this.heading, this.zone);
      if (finished.text !== '') {
        this.blocks.push(finished);
        this.addPart(finished);
        this.heading = 0; // what follows in a heading that nobody closed is text
      }
    }
    if (block.raw !== '' || block.anchors.length > 0) this.block = new OpenBlock(this.openAnchors);
  }
}

/** Characters that may be combined with those before them: combining marks, vowels and ends of Korean syllables. */
const CONTINUES = /^[\p{M}\u1160-\u11FF]/u;
/** Characters that are composed again for each anchor that continues them. */
const MAX_COMPOSED = 100;

/**
 * Moves stretches of a text to where they have come to stand in what {@link collapseWhitespace} makes of it.
 * @returns those with something else than blanks in them
 */
export function placeStretches<Stretch extends { begin: number; end: number }>(
  raw: string,
  text: string,
  stretches: readonly Stretch[],
): readonly Stretch[] {
  if (stretches.length === 0) return stretches;
  const places = placesIn(raw, [...new Set(stretches.flatMap(({ begin, end }) => [begin, end]))]);
  for (const stretch of stretches) {
    let begin = places.get(stretch.begin) ?? 0;
    let end = Math.min(places.get(stretch.end) ?? 0, text.length);
    while (begin < end && text[begin] === ' ') begin += 1;
    while (end > begin && text[end - 1] === ' ') end -= 1;
    stretch.begin = begin;
    stretch.end = Math.max(begin, end);
  }
  return stretches.filter(({ begin, end }) => begin < end);
}

/** Offsets in the raw text, with those in the clean one. */
function placesIn(raw: string, offsets: number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let [from, before, last, isAfterBlank] = [0, 0, '', true];
  for (const offset of offsets.sort((a, b) => a - b)) {
    const piece = dropInvisible(raw.slice(from, offset)).replace(/\s+/g, ' ');
    const added: string = isAfterBlank && piece.startsWith(' ') ? piece.slice(1) : piece;
    if (added !== '') isAfterBlank = added.endsWith(' ');
    const continues = CONTINUES.test(added) && last.length < MAX_COMPOSED;
    if (!continues) before += composed(last).length;
    last = continues ? last + added : added;
    places.set(offset, before + composed(last).length);
    from = offset;
  }
  return places;
}

/**
 * All visible text below a node as blocks in document order: the runs of text between the borders of block elements; two `br` in
 * a row and an empty line in `pre` also end a block. Buttons are left out except in headings.
 * @param omit further elements to leave out with all they hold
 */
export function collectBlocks(root: TreeNode, omit?: (node: TreeNode) => boolean): readonly Block[] {
  return readBlocks(root, { omit }).blocks;
}

/** Like {@link collectBlocks}, with the tree of block elements that they stand in. */
export function readBlocks(root: TreeNode, options: BlockOptions = {}): PageBlocks {
  const reader = new BlockReader(options);
  reader.visit(root);
  return reader.finish();
}

/** Blocks as one text, separated by empty lines. */
export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}
