import { QueryError } from '../../model/errors.js';
import type { Bindings, ResultFormat, Term } from '../../model/rdf.js';
import { sparqlString } from '../../support/rdf/sparql-terms.js';
import { toTable } from './result-table.js';

/** The formats of rows and truth values. */
export type RowFormat = Exclude<ResultFormat, 'turtle' | 'ntriples'>;

/**
 * Refuses graph formats for rows.
 * @throws QueryError for `turtle` and `ntriples`
 */
export function rowFormat(kind: string, format: ResultFormat): RowFormat {
  if (format !== 'turtle' && format !== 'ntriples') return format;
  throw new QueryError(`a ${kind} query has rows, which cannot be written as ${format}`, {
    hint: 'use --format table, csv, tsv or json, or write a CONSTRUCT query',
  });
}

/** Rows as a table or in the W3C SPARQL 1.1 result formats CSV, TSV and JSON, with a final line end. */
export function rowsText(bindings: Bindings, format: RowFormat): string {
  switch (format) {
    case 'table':
      return toTable(bindings);
    case 'csv':
      return lines(bindings, ',', '\r\n', (name) => name, csvCell);
    case 'tsv':
      return lines(bindings, '\t', '\n', (name) => `?${name}`, tsvCell);
    case 'json':
      return `${JSON.stringify(toJson(bindings))}\n`;
  }
}

/** A truth value as JSON results or as one word: CSV and TSV have no format for it. */
export function truthText(truth: boolean, format: RowFormat): string {
  return format === 'json' ? `${JSON.stringify({ head: {}, boolean: truth })}\n` : `${truth}\n`;
}

function lines(
  { variables, rows }: Bindings,
  separator: string,
  end: string,
  head: (name: string) => string,
  cell: (term: Term) => string,
): string {
  const line = (cells: readonly string[]): string => `${cells.join(separator)}${end}`;
  const cellOf = (term: Term | undefined): string => (term === undefined ? '' : cell(term));
  const body = rows.map((row) => line(variables.map((name) => cellOf(row[name]))));
  return line(variables.map(head)) + body.join('');
}

function csvCell(term: Term): string {
  const text = term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Terms as in Turtle. */
function tsvCell(term: Term): string {
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (term.termType !== 'Literal') return term.value;
  const quoted = sparqlString(term.value);
  if (term.language !== undefined) return `${quoted}@${term.language}`;
  return term.datatype === undefined ? quoted : `${quoted}^^<${term.datatype}>`;
}

function toJson({ variables, rows }: Bindings): object {
  const bindings = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, term]) => [name, jsonTerm(term)])),
  );
  return { head: { vars: variables }, results: { bindings } };
}

const JSON_TYPES: Readonly<Partial<Record<Term['termType'], string>>> = {
  NamedNode: 'uri',
  BlankNode: 'bnode',
};

function jsonTerm({ termType, value, datatype, language }: Term): object {
  return { type: JSON_TYPES[termType] ?? 'literal', value, 'xml:lang': language, datatype };
}
