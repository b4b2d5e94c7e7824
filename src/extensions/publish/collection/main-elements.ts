import type { Element, ElementContent, Root } from 'hast';
import { webAddress } from '../../../web/page/links.js';
import type { MainTree } from '../../../web/page/reader.js';
import { walk, type TreeNode } from '../../../web/page/tree.js';
import { withoutLayoutTables } from './layout-tables.js';

/** Elements that Markdown can say. Others are left out; what they hold is kept. */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption thead tbody tfoot tr th td pre code kbd samp blockquote ' +
    'a em strong i b del s br hr'
  ).split(' '),
);
/** Elements inside elements are kept this deep; it bounds the work on markup made to be slow. */
const MAXIMUM_DEPTH = 60;
/** Characters of a main part that are kept. */
const MAXIMUM_CHARACTERS = 1_000_000;
const LANGUAGE = /(?:^|\s)(?:language|lang)-([\w+#-]{1,30})(?=\s|$)/;

/** A growing element, and whether anything in it is text of the main part. */
interface Open {
  readonly node: TreeNode;
  readonly element: Element;
  readonly isKept: boolean;
}

/**
 * The main part of a page as a tree of the elements that have a meaning in Markdown, and nothing else: no attributes but
 * absolute web addresses of links, numbers of lists and languages of code. Text outside of the main part is left out, and
 * tables that only lay out the page are none ({@link withoutLayoutTables}).
 */
export function mainElements({ root, texts, base }: MainTree): Root {
  const top: Element = { type: 'element', tagName: 'div', properties: {}, children: [] };
  const open: Open[] = [{ node: root, element: top, isKept: true }];
  let characters = 0;
  const parentOf = (): Element => open.at(-1)?.element ?? top;
  walk(root, {
    enter(node) {
      if (node.name === '#text') {
        if (!texts.has(node) || characters >= MAXIMUM_CHARACTERS) return false;
        const value = node.text.slice(0, MAXIMUM_CHARACTERS - characters);
        characters += value.length;
        parentOf().children.push({ type: 'text', value });
        return false;
      }
      if (node === root) return true;
      const element = open.length < MAXIMUM_DEPTH ? elementOf(node, base) : undefined;
      open.push({ node, element: element ?? parentOf(), isKept: element !== undefined });
      return true;
    },
    leave(node) {
      if (node === root) return;
      const closed = open.pop();
      if (closed?.isKept === true && isWorthKeeping(closed.element)) parentOf().children.push(closed.element);
    },
  });
  return { type: 'root', children: withoutLayoutTables(top).children };
}

function elementOf(node: TreeNode, base: string | undefined): Element | undefined {
  const { name } = node;
  if (!KEPT.has(name)) return node.traits.isBlock ? made('div') : undefined;
  if (name === 'a') {
    const href = webAddress(node.attribute('href') ?? '', base);
    return href === undefined ? undefined : made('a', { href });
  }
  if (name === 'ol') {
    const start = Number(node.attribute('start') ?? '1');
    return made('ol', Number.isSafeInteger(start) && start >= 0 ? { start } : {});
  }
  if (name === 'code') {
    const [, language] = LANGUAGE.exec(node.attribute('class') ?? '') ?? [];
    return made('code', language === undefined ? {} : { className: [`language-${language}`] });
  }
  return made(name);
}

function made(tagName: string, properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children: [] };
}

/** Elements without text are left out: what was in them is not of the main part. Cells keep their column. */
function isWorthKeeping({ tagName, children }: Element): boolean {
  if (['br', 'hr', 'td', 'th'].includes(tagName)) return true;
  return children.some(holdsText);
}

/** Children were tried before their parents: those that are elements hold something. */
function holdsText(child: ElementContent): boolean {
  if (child.type === 'text') return child.value.trim() !== '';
  if (child.type !== 'element') return false;
  return !['br', 'hr', 'td', 'th'].includes(child.tagName) || child.children.some(holdsText);
}
