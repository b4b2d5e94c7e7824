import { PREFIXES } from '../../model/vocabulary.js';
import { alignColumns } from '../../support/text/columns.js';
import { cutAt } from '../../support/text/cut-text.js';
import { terminalText } from '../../support/text/terminal-text.js';
import type { Bindings, Term } from '../../model/rdf.js';

/** Longest cell shown in full; longer ones end in an ellipsis, so that a row fits on a line. */
const MAX_CELL = 72;

/** Rows for people: aligned columns, IRIs with known prefixes, the number of rows at the end. */
export function toTable({ variables, rows }: Bindings): string {
  const cells = rows.map((row) => variables.map((name) => cell(row[name])));
  const alignments = variables.map((name) =>
    rows.length > 0 && rows.every((row) => isNumber(row[name])) ? 'right' : 'left',
  );
  const rule = variables.map((name, column) =>
    '-'.repeat(Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0))),
  );
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  return `${alignColumns([variables, rule, ...cells], alignments)}(${count})\n`;
}

function cell(term: Term | undefined): string {
  if (term === undefined) return '';
  const text = terminalText(
    term.termType === 'NamedNode' ? shorten(term.value) : term.value.replace(/\s+/g, ' '),
  );
  return text.length > MAX_CELL ? `${text.slice(0, cutAt(text, MAX_CELL - 1))}…` : text;
}

function shorten(iri: string): string {
  const found = Object.entries(PREFIXES).find(([, base]) => iri.startsWith(base));
  return found === undefined ? iri : `${found[0]}:${iri.slice(found[1].length)}`;
}

function isNumber(term: Term | undefined): boolean {
  return (
    term !== undefined &&
    term.termType === 'Literal' &&
    /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(term.value)
  );
}
