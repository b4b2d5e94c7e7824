import type { Element } from 'hast';
import { cutAt } from '../../../support/text/cut-text.js';
import { collectBlocks, readBlocks } from '../../../web/page/blocks.js';
import { isHidden } from '../../../web/page/elements.js';
import { markupOf, readMainTree } from '../../../web/page/reader.js';
import { walk, type TreeNode } from '../../../web/page/tree.js';
import { withoutBoilerplate } from '../../../web/page/zones.js';
import { hasHeads, isLayoutTable } from './layout-tables.js';
import {
  gridOf,
  TABLE_LIMITS,
  type Grid,
  type NoteCut,
  type RowGroup,
  type SpannedCell,
  type TableLimits,
} from './table-grid.js';

/** A table of data in a page. */
export interface PageTable extends Grid {
  /** Its number among the tables of data in the page, from 1 on. */
  readonly number: number;
  /** Its caption, or else the last heading before it; may be empty. */
  readonly caption: string;
}

interface FoundTable {
  readonly node: TreeNode;
  readonly heading: string;
}

/** Elements are looked at this deep in a table, as in Markdown; it bounds the work on markup made to be slow. */
const MAXIMUM_DEPTH = 60;
/** Groups in the order in which browsers show them. */
const GROUPS: readonly string[] = ['thead', 'tbody', 'tfoot'];

/**
 * The tables of data in the content of a page, in document order, one at a time: those with text in the main part, and those with
 * a caption or heads anywhere outside of margins, since the main part may be a single article. What only lays out the page is none
 * ({@link isLayoutTable}), nor is what says so (`role="presentation"`). A table in a cell is a table of its own, and its text is
 * not in the cell; the outer one is a table of data only where it has a caption or heads. Rows of `thead` come first, those of `tfoot` last.
 */
export function* tablesOf(
  body: Uint8Array,
  contentType: string,
  note: NoteCut,
  limits: TableLimits = TABLE_LIMITS,
): Generator<PageTable> {
  if (!/<table/i.test(markupOf(body, contentType))) return;
  // The quick parser does not know all end tags that tables may omit: cells would stand in cells.
  const { root, texts } = readMainTree(body, '', contentType, { exact: true });
  const shown = textsOutsideMargins(root);
  const budget = { cells: limits.cells, characters: limits.characters };
  let number = 0;
  for (const { node, heading } of foundIn(root)) {
    const outline = outlineOf(node, true);
    const isContent = holdsOne(node, texts) || (hasHeads(outline) && holdsOne(node, shown));
    if (!isContent || !holdsData(node, outline)) continue;
    if (number >= limits.tables) {
      note('tables', 1);
      continue;
    }
    const grid = gridOf(groupsOf(node), budget, note, limits);
    if (grid.rows.length === 0) continue;
    number += 1;
    const caption = captionOf(node) || heading;
    yield { ...grid, number, caption: caption.slice(0, cutAt(caption, limits.cell)) };
  }
}

/** All tables, each with the heading before it. */
function foundIn(root: TreeNode): readonly FoundTable[] {
  const found: FoundTable[] = [];
  let heading = '';
  walk(root, {
    enter(node) {
      if (node.name === 'table') found.push({ node, heading });
      else if (node.traits.heading > 0) heading = textOf(node) || heading;
      return true;
    },
  });
  return found;
}

/** The visible texts of a page but those of navigation, boilerplate, comments and captions. */
function textsOutsideMargins(root: TreeNode): ReadonlySet<TreeNode> {
  return new Set(withoutBoilerplate(readBlocks(root, { texts: true }).blocks).flatMap(({ texts }) => texts));
}

/** Whether any text of the table itself is among these. Some of it may not be, such as cells that hold links alone. */
function holdsOne(table: TreeNode, texts: ReadonlySet<TreeNode>): boolean {
  let isOne = false;
  walk(table, {
    enter(node) {
      isOne ||= texts.has(node);
      return !isOne && (node === table || node.name !== 'table');
    },
  });
  return isOne;
}

function holdsData(table: TreeNode, outline: Element): boolean {
  if (/^(?:presentation|none)$/i.test(table.attribute('role')?.trim() ?? '')) return false;
  return !isLayoutTable(hasHeads(outline) ? outlineOf(table, false) : outline);
}

/** Names and texts of the elements of a table. Tables in it are empty, or left out. */
function outlineOf(node: TreeNode, withTables: boolean, depth = 0): Element {
  const children: Element['children'] = [];
  for (const child of depth < MAXIMUM_DEPTH ? node.children() : []) {
    if (child.name === '#text') children.push({ type: 'text', value: child.text });
    else if (child.name === 'table') children.push(...(withTables ? [emptyTable()] : []));
    else if (!child.name.startsWith('#') && !isHidden(child))
      children.push(outlineOf(child, withTables, depth + 1));
  }
  return { type: 'element', tagName: node.name, properties: {}, children };
}

function emptyTable(): Element {
  return { type: 'element', tagName: 'table', properties: {}, children: [] };
}

function groupsOf(table: TreeNode): readonly RowGroup[] {
  const groups: { readonly name: string; readonly rows: TreeNode[] }[] = [];
  let loose: TreeNode[] | undefined;
  for (const part of table.children()) {
    if (part.name === 'tr' && loose !== undefined) loose.push(part);
    else if (part.name === 'tr') groups.push({ name: 'tbody', rows: (loose = [part]) });
    else if (!part.name.startsWith('#') && part.name !== 'table') {
      loose = undefined;
      if (isHidden(part)) continue;
      groups.push({ name: part.name, rows: part.children().filter(({ name }) => name === 'tr') });
    }
  }
  const rank = ({ name }: { readonly name: string }): number => GROUPS.indexOf(name);
  return groups
    .map((group) => (rank(group) < 0 ? { ...group, name: 'tbody' } : group))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ name, rows }) => ({
      isHead: name === 'thead',
      rows: rows.filter((row) => !isHidden(row)).map(cellsOf),
    }));
}

function cellsOf(row: TreeNode): readonly SpannedCell[] {
  return row
    .children()
    .filter(({ name }) => name === 'td' || name === 'th')
    .map((cell) => ({
      text: textOf(cell),
      isHead: cell.name === 'th',
      columns: Math.max(spanOf(cell.attribute('colspan')), 1),
      rows: spanOf(cell.attribute('rowspan')),
    }));
}

/** As the HTML standard reads numbers: digits at the beginning count; 1 where there are none. */
function spanOf(written: string | undefined): number {
  const [, digits] = /^\s*\+?(\d+)/.exec(written ?? '') ?? [];
  return digits === undefined ? 1 : Number(digits);
}

function captionOf(table: TreeNode): string {
  const caption = table.children().find(({ name }) => name === 'caption');
  return caption === undefined ? '' : textOf(caption);
}

/** What is visible of an element in one line, without tables in it. */
function textOf(node: TreeNode): string {
  return collectBlocks(node, ({ name }) => name === 'table')
    .map(({ text }) => text)
    .join(' ');
}
