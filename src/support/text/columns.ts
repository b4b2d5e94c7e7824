import { terminalText } from './terminal-text.js';

type Alignment = 'left' | 'right';

/**
 * Rows of cells as lines with aligned columns, two blanks apart. Default: the first column left, the others right.
 * Cells are made safe for a terminal before they are measured ({@link terminalText}).
 */
export function alignColumns(
  cells: readonly (readonly string[])[],
  alignments?: readonly Alignment[],
): string {
  const rows = cells.map((row) => row.map(terminalText));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const alignmentOf = (column: number): Alignment =>
    alignments?.[column] ?? (column === 0 ? 'left' : 'right');
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return alignmentOf(column) === 'left' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
