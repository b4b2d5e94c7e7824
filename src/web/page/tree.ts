import type { AttributeName } from './attribute-names.js';
import type { ElementTraits } from './element-traits.js';

/** An element of an HTML document, whichever parser found it. */
export interface PageElement {
  /** Tag name in lower case. */
  readonly name: string;
  /** Traits of the name. */
  readonly traits: ElementTraits;
  /** True if it has an attribute by which frameworks mark elements; see {@link isMark}. */
  readonly isMarked: boolean;
  /** Undefined when the element does not have it. */
  attribute(name: AttributeName): string | undefined;
}

/** Hears the markup of a page in document order. */
export interface MarkupListener<Element extends PageElement = PageElement> {
  open(element: Element): void;
  /**
   * All text between two tags, even where comments or `noscript` part it.
   * @param node that it stands in, where there is a tree
   */
  text(text: string, node?: TreeNode): void;
  /** Each element that was opened is closed, the last one first. */
  close(element: Element): void;
}

/** Tells a listener of a page, as often as it is called. */
export type TellMarkup = (listener: MarkupListener) => void;

/** A node of a parsed HTML document, whichever parser made it. */
export interface TreeNode extends PageElement {
  /** As of elements; `#text` for text, another name with `#` for what is neither element nor text. */
  readonly name: string;
  /** Content of a text node; empty for every other node. */
  readonly text: string;
  /** The same list of the same nodes at every call. */
  children(): readonly TreeNode[];
}

/**
 * True if a `template` with this `shadowrootmode` declares a shadow root: browsers show what stands in it, and trees have a
 * `div` in its place.
 */
export function isShadowRoot(mode: string | undefined): boolean {
  return /^(?:open|closed)$/i.test(mode ?? '');
}

/** Calls of {@link walk} on its way. */
export interface TreeVisitor {
  /** Called before a node's children; false leaves them out, and `leave` is then not called for the node. */
  enter(node: TreeNode): boolean;
  /** Called after a node's children. */
  leave?(node: TreeNode): void;
}

/**
 * Visits a tree in document order. Works with a stack of its own, so that a page nested thousands of levels deep
 * does not exhaust the call stack.
 */
export function walk(root: TreeNode, visitor: TreeVisitor): void {
  if (!visitor.enter(root)) return;
  const open: { readonly node: TreeNode; next: number }[] = [{ node: root, next: 0 }];
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    const child = frame.node.children()[frame.next];
    frame.next += 1;
    if (child === undefined) {
      visitor.leave?.(frame.node);
      open.pop();
    } else if (visitor.enter(child)) {
      open.push({ node: child, next: 0 });
    }
  }
}

/** Tells a listener of the elements and texts of a tree. */
export function tellTree(root: TreeNode, listener: MarkupListener<TreeNode>): void {
  walk(root, {
    enter(node) {
      if (node.name === '#text') listener.text(node.text, node);
      else if (!node.name.startsWith('#')) listener.open(node);
      return true;
    },
    leave(node) {
      if (!node.name.startsWith('#')) listener.close(node);
    },
  });
}

/** The first node in document order that the test accepts. */
export function findNode(root: TreeNode, test: (node: TreeNode) => boolean): TreeNode | undefined {
  let found: TreeNode | undefined;
  walk(root, {
    enter: (node) => {
      if (found === undefined && test(node)) found = node;
      return found === undefined;
    },
  });
  return found;
}
