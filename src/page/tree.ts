/** A node of a parsed HTML document, whichever parser made it. */
export interface TreeNode {
  /** Tag name in lower case; `#text` for text, another name with `#` for what is neither element nor text. */
  readonly name: string;
  /** Content of a text node; empty for every other node. */
  readonly text: string;
  /** Value of an attribute named in lower case; undefined when the element does not have it. */
  attribute(name: string): string | undefined;
  /** The same list of the same nodes at every call. */
  children(): readonly TreeNode[];
}

/**
 * Whether a `template` with this `shadowrootmode` declares a shadow root: browsers show what stands in it, and trees have a
 * `div` in its place.
 */
export function isShadowRoot(mode: string | undefined): boolean {
  return /^(?:open|closed)$/i.test(mode ?? '');
}

/** What {@link walk} calls on its way. */
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
