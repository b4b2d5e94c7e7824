import type { Element, ElementContent } from 'hast';

/** Elements that no cell of a table in Markdown can hold. */
const NEVER_IN_CELLS = new Set('table h1 h2 h3 h4 h5 h6 pre blockquote'.split(' '));
/** Elements that a cell with lines of data may hold as well; without heads of columns or rows they show a layout. */
const RARELY_IN_CELLS = new Set('ul ol dl'.split(' '));
/** A caption, or heads of columns or rows. */
const HEADS = new Set(['th', 'caption']);
const CELLS = new Set(['td', 'th']);
const TABLE_PARTS = new Set('table caption thead tbody tfoot tr td th'.split(' '));

/**
 * Tables that only lay out a page become blocks, one for each cell: a table of Markdown would put the page into a single line.
 * A table is one if its cells hold headings, tables, code or quotations, or, without a caption and heads of columns or rows, lists
 * or several paragraphs, or if it has a single column.
 */
export function withoutLayoutTables(element: Element): Element {
  const isLayout = element.tagName === 'table' && isLayoutTable(element);
  const opened = isLayout ? asBlocks(element) : element;
  return { ...opened, children: opened.children.map(inChild) };
}

function inChild(child: ElementContent): ElementContent {
  return child.type === 'element' ? withoutLayoutTables(child) : child;
}

/** True if a table only lays out a page, by the rules of {@link withoutLayoutTables}. */
function isLayoutTable(table: Element): boolean {
  const cells = cellsOf(table);
  if (cells.some((cell) => holds(cell, NEVER_IN_CELLS))) return true;
  if (holds(table, HEADS)) return false;
  const paragraphs = (cell: Element): number =>
    cell.children.filter((child) => child.type === 'element' && child.tagName === 'p').length;
  return (
    cells.some((cell) => holds(cell, RARELY_IN_CELLS) || paragraphs(cell) > 1) ||
    rowsOf(table).every((row) => row.children.filter(holdsText).length <= 1)
  );
}

function elementsIn({ children }: Element): readonly Element[] {
  return children.filter((child): child is Element => child.type === 'element');
}

/** Rows of the table itself, not of tables in it. */
function rowsOf(table: Element): readonly Element[] {
  return elementsIn(table).flatMap((part) => (part.tagName === 'tr' ? [part] : elementsIn(part)));
}

function cellsOf(table: Element): readonly Element[] {
  return rowsOf(table)
    .flatMap((row) => elementsIn(row))
    .filter(({ tagName }) => CELLS.has(tagName));
}

function holds(element: Element, names: ReadonlySet<string>): boolean {
  return elementsIn(element).some((child) => names.has(child.tagName) || holds(child, names));
}

function holdsText(child: ElementContent): boolean {
  if (child.type === 'text') return child.value.trim() !== '';
  return child.type === 'element' && child.children.some(holdsText);
}

/** The parts of the table itself as plain blocks. */
function asBlocks(part: Element): Element {
  const children = part.children.map((child) =>
    child.type === 'element' && TABLE_PARTS.has(child.tagName) && !isCell(part) ? asBlocks(child) : child,
  );
  return { ...part, tagName: 'div', properties: {}, children };
}

function isCell({ tagName }: Element): boolean {
  return CELLS.has(tagName) || tagName === 'caption';
}
