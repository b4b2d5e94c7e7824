import {
  defaultTreeAdapter,
  Parser,
  Tokenizer,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type ParserOptions,
  type TreeAdapter,
} from 'parse5';
import { PAGE_LIMITS } from './limits.js';

/** parse5 compares each attribute of a tag with all before it. */
class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    if (token === null || !('attrs' in token) || token.attrs.length < PAGE_LIMITS.attributes)
      super._leaveAttrName();
  }
}

/** The parser of parse5 with a tag's first attributes, as many as {@link PAGE_LIMITS} says. */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  constructor(options?: ParserOptions<DefaultTreeAdapterMap>) {
    super(options);
    this.tokenizer = new BoundedTokenizer(this.options, this);
  }
}

/**
 * Builds the trees of parse5 in linear time. What a table pushes out stands directly before the table, which is among the
 * last nodes of its parent: the search begins at the end, where parse5 begins at the first of perhaps 100,000 nodes.
 */
export const boundedTreeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  insertBefore(parent, node, reference) {
    parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node);
    node.parentNode = parent;
  },
  insertTextBefore(parent, text, reference) {
    const before = parent.childNodes[parent.childNodes.lastIndexOf(reference) - 1];
    if (before !== undefined && defaultTreeAdapter.isTextNode(before)) before.value += text;
    else boundedTreeAdapter.insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference);
  },
  detachNode(node: DefaultTreeAdapterTypes.ChildNode) {
    const siblings = node.parentNode?.childNodes;
    if (siblings === undefined) return;
    siblings.splice(siblings.lastIndexOf(node), 1);
    node.parentNode = null;
  },
  adoptAttributes(recipient, attributes) {
    if (recipient.attrs.length < PAGE_LIMITS.attributes)
      defaultTreeAdapter.adoptAttributes(recipient, attributes);
  },
};

/** Digits of a number that a double can hold; with more, parse5's decoder multiplies zero by infinity. */
const LONG_REFERENCE = /&#(?:x[\da-f]{200,}|\d{200,})/gi;
const MAX_DIGITS = 8;
/** Beyond Unicode: parsers read U+FFFD. */
const BEYOND = '&#x110000';

/** Shortens numeric character references of hundreds of digits to what they mean. */
function shortenReferences(html: string): string {
  return html.replace(LONG_REFERENCE, (reference) => {
    const [, marker = '', digits = ''] = /^&#(x?)0*(.*)$/is.exec(reference) ?? [];
    return digits.length > MAX_DIGITS ? BEYOND : `&#${marker}${digits || '0'}`;
  });
}

/**
 * Parses a document by parse5, within the limits of attributes, in time linear in its length but for the depth of
 * nesting, which the caller bounds. @throws what the hooks of the tree adapter throw
 */
export function parseBounded(
  html: string,
  options: ParserOptions<DefaultTreeAdapterMap>,
): DefaultTreeAdapterTypes.Document {
  return BoundedParser.parse(shortenReferences(html), options);
}
