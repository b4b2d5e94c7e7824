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

interface HtmlReading {
  readonly isXhtml?: boolean;
  readonly noscript?: boolean;
}

/**
 * Parses HTML by htmlparser2 with scripting on (so `noscript` holds no elements), without adoption of misnested formatting, foster
 * parents in tables, and the scopes of end tags. Comments without end, framesets, and pages beyond {@link PAGE_LIMITS} are repaired.
 * @param reading `isXhtml`: any element may be closed in its begin tag; `noscript`: what it holds is shown, as without scripting
 * @returns the tree, and how many elements were open at once; Infinity where these were too many
 */
export function parseHtml(
  html: string,
  reading: HtmlReading = {},
): { readonly root: TreeNode; readonly depth: number } {
  const repaired = new Set<string>();
  let source = html.replaceAll('\0', '');
  for (;;) {
    try {
      const { root, depth } = buildTree(source, reading);
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

/** @returns the tree, and the most elements that were open at once @throws NeedsRepair */
function buildTree(
  html: string,
  { isXhtml = false, noscript = false }: HtmlReading,
): { readonly root: HtmlNode; readonly depth: number } {
  const root = new HtmlNode('#document', '', undefined);
  const open: HtmlNode[] = [];
  // Silent: elements open in `noscript` and that one itself; with scripting on, it holds no elements.
  let [depth, elements, silent] = [0, 0, 0];
  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      elements += 1;
      if (name === 'frameset') throw new NeedsRepair('frames');
      if (open.length >= PAGE_LIMITS.depth || elements > PAGE_LIMITS.elements) throw new NeedsRepair('depth');
      const top = open.at(-1) ?? root;
      if (silent > 0 || (name === 'noscript' && !noscript)) silent += 1;
      // A head is often left open; what belongs into it says so by itself.
      if (silent > 0 || name === 'head') open.push(top);
      else {
        // Browsers show a declared shadow root.
        const isShown = name === 'template' && /^(?:open|closed)$/i.test(attributes['shadowrootmode'] ?? '');
        const node = new HtmlNode(isShown || name === 'noscript' ? 'div' : name, '', attributes);
        top.append(node);
        open.push(node);
      }
      depth = Math.max(depth, open.length);
    },
    onclosetag() {
      open.pop();
      if (silent > 0) silent -= 1;
    },
    /** All text between two tags is one node, even where comments or `noscript` part it. */
    ontext(text) {
      if (silent > 0) return;
      const top = open.at(-1) ?? root;
      const last = top.children().at(-1);
      if (last?.name === '#text') last.text += text;
      else top.append(new HtmlNode('#text', text, undefined));
    },
    oncomment() {
      if (parser.endIndex >= html.length && html.startsWith('<!--', parser.startIndex))
        throw new NeedsRepair('comment');
    },
  };
  const parser = new Parser(handler, { recognizeSelfClosing: isXhtml });
  parser.end(html);
  return { root, depth };
}
