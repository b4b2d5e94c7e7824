import { isAnchor, isHidden, isMargin, zoneMark, type ZoneMark } from './elements.js';
import { tellTree, type MarkupListener, type PageElement, type TreeNode } from './tree.js';
import { placeStretches } from './stretches.js';
import { collapseWhitespace, visibleLength } from './whitespace.js';

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
  /** The anchors in it (`a[href]`) with the part of the text that is theirs, in document order. */
  readonly anchors: readonly AnchorSpan[];
  /** Also those without text in the block. Their offsets are valid once `anchors` has been read. */
  readonly allAnchors: readonly AnchorSpan[];
  /** The nodes that its text is of, where {@link BlockOptions.texts} asks for them; one may be part of several blocks. */
  readonly texts: readonly TreeNode[];
}

/** Place of the text of an anchor in the text of a block; end exclusive. */
export interface AnchorSpan {
  readonly element: PageElement;
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

/** Results of {@link readBlocks}. */
export interface PageBlocks {
  readonly blocks: readonly Block[];
  /** The same blocks in the tree of block elements. */
  readonly root: BlockElement;
  /** True when elements were left out because they are hidden. */
  readonly hides: boolean;
}

/** Options of {@link readBlocks}. */
export interface BlockOptions<Element extends PageElement = PageElement> {
  /** Further elements to leave out with all they hold. */
  readonly omit?: (element: Element) => boolean;
  /** Reads what is hidden until a script reveals it. */
  readonly hidden?: boolean;
  /** Notes which nodes the text of each block is of. */
  readonly texts?: boolean;
}

/** Zones inside zones are followed this deep; it bounds the work on markup made to be slow. */
const MAXIMUM_ZONES = 16;

/** The anchors and nodes of a block without any. */
const NONE: readonly never[] = [];

/** Placeholder that a script of the page would have replaced: `{{user.name}}` of Mustache, Angular and Vue. */
const PLACEHOLDER = /\{{2,3}[^{}]*\}{2,3}/g;

/** A block that says where its anchors stand on request: few are requested, where nobody reads the places of links. */
class TextBlock implements Block {
  private found: readonly AnchorSpan[] | undefined;

  constructor(
    readonly text: string,
    readonly characters: number,
    readonly linkCharacters: number,
    readonly heading: number,
    readonly zone: Zone | undefined,
    readonly texts: readonly TreeNode[],
    private readonly raw: string,
    readonly allAnchors: readonly OpenAnchor[],
  ) {}

  get words(): number {
    return this.text.length - this.characters + 1;
  }

  get anchors(): readonly AnchorSpan[] {
    this.found ??= placeStretches(this.raw, this.text, this.allAnchors);
    return this.found;
  }
}

/** Collects blocks while it hears of a page. */
export class BlockCollector<Element extends PageElement> implements MarkupListener<Element> {
  readonly blocks: Block[] = [];
  /** The text of the block that is being read, and how many of its characters are visible. */
  private raw = '';
  private visible = 0;
  /** The anchors in it, and the nodes of its text, where there is one. */
  private anchors: OpenAnchor[] | undefined;
  private texts: TreeNode[] | undefined;
  private readonly openAnchors: PageElement[] = [];
  private readonly elements: GrowingElement[] = [emptyElement()];
  private linkCharacters = 0;
  /** Visible characters in margins, and the first of these. */
  private marginCharacters = 0;
  private marginZone: Zone | undefined;
  private lineBroken = false;
  private heading = 0;
  private preformatted = 0;
  private code = 0;
  private hides = false;
  private readonly zones: { readonly element: PageElement; readonly zone: Zone }[] = [];
  /** Elements open in one that is left out, and that one itself. */
  private leftOut = 0;

  constructor(private readonly options: BlockOptions<Element>) {}

  open(element: Element): void {
    if (this.leftOut > 0) this.leftOut += 1;
    else if (this.isLeftOut(element)) this.leaveOut(element);
    else this.enter(element);
  }

  private isLeftOut(element: Element): boolean {
    const { omit, hidden = false } = this.options;
    if (element.traits.isUnrendered || (element.name === 'button' && this.heading === 0)) return true;
    if (hidden || !isHidden(element)) return omit?.(element) === true;
    this.hides = true;
    return true;
  }

  private leaveOut({ traits }: Element): void {
    this.leftOut = 1;
    if (!traits.isGapless) this.raw += ' ';
  }

  private enter(element: Element): void {
    const { name, traits } = element;
    if (name === 'br') this.breakLine();
    if (traits.isBlock) {
      this.endBlock();
      this.elements.push(emptyElement());
    }
    this.openZone(element);
    if (isAnchor(element)) this.openAnchor(element);
    if (traits.isCode) this.code += 1;
    if (name === 'pre') this.preformatted += 1;
    if (traits.heading > 0) this.heading = traits.heading;
  }

  close(element: Element): void {
    if (this.leftOut > 0) {
      this.leftOut -= 1;
      return;
    }
    const { name, traits } = element;
    if (traits.isBlock) {
      this.endBlock();
      this.closeElement();
    }
    if (isAnchor(element)) this.closeAnchor();
    if (traits.isCode) this.code -= 1;
    if (name === 'pre') this.preformatted -= 1;
    if (traits.heading > 0) this.heading = 0;
    if (this.zones.at(-1)?.element === element) this.zones.pop();
  }

  private openAnchor(element: PageElement): void {
    this.openAnchors.push(element);
    this.noteAnchor(element);
  }

  /** Most blocks with anchors have one, and a list made with its element takes less memory than one that grows. */
  private noteAnchor(element: PageElement): void {
    const anchor = { element, begin: this.raw.length, end: this.raw.length };
    if (this.anchors === undefined) this.anchors = [anchor];
    else this.anchors.push(anchor);
  }

