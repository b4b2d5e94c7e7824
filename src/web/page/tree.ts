const list = (names: string): readonly string[] => names.split(' ');

/** Elements that begin and end a block of text. */
const BLOCKS = list(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary ' +
    'table tbody td tfoot th thead tr ul',
);
/** Elements whose content is not text of the page. */
const UNRENDERED = list(
  'script style noscript template iframe svg head title select textarea datalist object video audio canvas noframes ' +
    'noembed annotation annotation-xml',
);
/** Elements that stand between the letters of a word without parting it; others that are left out part words. */
const GAPLESS = list('script style noscript template');
/** Elements whose text no reader of an anchor sees, and `svg`, whose `title` is a tool tip. */
const SILENT = list('script style noscript template svg');
/** Elements whose text is shown as it was typed, braces included. */
const CODE = list('pre code kbd samp tt');
const HEADINGS = list('h1 h2 h3 h4 h5 h6');

/** Traits that follow from the name of an element. */
export interface ElementTraits {
  readonly isBlock: boolean;
  readonly isUnrendered: boolean;
  readonly isGapless: boolean;
  readonly isSilent: boolean;
  readonly isCode: boolean;
  /** 1 to 6 for `h1` to `h6`, else 0. */
  readonly heading: number;
}

function readTraits(name: string): ElementTraits {
  return {
    isBlock: BLOCKS.includes(name),
    isUnrendered: UNRENDERED.includes(name),
    isGapless: GAPLESS.includes(name),
    isSilent: SILENT.includes(name),
    isCode: CODE.includes(name),
    heading: HEADINGS.indexOf(name) + 1,
  };
}

const PLAIN = readTraits('');
const TRAITS: ReadonlyMap<string, ElementTraits> = new Map(
  [...BLOCKS, ...UNRENDERED, ...CODE].map((name) => [name, readTraits(name)]),
);

/** @param name in lower case */
export function traitsOf(name: string): ElementTraits {
  return TRAITS.get(name) ?? PLAIN;
}

/** A node of a parsed HTML document, whichever parser made it. */
export interface TreeNode {
  /** Tag name in lower case; `#text` for text, another name with `#` for what is neither element nor text. */
  readonly name: string;
  readonly traits: ElementTraits;
  /** Content of a text node; empty for every other node. */
  readonly text: string;
  /** Undefined when the element does not have it. */
  attribute(name: string): string | undefined;
  /** The same list of the same nodes at every call. */
  children(): readonly TreeNode[];
}

interface TreeVisitor {
  /** Called before a node's children; false leaves them out, and `leave` is then not called for the node. */
  enter(node: TreeNode): boolean;
  /** Called after a node's children. */
  leave?(node: TreeNode): void;
}

/** Visits a tree in document order. Trees are never deeper than the limits of pages. */
export function walk(root: TreeNode, visitor: TreeVisitor): void {
  if (!visitor.enter(root)) return;
  for (const child of root.children()) walk(child, visitor);
  visitor.leave?.(root);
}

/** The first node in document order that the test accepts. */
export function findNode(root: TreeNode, test: (node: TreeNode) => boolean): TreeNode | undefined {
  if (test(root)) return root;
  for (const child of root.children()) {
    const found = findNode(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All text below a node, as it was written. */
export function textBelow(node: TreeNode): string {
  return node.children().reduce((text, child) => text + textBelow(child), node.text);
}
