import type { Element, ElementContent, Root } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, toMarkdown, type Handle, type Options } from 'mdast-util-to-markdown';
import { InputError } from '../../../model/errors.js';
import { webAddress } from '../../../web/page/links.js';
import { readMainTree, type MainTree } from '../../../web/page/reader.js';
import { walk, type TreeNode } from '../../../web/page/tree.js';

/**
 * The main part of a page, the same that is judged, as Markdown with tables (GitHub Flavored Markdown). Headings, lists, tables,
 * links to web addresses, emphasis and code are kept; images and HTML are not.
 * @throws InputError for pages that are too large or too deep
 */
export function markdownOf(body: Uint8Array, url: string, contentType: string): string {
  const elements = mainElements(readMainTree(body, url, contentType));
  try {
    return toMarkdown(toMdast(elements, { document: true }), OPTIONS).trim();
  } catch (cause) {
    // A library cannot hold so many elements next to each other.
    if (!(cause instanceof RangeError)) throw cause;
    throw new InputError('the page has too many elements to be written as Markdown', { cause });
  }
}

/** Blocks within each other. Without `peek` each of them is written twice at each level, so that fifty levels never end. */
const nestedBlocks: Options = {
  handlers: Object.fromEntries(
    (['blockquote', 'heading', 'list', 'listItem', 'paragraph'] as const).map((name) => {
      const write = defaultHandlers[name] as Handle;
      const handle: Handle = (...given) => write(...given);
      return [name, Object.assign(handle, { peek: () => '\n' })];
    }),
  ),
};

const OPTIONS: Options = {
  bullet: '-',
  emphasis: '_',
  rule: '-',
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), nestedBlocks],
};

/** Elements that Markdown can say. Others are left out; what they hold is kept. */
const KEPT = new Set(
  `h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption thead tbody tfoot tr th td pre code kbd samp blockquote
    a em strong i b br hr`.split(/\s+/),
);
/** They count without text: cells keep their column. */
const EMPTY = new Set(['br', 'hr', 'td', 'th']);
/** Elements that no cell of a table in Markdown can hold: a table with one of them only lays out the page. */
const NEVER_IN_CELLS = new Set('table h1 h2 h3 h4 h5 h6 pre blockquote'.split(' '));
const TABLE_PARTS = new Set('table caption thead tbody tfoot tr td th'.split(' '));
/** Elements inside elements, and characters of a main part, that are kept: they bound the work on hostile markup. */
const MAX = { depth: 60, characters: 1_000_000 } as const;

/** The main part of a page as a tree of the elements that have a meaning in Markdown, and nothing else. */
function mainElements({ root, texts, base }: MainTree): Root {
  const top = made('div');
  const open: { readonly element: Element; readonly isKept: boolean }[] = [{ element: top, isKept: true }];
  const parentOf = (): Element => open.at(-1)?.element ?? top;
  let left: number = MAX.characters;
  walk(root, {
    enter(node) {
      if (node.name === '#text') {
        if (!texts.has(node) || left <= 0) return false;
        parentOf().children.push({ type: 'text', value: node.text.slice(0, left) });
        left -= node.text.length;
        return false;
      }
      if (node === root) return true;
      const element = open.length < MAX.depth ? elementOf(node, base) : undefined;
      open.push({ element: element ?? parentOf(), isKept: element !== undefined });
      return true;
    },
    leave(node) {
      if (node === root) return;
      const { element, isKept } = open.pop() ?? { element: top, isKept: false };
      if (!isKept || !(EMPTY.has(element.tagName) || element.children.some(holdsText))) return;
      parentOf().children.push(isLayoutTable(element) ? asBlocks(element) : element);
    },
  });
  return { type: 'root', children: top.children };
}

function elementOf(node: TreeNode, base: string | undefined): Element | undefined {
  const { name } = node;
  if (!KEPT.has(name)) return node.traits.isBlock ? made('div') : undefined;
  if (name === 'a') {
    const href = webAddress(node.attribute('href') ?? '', base);
    return href === undefined ? undefined : made('a', { href });
  }
  return made(name);
}

function made(tagName: string, properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children: [] };
}

/** Children were tried before their parents: those that are elements hold something. */
function holdsText(child: ElementContent): boolean {
  if (child.type === 'text') return child.value.trim() !== '';
  return child.type === 'element' && (!EMPTY.has(child.tagName) || child.children.some(holdsText));
}

function isLayoutTable({ tagName, children }: Element): boolean {
  const holds = (child: ElementContent): boolean =>
    child.type === 'element' && (NEVER_IN_CELLS.has(child.tagName) || child.children.some(holds));
  return tagName === 'table' && children.some(holds);
}

/** The parts of a table as plain blocks; a table of Markdown would put the page into a single line. */
function asBlocks(part: Element): Element {
  const isCell = part.tagName === 'td' || part.tagName === 'th';
  const children = part.children.map((child) =>
    child.type === 'element' && TABLE_PARTS.has(child.tagName) && !isCell ? asBlocks(child) : child,
  );
  return { ...made('div'), children };
}
