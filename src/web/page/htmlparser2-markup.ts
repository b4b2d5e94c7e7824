import { Parser, type Handler } from 'htmlparser2';
import { attributeAt, isMark, type AttributeName } from './attribute-names.js';
import { traitsOf, type ElementTraits } from './element-traits.js';
import { PAGE_LIMITS } from './limits.js';
import { isShadowRoot, type MarkupListener, type PageElement, type TellMarkup } from './tree.js';

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

/** Markup that must be repaired before a listener hears of it. */
class NeedsRepair extends Error {
  constructor(readonly fault: keyof typeof REPAIRS) {
    super(fault);
  }
}

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
    if (name === 'frameset') throw new NeedsRepair('frames');
    if (this.open.length >= PAGE_LIMITS.depth || this.elements > PAGE_LIMITS.elements)
      throw new NeedsRepair('depth');
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
  override oncomment(start: number, end: number, offset: number): void {
    if (end >= this.html.length && this.html.startsWith('<!--', start - 4)) throw new NeedsRepair('comment');
    super.oncomment(start, end, offset);
  }

  /** @internal */
  override onend(): void {
    this.teller.dropTag();
    super.onend();
  }
}

/** Tags that are kept of a page that is nested too deeply; others are dropped. */
const KEPT_TAGS = /^(?:html|head|title|meta|base|link|body|script|style|noscript|a|area|img|p|br|h[1-6])$/;
const INLINE_TAGS =
  /^(?:abbr|b|big|cite|code|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u)$/;
const TAG = /<\/?([a-z][^\s/<>]*)(?:[\s/][^<>]*)?>/gi;

const REPAIRS = {
  /** Closes comments that nobody closed at the next `>`, as browsers of their time did. */
  comment(html: string): string {
    const start = html.indexOf('<!--', html.lastIndexOf('-->') + 1);
    return html.slice(0, start) + html.slice(start).replace(/<!--[^>]*>?/g, '');
  },
  /** Makes an ordinary page of a frameset: links to the frames, then what stands in `noframes`. */
  frames: (html: string): string =>
    html
      .replace(/<frame\b([^<>]*)>/gi, (frame, attributes: string) =>
        /\bsrc\s*=/i.test(attributes) ? `<a${attributes.replace(/\bsrc(?=\s*=)/i, 'href')}></a>` : frame,
      )
      .replace(/<\/?(?:frameset|frame|noframes)\b[^<>]*>/gi, ''),
  /** Drops the tags that nest. */
  depth(html: string): string {
    let breaks = 0;
    return html.replace(TAG, (tag, name: string) => {
      const lower = name.toLowerCase();
      if (KEPT_TAGS.test(lower)) return tag;
      if (INLINE_TAGS.test(lower)) return '';
      breaks += 1;
      return breaks > PAGE_LIMITS.breaks ? ' ' : '<br><br>';
    });
  },
} as const;

/** A page that was told. */
export interface ToldPage<Listener> {
  readonly listener: Listener;
  /** Tells another listener of the same page. */
  readonly tell: TellMarkup;
  /** True if the page was nested too deeply: then it has text, headings and links only. */
  readonly isFlattened: boolean;
}

/**
 * Tells a listener of HTML in one pass, with scripting on (so `noscript` holds no elements), many times as fast as the HTML
 * standard's algorithm makes a tree: without adoption of misnested formatting, foster parents in tables, and the scopes of end
 * tags. Pages that depend on these show it in the structure of a few paragraphs, hardly ever in links.
 *
 * A comment without end is closed at the next `>`; of a frameset the content for browsers without frames is taken, with
 * links to the frames before it; and a page that is deeper or larger than {@link PAGE_LIMITS} allows is read without the
 * tags that nest.
 *
 * @param listen makes a listener; called again where the markup must be repaired
 */
export function tellPage<Listener extends MarkupListener>(
  html: string,
  listen: () => Listener,
): ToldPage<Listener> {
  const repaired = new Set<string>();
  let source = html.replaceAll('\0', '');
  for (;;) {
    const told = source;
    const listener = listen();
    try {
      tellMarkup(told, listener);
      const tell: TellMarkup = (another) => tellMarkup(told, another);
      return { listener, tell, isFlattened: repaired.has('depth') };
    } catch (thrown) {
      if (!(thrown instanceof NeedsRepair)) throw thrown;
      if (!repaired.has(thrown.fault)) source = REPAIRS[thrown.fault](told);
      // Where a repair does not help, only the text is left; in the end nothing.
      if (source === told) source = told.replace(TAG, ' ');
      if (source === told) source = '';
      repaired.add(thrown.fault);
    }
  }
}

/** @throws NeedsRepair */
function tellMarkup(html: string, listener: MarkupListener): void {
  new QuickParser(html, new MarkupTeller(listener)).end(html);
}
