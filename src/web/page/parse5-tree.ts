import { ErrorCodes, type DefaultTreeAdapterTypes } from 'parse5';
import { isMark, type AttributeName } from './attribute-names.js';
import { boundedTreeAdapter, parseBounded } from './bounded-parser.js';
import { traitsOf, type ElementTraits } from './element-traits.js';
import { PAGE_LIMITS } from './limits.js';
import { findNode, isShadowRoot, type TreeNode } from './tree.js';

/** A parsed page. */
export interface ParsedHtml {
  readonly root: TreeNode;
  /** The markup that was parsed in the end, repaired where it had to be. */
  readonly source: string;
  /** True when the markup was nested too deeply to be kept: the tree then has text, headings and links only. */
  readonly flattened: boolean;
  /** Most elements that were open at once. */
  readonly depth: number;
}

/** Tags that are kept of a page that is nested too deeply; others are dropped. */
const KEPT_TAGS = /^(?:html|head|title|meta|base|link|body|script|style|noscript|a|area|img|p|br|h[1-6])$/;
const INLINE_TAGS =
  /^(?:abbr|b|big|cite|code|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u)$/;
const TAG = /<\/?([a-z][^\s/<>]*)(?:[\s/][^<>]*)?>/gi;

class TooDeep extends Error {}

class Parse5Node implements TreeNode {
  readonly name: string;
  readonly text: string;
  readonly traits: ElementTraits;
  private wrapped: readonly TreeNode[] | undefined;
  /** Content of a declared shadow root. */
  private readonly shadow: DefaultTreeAdapterTypes.DocumentFragment | undefined;

  constructor(private readonly node: DefaultTreeAdapterTypes.Node) {
    this.name = 'tagName' in node ? node.tagName.toLowerCase() : node.nodeName;
    this.shadow =
      'content' in node && isShadowRoot(this.attribute('shadowrootmode')) ? node.content : undefined;
    if (this.shadow !== undefined) this.name = 'div';
    this.traits = traitsOf(this.name);
    this.text = 'value' in node ? node.value : '';
  }

  get isMarked(): boolean {
    return 'attrs' in this.node && this.node.attrs.some(({ name }) => isMark(name));
  }

  attribute(name: AttributeName): string | undefined {
    if (!('attrs' in this.node)) return undefined;
    for (const entry of this.node.attrs) if (entry.name === name) return entry.value;
    return undefined;
  }

  children(): readonly TreeNode[] {
    const parent = this.shadow ?? this.node;
    this.wrapped ??= 'childNodes' in parent ? parent.childNodes.map((child) => new Parse5Node(child)) : [];
    return this.wrapped;
  }
}

interface Parsed {
  readonly root: TreeNode;
  readonly source: string;
  readonly depth: number;
  /** A comment was opened and never closed, and swallowed the rest of the page. */
  readonly endsInComment: boolean;
}

/** @throws TooDeep */
function parseWithinLimits(html: string): Parsed {
  let depth = 0;
  let deepest = 0;
  let elements = 0;
  let endsInComment = false;
  const mayEndInComment = html.lastIndexOf('<!--') > html.lastIndexOf('-->');
  const document = parseBounded(html, {
    treeAdapter: {
      ...boundedTreeAdapter,
      onItemPush: () => {
        depth += 1;
        deepest = Math.max(deepest, depth);
        elements += 1;
        if (depth > PAGE_LIMITS.depth || elements > PAGE_LIMITS.treeElements) throw new TooDeep();
      },
      onItemPop: () => {
        depth -= 1;
      },
    },
    ...(mayEndInComment
      ? { onParseError: ({ code }) => (endsInComment ||= code === ErrorCodes.eofInComment) }
      : {}),
  });
  return { root: new Parse5Node(document), source: html, depth: deepest, endsInComment };
}

/** Closes comments that nobody closed at the next `>`, as browsers of their time did. */
function closeComments(html: string): string {
  const start = html.indexOf('<!--', html.lastIndexOf('-->') + 1);
  return html.slice(0, start) + html.slice(start).replace(/<!--[^>]*>?/g, '');
}

/** Makes an ordinary page of a frameset: links to the frames, then what stands in `noframes`. */
function withoutFrames(html: string): string {
  return html
    .replace(/<frame\b([^<>]*)>/gi, (frame, attributes: string) =>
      /\bsrc\s*=/i.test(attributes) ? `<a${attributes.replace(/\bsrc(?=\s*=)/i, 'href')}></a>` : frame,
    )
    .replace(/<\/?(?:frameset|frame|noframes)\b[^<>]*>/gi, '');
}

/** @throws TooDeep */
function parseRepaired(html: string): Parsed {
  const first = parseWithinLimits(html);
  const closed = first.endsInComment ? closeComments(html) : html;
  const parsed = first.endsInComment ? parseWithinLimits(closed) : first;
  const isFrameset =
    /<frameset\b/i.test(closed) && findNode(parsed.root, (node) => node.name === 'frameset') !== undefined;
  return isFrameset ? parseWithinLimits(withoutFrames(closed)) : parsed;
}

function flatten(html: string): string {
  let breaks = 0;
  return html.replace(TAG, (tag, name: string) => {
    const lower = name.toLowerCase();
    if (KEPT_TAGS.test(lower)) return tag;
    if (INLINE_TAGS.test(lower)) return '';
    breaks += 1;
    return breaks > PAGE_LIMITS.treeElements / 3 ? ' ' : '<br><br>';
  });
}

/**
 * Parses HTML as browsers do, with scripting on (so `noscript` holds no elements). Never throws.
 *
 * Deviations from the HTML standard, for the sake of the text: a comment without end is closed at the next `>`; of a
 * frameset the content for browsers without frames is taken, with links to the frames before it; and since parse5
 * takes time quadratic in the depth of nesting, a page that is deeper or larger than {@link PAGE_LIMITS} allows is parsed again
 * without the tags that nest.
 */
export function parseHtml(html: string): ParsedHtml {
  const attempts = [(): string => html, (): string => flatten(html)];
  for (const [index, source] of attempts.entries()) {
    try {
      const { root, depth, source: parsed } = parseRepaired(source());
      return { root, source: parsed, depth, flattened: index > 0 };
    } catch (thrown) {
      if (!(thrown instanceof TooDeep)) throw thrown;
    }
  }
  const { root, source, depth } = parseRepaired(html.replace(TAG, ' '));
  return { root, source, depth, flattened: true };
}
