import { PREFIXES } from '../model/vocabulary.js';
import type { Bindings, Term } from '../model/rdf.js';

/** Longest cell that is shown whole; longer ones end in an ellipsis, so that a row stays on a line. */
const MAX_CELL = 72;

/** Rows for people: columns aligned, IRIs shortened by the product's prefixes, the number of rows below. */
export function toTable({ variables, rows }: Bindings): string {
  const cells = rows.map((row) => variables.map((name) => cell(row[name])));
  const numeric = variables.map((name) => rows.length > 0 && rows.every((row) => isNumber(row[name])));
  const widths = variables.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((value, column) => {
        const width = widths[column] ?? 0;
        return numeric[column] === true ? value.padStart(width) : value.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  return `${[line(variables), line(rule), ...cells.map(line), `(${count})`].join('\n')}\n`;
}

function cell(term: Term | undefined): string {
  if (term === undefined) return '';
  const text = term.termType === 'NamedNode' ? shorten(term.value) : term.value.replace(/\s+/g, ' ');
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
}

function shorten(iri: string): string {
  const found = Object.entries(PREFIXES).find(([, base]) => iri.startsWith(base));
  return found === undefined ? iri : `${found[0]}:${iri.slice(found[1].length)}`;
}

function isNumber(term: Term | undefined): boolean {
  return term !== undefined && term.termType === 'Literal' && /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(term.value);
}