  private closeAnchor(): void {
    const element = this.openAnchors.pop();
    for (let index = (this.anchors?.length ?? 0) - 1; index >= 0; index -= 1) {
      const anchor = this.anchors?.[index];
      if (anchor === undefined || anchor.element !== element) continue;
      anchor.end = this.raw.length;
      return;
    }
  }

  private closeElement(): void {
    const element = this.elements.pop();
    const parent = this.elements.at(-1);
    if (element === undefined || parent === undefined || element.words === 0) return;
    addPart(parent, element);
  }

  private openZone(element: PageElement): void {
    const mark = this.zones.length < MAXIMUM_ZONES ? zoneMark(element) : undefined;
    if (mark === undefined) return;
    const around = this.zones.at(-1)?.zone.path ?? [];
    // The header of an article or of the main part carries its headline; only the page's own is boilerplate.
    if (element.name === 'header' && around.some(({ kind }) => kind === 'main' || kind === 'article')) return;
    const path: Zone[] = [];
    const zone = { ...mark, path };
    path.push(zone, ...around);
    this.zones.push({ element, zone });
  }

  text(source: string, node?: TreeNode): void {
    if (this.leftOut > 0) return;
    const text = this.code === 0 && source.includes('{{') ? source.replace(PLACEHOLDER, ' ') : source;
    if (this.preformatted === 0) {
      this.addParagraph(text, node);
      return;
    }
    let isFirst = true;
    for (const paragraph of text.split(/\n[^\S\n]*\n/)) {
      if (!isFirst) this.endBlock();
      isFirst = false;
      this.addParagraph(paragraph, node);
    }
  }

  private addParagraph(text: string, node: TreeNode | undefined): void {
    this.raw += text;
    if (this.options.texts === true && node !== undefined) (this.texts ??= []).push(node);
    const characters = visibleLength(text);
    if (characters === 0) return;
    this.visible += characters;
    this.lineBroken = false;
    if (this.openAnchors.length > 0) this.linkCharacters += characters;
    const zone = this.zones.at(-1)?.zone;
    if (zone !== undefined && isMargin(zone)) {
      this.marginZone ??= zone;
      this.marginCharacters += characters;
    }
  }

  /** A second line break with nothing in between is how old pages separate paragraphs. */
  private breakLine(): void {
    if (this.lineBroken) this.endBlock();
    else this.raw += '\n';
    this.lineBroken = true;
  }

  private endBlock(): void {
    this.lineBroken = false;
    if (this.raw === '' && this.anchors === undefined) return;
    if (this.visible > 0) this.addBlock(this.raw);
    this.raw = '';
    this.texts = undefined;
    this.visible = 0;
    this.linkCharacters = 0;
    this.marginCharacters = 0;
    this.marginZone = undefined;
    this.anchors = undefined;
    for (const element of this.openAnchors) this.noteAnchor(element);
  }

  private addBlock(raw: string): void {
    if (this.openAnchors.length > 0)
      for (const anchor of this.anchors ?? NONE)
        if (this.openAnchors.includes(anchor.element)) anchor.end = raw.length;
    const text = collapseWhitespace(raw);
    if (text === '') return;
    const block = new TextBlock(
      text,
      visibleLength(text),
      this.linkCharacters,
      this.heading,
      this.zoneOfBlock(),
      this.texts ?? NONE,
      this.anchors === undefined ? '' : raw,
      this.anchors ?? NONE,
    );
    this.blocks.push(block);
    const element = this.elements.at(-1);
    if (element !== undefined) addPart(element, block);
    this.heading = 0; // what follows in a heading that nobody closed is text
  }

  /** The zone around the block, or the margin inside it that holds most of its text: `By <span class="author">Jane</span>`. */
  private zoneOfBlock(): Zone | undefined {
    return this.marginCharacters * 2 > this.visible ? this.marginZone : this.zones.at(-1)?.zone;
  }

  finish(): PageBlocks {
    this.endBlock();
    while (this.elements.length > 1) this.closeElement();
    return { blocks: this.blocks, root: this.elements[0] ?? emptyElement(), hides: this.hides };
  }
}

interface OpenAnchor extends AnchorSpan {
  begin: number;
  end: number;
}

interface GrowingElement extends BlockElement {
  parts: (Block | BlockElement)[];
  words: number;
}

/** The parts of an element without any: most elements stay so, and need no list of their own. */
const NO_PARTS: (Block | BlockElement)[] = [];

function emptyElement(): GrowingElement {
  return { parts: NO_PARTS, words: 0 };
}

function addPart(element: GrowingElement, part: Block | BlockElement): void {
  if (element.parts === NO_PARTS) element.parts = [part];
  else element.parts.push(part);
  element.words += part.words;
}

/**
 * All visible text below a node as blocks in document order: one for each paragraph, list item, heading, table cell or
 * other run of text between the borders of block elements; two `br` in a row and an empty line in `pre` also end a
 * block. Buttons are left out except in headings.
 *
 * @param omit further elements to leave out with all they hold
 */
export function collectBlocks(root: TreeNode, omit?: (node: TreeNode) => boolean): readonly Block[] {
  return readBlocks(root, { omit }).blocks;
}

/** Like {@link collectBlocks}, with the tree of block elements that they stand in. */
export function readBlocks(root: TreeNode, options: BlockOptions<TreeNode> = {}): PageBlocks {
  const collector = new BlockCollector(options);
  tellTree(root, collector);
  return collector.finish();
}

/** Blocks as one text, separated by empty lines. */
export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(textOf).join('\n\n');
}

function textOf({ text }: Block): string {
  return text;
}
