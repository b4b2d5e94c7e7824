import { Parser } from 'htmlparser2';
import { attributeNamed, isMark, type AttributeName } from './attribute-names.js';
import { traitsOf, type ElementTraits } from './element-traits.js';
import { PAGE_LIMITS } from './limits.js';
import { isShadowRoot, type MarkupListener, type PageElement } from './tree.js';

/** Names and values in turn. */
type Attributes = string[];
const NO_ATTRIBUTES: Attributes = [];

function valueOf(name: AttributeName, attributes: Attributes): string | undefined {
  for (let index = 0; index < attributes.length; index += 2)
    if (attributes[index] === name) return attributes[index + 1];
  return undefined;
}

/** An element as small as it can be: pages have thousands of them. */
class QuickElement implements PageElement {
  constructor(
    readonly name: string,
    readonly traits: ElementTraits,
    private readonly attributes: Attributes,
    readonly isMarked: boolean,
  ) {}

  attribute(name: AttributeName): string | undefined {
    return valueOf(name, this.attributes);
  }
}

class NeedsStandard extends Error {}

/** Makes of the parser's events what a listener hears. */
class MarkupTeller {
  /** What is open; undefined for an element that is not told. */
  private readonly open: (QuickElement | undefined)[] = [];
  private elements = 0;
  /** Elements open in `noscript` and that one itself: with scripting on, it holds no elements. */
  private silent = 0;
  /** The text since the last tag that was told. */
  private said = '';

  constructor(private readonly listener: MarkupListener) {}

  openElement(name: string, attributes: Attributes, isMarked: boolean): void {
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
      this.tell(new QuickElement(shown, traitsOf(shown), attributes, isMarked));
    }
  }

  private tell(element: QuickElement): void {
    this.endText();
    this.open.push(element);
    this.listener.open(element);
  }

  closeElement(): void {
    const element = this.open.pop();
    if (this.silent > 0) this.silent -= 1;
    if (element === undefined) return;
    this.endText();
    this.listener.close(element);
  }

  text(text: string): void {
    if (this.silent > 0) return;
    this.said = this.said === '' ? text : this.said + text;
  }

  private endText(): void {
    if (this.said === '') return;
    const text = this.said;
    this.said = '';
    this.listener.text(text);
  }

  end(): void {
    this.endText();
    while (this.open.length > 0) this.closeElement();
  }
}

/**
 * htmlparser2's parser with its tokens read by ourselves: no object of attributes is made for each element, and no string
 * of an attribute that nothing reads.
 */
class QuickParser extends Parser {
  /** The element whose tag is being read. */
  private pending: string | undefined;
  private attributes = NO_ATTRIBUTES;
  private isMarked = false;
  private attributeName: AttributeName | undefined;
  private value = '';

  constructor(
    private readonly html: string,
    private readonly teller: MarkupTeller,
  ) {
    super({
      onopentagname: (name) => {
        this.pending = name;
      },
      onclosetag: () => {
        this.endTag();
        teller.closeElement();
      },
      // The text of CDATA in drawings and formulas; other text comes by `ontext` below.
      ontext: (text) => {
        teller.text(text);
      },
    });
  }

  private endTag(): void {
    const name = this.pending;
    if (name === undefined) return;
    const { attributes, isMarked } = this;
    this.pending = undefined;
    this.attributes = NO_ATTRIBUTES;
    this.isMarked = false;
    this.teller.openElement(name, attributes, isMarked);
  }

  override onopentagend(end: number): void {
    this.endTag();
    super.onopentagend(end);
  }

  override onselfclosingtag(end: number): void {
    this.endTag();
    super.onselfclosingtag(end);
  }

  override ontext(start: number, end: number): void {
    this.teller.text(this.html.slice(start, end));
  }

  override ontextentity(point: number): void {
    this.teller.text(String.fromCodePoint(point));
  }

  override onattribname(start: number, end: number): void {
    this.attributeName = this.pending === undefined ? undefined : attributeNamed(this.html.slice(start, end));
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
    this.isMarked ||= isMark(name);
    if (this.attributes === NO_ATTRIBUTES) this.attributes = [name, value];
    // Of two with one name, the first is meant; the second is never found.
    else this.attributes.push(name, value);
  }

  /** @internal */
  override onend(): void {
    // A tag that was broken off opens nothing.
    this.pending = undefined;
    super.onend();
    this.teller.end();
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
