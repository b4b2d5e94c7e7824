import { Parser, type Handler } from 'htmlparser2';
import { attributeAt, isMark, type AttributeName } from './attribute-names.js';
import { traitsOf, type ElementTraits } from './element-traits.js';
import { PAGE_LIMITS } from './limits.js';
import { isShadowRoot, type MarkupListener, type PageElement } from './tree.js';

/** An attribute and the one written after it: a list of its own for each element took several times the memory. */
class Attribute {
  next: Attribute | undefined;

  constructor(
    readonly name: AttributeName,
    readonly value: string,
  ) {}
}

/** Of two attributes with one name, the first is meant. */
function valueOf(name: AttributeName, first: Attribute | undefined): string | undefined {
  for (let one = first; one !== undefined; one = one.next) if (one.name === name) return one.value;
  return undefined;
}

/** An element as small as it can be: pages have thousands of them. */
class QuickElement implements PageElement {
  constructor(
    readonly name: string,
    readonly traits: ElementTraits,
    private readonly attributes: Attribute | undefined,
    readonly isMarked: boolean,
  ) {}

  attribute(name: AttributeName): string | undefined {
    return valueOf(name, this.attributes);
  }
}

class NeedsStandard extends Error {}

/**
 * Makes of the parser's events what a listener hears. A class, here and wherever pages are read: V8 drops the compiled code of
 * functions that are made for each page, and compiles it again.
 */
class MarkupTeller implements Partial<Handler> {
  /** Open elements; undefined for an element that is not told. */
  private readonly open: (QuickElement | undefined)[] = [];
  private elements = 0;
  /** Elements open in `noscript` and that one itself: with scripting on, it holds no elements. */
  private silent = 0;
  /** The text since the last tag that was told. */
  private said = '';
  /** The element whose tag is being read, with its first and last attribute. */
  private pending: string | undefined;
  private attributes: Attribute | undefined;
  private lastAttribute: Attribute | undefined;
  private isMarked = false;

  constructor(private readonly listener: MarkupListener) {}

  onopentagname(name: string): void {
    this.pending = name;
  }

  onclosetag(): void {
    this.endTag();
    this.closeElement();
  }

  get isInTag(): boolean {
    return this.pending !== undefined;
  }

  addAttribute(name: AttributeName, value: string): void {
    const attribute = new Attribute(name, value);
    if (this.lastAttribute === undefined) this.attributes = attribute;
    else this.lastAttribute.next = attribute;
    this.lastAttribute = attribute;
    this.isMarked ||= isMark(name);
  }

  endTag(): void {
    const name = this.pending;
    if (name === undefined) return;
    const { attributes, isMarked } = this;
    this.pending = undefined;
    this.attributes = undefined;
    this.lastAttribute = undefined;
    this.isMarked = false;
    this.openElement(name, attributes, isMarked);
  }

  private openElement(name: string, attributes: Attribute | undefined, isMarked: boolean): void {
    this.elements += 1;
    if (name === 'frameset' || this.open.length >= PAGE_LIMITS.depth || this.elements > PAGE_LIMITS.elements)
      throw new NeedsStandard();
    if (this.silent > 0 || name === 'noscript') {
      this.silent += 1;
      this.open.push(undefined);
    } else if (name === 'head') {
      // Often left open; what belongs into it says so by itself.
      this.open.push(undefined);
    } else {
      const isShown = name === 'template' && isShadowRoot(valueOf('shadowrootmode', attributes));
      const shown = isShown ? 'div' : name;
      const traits = traitsOf(shown);
      this.tell(new QuickElement(traits.name || shown, traits, attributes, isMarked));
    }
  }

  private tell(element: QuickElement): void {
    this.endText();
    this.open.push(element);
    this.listener.open(element);
  }

  private closeElement(): void {
    const element = this.open.pop();
    if (this.silent > 0) this.silent -= 1;
    if (element === undefined) return;
    this.endText();
    this.listener.close(element);
  }

  /** The text between tags, and that of CDATA in drawings and formulas. */
  ontext(text: string): void {
    if (this.silent > 0) return;
    this.said = this.said === '' ? text : this.said + text;
  }

  private endText(): void {
    if (this.said === '') return;
    const text = this.said;
    this.said = '';
    this.listener.text(text);
  }

  /** A tag that was broken off opens nothing. */
  dropTag(): void {
    this.pending = undefined;
  }

  onend(): void {
    this.endText();
    while (this.open.length > 0) this.closeElement();
  }
}

/**
 * htmlparser2's parser with its tokens read by ourselves: no object of attributes is made for each element, and no string
 * of an attribute that nothing reads.
 */
class QuickParser extends Parser {
  private attributeName: AttributeName | undefined;
  private value = '';

  constructor(
    private readonly html: string,
    private readonly teller: MarkupTeller,
  ) {
    super(teller);
  }

  override onopentagend(end: number): void {
    this.teller.endTag();
    super.onopentagend(end);
  }

  override onselfclosingtag(end: number): void {
    this.teller.endTag();
    super.onselfclosingtag(end);
  }

  override ontext(start: number, end: number): void {
    this.teller.ontext(this.html.slice(start, end));
  }

  override ontextentity(point: number): void {
    this.teller.ontext(String.fromCodePoint(point));
  }

  override onattribname(start: number, end: number): void {
    this.attributeName = this.teller.isInTag ? attributeAt(this.html, start, end) : undefined;
  }

  override onattribdata(start: number, end: number): void {
    if (this.attributeName === undefined) return;
    const piece = this.html.slice(start, end);
    this.value = this.value === '' ? piece : this.value + piece;
  }

  override onattribentity(point: number): void {
    if (this.attributeName !== undefined) this.value += String.fromCodePoint(point);
  }

  override onattribend(): void {
    const name = this.attributeName;
    if (name === undefined) return;
    const { value } = this;
    this.attributeName = undefined;
    this.value = '';
    this.teller.addAttribute(name, value);
  }

  /** @internal */
  override onend(): void {
    this.teller.dropTag();
    super.onend();
  }
}

/**
 * Tells of HTML in one pass, many times as fast as the HTML standard's algorithm makes a tree ({@link parseHtml}): without
 * adoption of misnested formatting, foster parents in tables, and the scopes of end tags. Pages that depend on these
 * show it in the structure of a few paragraphs, hardly ever in links.
 *
 * @returns false where the standard's algorithm and its repairs are needed: framesets, a comment without end,
 *   and nesting or elements beyond the limits; what the listener heard is then of no use
 */
export function tellQuickly(html: string, listener: MarkupListener): boolean {
  if (html.lastIndexOf('<!--') > html.lastIndexOf('-->')) return false;
  const source = html.replaceAll('\0', '');
  const parser = new QuickParser(source, new MarkupTeller(listener));
  try {
    parser.end(source);
    return true;
  } catch (thrown) {
    if (thrown instanceof NeedsStandard) return false;
    throw thrown;
  }
}
