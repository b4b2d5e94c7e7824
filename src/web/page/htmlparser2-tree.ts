import { Parser, type Handler } from 'htmlparser2';
import { PAGE_LIMITS } from './limits.js';
import { traitsOf, type ElementTraits, type TreeNode } from './tree.js';

const NO_CHILDREN: HtmlNode[] = [];

class HtmlNode implements TreeNode {
  private nodes = NO_CHILDREN;
  readonly traits: ElementTraits;

  constructor(
    readonly name: string,
    public text: string,
    private readonly attributes: Readonly<Record<string, string>> | undefined,
  ) {
    this.traits = traitsOf(name);
  }

  attribute(name: string): string | undefined {
    return this.attributes?.[name];
  }

  children(): readonly HtmlNode[] {
    return this.nodes;
  }

  append(node: HtmlNode): void {
    if (this.nodes === NO_CHILDREN) this.nodes = [node];
    else this.nodes.push(node);
  }
}

/** Markup that must be repaired before it is parsed. */
class NeedsRepair extends Error {
  constructor(readonly fault: keyof typeof REPAIRS) {
    super(fault);
  }
}

/** Builds the tree while the parser calls. */
class TreeBuilder implements Partial<Handler> {
  readonly root = new HtmlNode('#document', '', undefined);
  /** Most elements that were open at once. */
  depth = 0;
  private readonly open: HtmlNode[] = [];
  private elements = 0;
  /** Elements open in `noscript` and that one itself: with scripting on, it holds no elements. */
  private silent = 0;

  private get top(): HtmlNode {
    return this.open.at(-1) ?? this.root;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.elements += 1;
    if (name === 'frameset') throw new NeedsRepair('frames');
    if (this.open.length >= PAGE_LIMITS.depth || this.elements > PAGE_LIMITS.elements)
      throw new NeedsRepair('depth');
    const { top } = this;
    if (this.silent > 0 || name === 'noscript') this.silent += 1;
    // A head is often left open; what belongs into it says so by itself.
    if (this.silent > 0 || name === 'head') this.open.push(top);
    else {
      // Browsers show a declared shadow root.
      const isShown = name === 'template' && /^(?:open|closed)$/i.test(attributes['shadowrootmode'] ?? '');
      const node = new HtmlNode(isShown ? 'div' : name, '', attributes);
      top.append(node);
      this.open.push(node);
    }
    this.depth = Math.max(this.depth, this.open.length);
  }

  onclosetag(): void {
    this.open.pop();
    if (this.silent > 0) this.silent -= 1;
  }

  /** All text between two tags is one node, even where comments or `noscript` part it. */
  ontext(text: string): void {
    if (this.silent > 0) return;
    const last = this.top.children().at(-1);
    if (last?.name === '#text') last.text += text;
    else this.top.append(new HtmlNode('#text', text, undefined));
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

/**
 * Parses HTML by htmlparser2 with scripting on (so `noscript` holds no elements), many times as fast as the HTML standard's
 * algorithm: without adoption of misnested formatting, foster parents in tables, and the scopes of end tags. Pages that
 * depend on these show it in the structure of a few paragraphs, hardly ever in links.
 *
 * A comment without end is closed at the next `>`; of a frameset the content for browsers without frames is taken, with
 * links to the frames before it; and a page that is deeper or larger than {@link PAGE_LIMITS} allows is read without the
 * tags that nest.
 * @returns the tree, and how many elements were open at once; Infinity where these were too many
 */
export function parseHtml(html: string): { readonly root: TreeNode; readonly depth: number } {
  const repaired = new Set<string>();
  let source = html.replaceAll('\0', '');
  for (;;) {
    try {
      const { root, depth } = buildTree(source);
      return { root, depth: repaired.has('depth') ? Infinity : depth };
    } catch (thrown) {
      if (!(thrown instanceof NeedsRepair)) throw thrown;
      const before = source;
      if (!repaired.has(thrown.fault)) source = REPAIRS[thrown.fault](before);
      // Where a repair does not help, only the text is left; in the end nothing.
      if (source === before) source = before.replace(TAG, ' ');
      if (source === before) source = '';
      repaired.add(thrown.fault);
    }
  }
}

/** @throws NeedsRepair */
function buildTree(html: string): TreeBuilder {
  const builder = new TreeBuilder();
  const handler: Partial<Handler> = {
    onopentag: (name, attributes) => builder.onopentag(name, attributes),
    onclosetag: () => builder.onclosetag(),
    ontext: (text) => builder.ontext(text),
    oncomment() {
      if (parser.endIndex >= html.length && html.startsWith('<!--', parser.startIndex))
        throw new NeedsRepair('comment');
    },
  };
  const parser = new Parser(handler);
  parser.end(html);
  return builder;
}
