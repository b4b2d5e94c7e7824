import { Parser } from 'htmlparser2';
import { isMark, type AttributeName } from '../../../src/web/page/attribute-names.js';
import { traitsOf, type ElementTraits } from '../../../src/web/page/element-traits.js';
import { isShadowRoot, type TreeNode } from '../../../src/web/page/tree.js';

class ReferenceNode implements TreeNode {
  readonly nodes: ReferenceNode[] = [];
  readonly traits: ElementTraits;

  constructor(
    readonly name: string,
    public text: string,
    private readonly attributes: Readonly<Record<string, string>>,
  ) {
    this.traits = traitsOf(name);
  }

  get isMarked(): boolean {
    return Object.keys(this.attributes).some(isMark);
  }

  attribute(name: AttributeName): string | undefined {
    return this.attributes[name];
  }

  children(): readonly TreeNode[] {
    return this.nodes;
  }
}

/**
 * A page as a tree of what htmlparser2's parser calls with its own attributes: the reference that reading in one pass must
 * agree with. For pages within the limits, without framesets.
 */
export function referenceTree(html: string): TreeNode {
  const root = new ReferenceNode('#document', '', {});
  const open = [root];
  let silent = 0;
  const top = (): ReferenceNode => open.at(-1) ?? root;
  const parser = new Parser({
    onopentag(name, attributes) {
      const parent = top();
      if (silent > 0 || name === 'noscript') silent += 1;
      if (silent > 0 || name === 'head') {
        open.push(parent);
        return;
      }
      const isShown = name === 'template' && isShadowRoot(attributes['shadowrootmode']);
      const node = new ReferenceNode(isShown ? 'div' : name, '', attributes);
      parent.nodes.push(node);
      open.push(node);
    },
    onclosetag() {
      open.pop();
      if (silent > 0) silent -= 1;
    },
    ontext(text) {
      if (silent > 0) return;
      const last = top().nodes.at(-1);
      if (last?.name === '#text') last.text += text;
      else top().nodes.push(new ReferenceNode('#text', text, {}));
    },
  });
  parser.end(html.replaceAll('\0', ''));
  return root;
}
