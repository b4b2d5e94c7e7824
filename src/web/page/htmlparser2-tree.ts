import type { AttributeName } from './attribute-names.js';
import { traitsOf, type ElementTraits } from './element-traits.js';
import { tellPage } from './htmlparser2-markup.js';
import type { MarkupListener, PageElement, TreeNode } from './tree.js';

const NO_CHILDREN: QuickNode[] = [];

class QuickNode implements TreeNode {
  private nodes = NO_CHILDREN;

  constructor(
    readonly name: string,
    readonly text: string,
    readonly traits: ElementTraits,
    private readonly element: PageElement | undefined,
  ) {}

  get isMarked(): boolean {
    return this.element?.isMarked === true;
  }

  attribute(name: AttributeName): string | undefined {
    return this.element?.attribute(name);
  }

  children(): readonly TreeNode[] {
    return this.nodes;
  }

  append(node: QuickNode): void {
    if (this.nodes === NO_CHILDREN) this.nodes = [node];
    else this.nodes.push(node);
  }
}

/** Builds the tree while the parser tells. */
class TreeBuilder implements MarkupListener {
  readonly root = new QuickNode('#document', '', traitsOf('#document'), undefined);
  /** Most elements that were open at once. */
  depth = 0;
  private readonly nodes: QuickNode[] = [this.root];

  open(element: PageElement): void {
    const node = new QuickNode(element.name, '', element.traits, element);
    this.nodes.at(-1)?.append(node);
    this.nodes.push(node);
    this.depth = Math.max(this.depth, this.nodes.length - 1);
  }

  text(text: string): void {
    this.nodes.at(-1)?.append(new QuickNode('#text', text, traitsOf('#text'), undefined));
  }

  close(): void {
    this.nodes.pop();
  }
}

/** A parsed page. */
export interface ParsedHtml {
  readonly root: TreeNode;
  /** Most elements that were open at once. */
  readonly depth: number;
  /** True if it was nested too deeply: then it has text, headings and links only. */
  readonly isFlattened: boolean;
}

/** The tree of what {@link tellPage} tells, for what one pass is not enough. */
export function parseHtml(html: string): ParsedHtml {
  const { listener, isFlattened } = tellPage(html, () => new TreeBuilder());
  return { root: listener.root, depth: listener.depth, isFlattened };
}
