import { JSDOM, VirtualConsole } from 'jsdom';
import { traitsOf, type ElementTraits, type TreeNode } from '../../../src/web/page/tree.js';

/** Node types of the DOM that matter here. */
const ELEMENT = 1;
const TEXT = 3;

/** A node of a jsdom document; wrapped once, so that a node is always the same object. */
class JsdomNode implements TreeNode {
  readonly name: string;
  readonly text: string;
  readonly traits: ElementTraits;
  private wrapped: readonly TreeNode[] | undefined;

  constructor(private readonly node: Node) {
    this.name = nameOf(node);
    this.traits = traitsOf(this.name);
    this.text = node.nodeType === TEXT ? (node.nodeValue ?? '') : '';
  }

  attribute(name: string): string | undefined {
    return this.node.nodeType === ELEMENT
      ? ((this.node as Element).getAttribute(name) ?? undefined)
      : undefined;
  }

  children(): readonly TreeNode[] {
    this.wrapped ??= Array.from(this.node.childNodes, (child) => new JsdomNode(child));
    return this.wrapped;
  }
}

function nameOf(node: Node): string {
  if (node.nodeType === ELEMENT) return (node as Element).localName.toLowerCase();
  return node.nodeType === TEXT ? '#text' : node.nodeType === 10 ? '#documentType' : node.nodeName;
}

const NOSCRIPT = /(<noscript\b[^>]*>)[\s\S]*?(<\/noscript\s*>)/gi;

/**
 * Parses HTML with jsdom: the reference that the reader must agree with. Nothing is run and nothing fetched.
 */
export function parseWithJsdom(html: string): { readonly root: TreeNode; readonly close: () => void } {
  // jsdom reads `noscript` as a browser without scripts does; with scripts its content is text that nobody sees.
  const source = html.replace(NOSCRIPT, '$1$2');
  const dom = new JSDOM(source, { virtualConsole: new VirtualConsole() });
  return { root: new JsdomNode(dom.window.document), close: () => dom.window.close() };
}
